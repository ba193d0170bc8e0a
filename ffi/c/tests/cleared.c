// No block goes back to the heap with a secret key in it. Linked with `--wrap=free`, so that every `free` of the
// library, too, comes by here; C may read what is in a block that it has not yet freed.

#include <malloc.h>

#include "test.h"

static const uint8_t secret[SECRET] = {
    1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16,
    17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32,
};
static int blocks, with_secret;

void __real_free(void *block);
void __wrap_free(void *block);

void __wrap_free(void *block) {
    const size_t length = block ? malloc_usable_size(block) : 0;
    blocks++;
    for (size_t i = 0; i + SECRET <= length; i++) {
        with_secret += memcmp((const uint8_t *)block + i, secret, SECRET) == 0;
    }
    __real_free(block);
}

int main(void) {
    for (size_t i = 0; i < SCHEMES; i++) {
        struct signer s = new_signer(schemes[i]);
        free_signer(s);
        OK(blsbench_secret_key_decode(schemes[i], secret, SECRET, &s.secret));
        OK(blsbench_secret_key_public(s.secret, &s.public));
        OK(blsbench_sign(s.secret, s.public, MESSAGE, &s.signature));
        OK(blsbench_secret_key_encode(s.secret, ROOM, &out.length));
        EXPECT(memcmp(out.bytes[0], secret, SECRET) == 0);
        blocks = 0;
        OK(blsbench_secret_key_free(s.secret));
        EXPECT(blocks > 0);
        OK(blsbench_sign_bytes(schemes[i], secret, SECRET, NULL, 0, MESSAGE, ROOM));
    }
    EXPECT(with_secret == 0);

    uint8_t *control = malloc(SECRET);
    EXPECT(control != NULL);
    memcpy(control, secret, SECRET);
    free(control);
    EXPECT(with_secret == 1);
    return EXIT_SUCCESS;
}
