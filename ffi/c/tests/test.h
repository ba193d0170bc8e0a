// What the parts of the test share.
#ifndef TEST_H
#define TEST_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blsbench.h"

enum { SECRET = BLSBENCH_SECRET_KEY_LENGTH, LONGEST = 96 };

static const uint32_t schemes[] = {
    BLSBENCH_SCHEME_DUSK, BLSBENCH_SCHEME_DUSK_V2, BLSBENCH_SCHEME_MIN_PK,
};
enum { SCHEMES = sizeof schemes / sizeof *schemes };

static const uint8_t message[] = "message";
#define MESSAGE message, sizeof message

#define EXPECT(condition) expect((condition), #condition, __FILE__, __LINE__)
#define OK(call) EXPECT((call) == BLSBENCH_OK)

static inline void expect(bool condition, const char *what, const char *file, int line) {
    if (!condition) {
        fprintf(stderr, "%s:%d: %s\nlast error: %s\n", file, line, what, blsbench_last_error());
        exit(EXIT_FAILURE);
    }
}

// Where failing calls would write.
static struct {
    blsbench_secret_key secret;
    blsbench_public_key public;
    blsbench_aggregate_key apk;
    blsbench_signature signature;
    uint8_t bytes[2][LONGEST];
    size_t length;
    uint64_t payload_length;
    bool valid;
} out;

enum { UNTOUCHED = 0xa5 };

// The call fails with the status, says why, and writes nothing.
#define FAILS(status, call) \
    (memset(&out, UNTOUCHED, sizeof out), fails((status), (call), #call, __FILE__, __LINE__))

static inline void fails(blsbench_status expected, blsbench_status found, const char *call, const char *file, int line) {
    const unsigned char *byte = (const unsigned char *)&out;
    expect(found == expected, call, file, line);
    expect(*blsbench_last_error() != '\0', call, file, line);
    for (size_t i = 0; i < sizeof out; i++) {
        expect(byte[i] == UNTOUCHED, call, file, line);
    }
}

// One signer, by handle and by bytes.
struct signer {
    uint32_t scheme;
    size_t key_length, signature_length;
    blsbench_secret_key secret;
    blsbench_public_key public;
    blsbench_aggregate_key apk;
    blsbench_signature signature;
    uint8_t secret_bytes[SECRET], public_bytes[LONGEST], apk_bytes[LONGEST], signature_bytes[LONGEST];
};

// What follows a scheme in calls by bytes.
#define SECRET_OF(s) (s).secret_bytes, SECRET
#define PUBLIC_OF(s) (s).public_bytes, (s).key_length
#define APK_OF(s) (s).apk_bytes, (s).key_length
#define SIGNATURE_OF(s) (s).signature_bytes, (s).signature_length
#define ROOM out.bytes[0], LONGEST

static inline struct signer new_signer(uint32_t scheme) {
    struct signer s = {.scheme = scheme};
    size_t length;
    s.key_length = blsbench_public_key_length(scheme);
    s.signature_length = blsbench_signature_length(scheme);
    OK(blsbench_generate_keys(scheme, &s.secret, &s.public));
    OK(blsbench_create_apk(s.public, &s.apk));
    OK(blsbench_sign(s.secret, s.public, MESSAGE, &s.signature));
    // Exactly the room that is needed.
    OK(blsbench_secret_key_encode(s.secret, s.secret_bytes, SECRET, &length));
    EXPECT(length == SECRET);
    OK(blsbench_public_key_encode(s.public, s.public_bytes, s.key_length, &length));
    EXPECT(length == s.key_length);
    OK(blsbench_aggregate_key_encode(s.apk, s.apk_bytes, s.key_length, &length));
    EXPECT(length == s.key_length);
    OK(blsbench_signature_encode(s.signature, s.signature_bytes, s.signature_length, &length));
    EXPECT(length == s.signature_length);
    return s;
}

static inline void free_signer(struct signer s) {
    OK(blsbench_secret_key_free(s.secret));
    OK(blsbench_public_key_free(s.public));
    OK(blsbench_aggregate_key_free(s.apk));
    OK(blsbench_signature_free(s.signature));
}

static inline bool verifies(blsbench_aggregate_key apk, blsbench_signature signature) {
    bool valid;
    OK(blsbench_verify(apk, MESSAGE, signature, &valid));
    return valid;
}

// Every failure, in refusals.c.
void refusals(void);

#endif
