// Every way in which every function refuses: the status, a message, and nothing written.

#include "test.h"

// Each input one byte short and one too long, each output one byte short.
static void lengths(uint32_t scheme) {
    struct signer s = new_signer(scheme);
    const size_t key = s.key_length, one = s.signature_length, small_key = key - 1, small = one - 1;
    uint8_t *const room = out.bytes[0];
    for (size_t off = 0; off <= 2; off += 2) {
        const size_t secret = SECRET - 1 + off, k = key - 1 + off, n = one - 1 + off;
        // One byte more than any is long.
        uint8_t bytes[LONGEST + 1] = {0};
        FAILS(BLSBENCH_LENGTH, blsbench_secret_key_decode(scheme, bytes, secret, &out.secret));
        FAILS(BLSBENCH_LENGTH, blsbench_public_key_decode(scheme, bytes, k, &out.public));
        FAILS(BLSBENCH_LENGTH, blsbench_aggregate_key_decode(scheme, bytes, k, &out.apk));
        FAILS(BLSBENCH_LENGTH, blsbench_signature_decode(scheme, bytes, n, &out.signature));
        FAILS(BLSBENCH_LENGTH, blsbench_sign_bytes(scheme, bytes, secret, PUBLIC_OF(s), MESSAGE, ROOM));
        FAILS(BLSBENCH_LENGTH, blsbench_sign_bytes(scheme, SECRET_OF(s), bytes, k, MESSAGE, ROOM));
        FAILS(BLSBENCH_LENGTH, blsbench_sign_vulnerable_bytes(scheme, bytes, secret, MESSAGE, ROOM));
        FAILS(BLSBENCH_LENGTH, blsbench_verify_bytes(scheme, bytes, k, MESSAGE, SIGNATURE_OF(s), &out.valid));
        FAILS(BLSBENCH_LENGTH, blsbench_verify_bytes(scheme, APK_OF(s), MESSAGE, bytes, n, &out.valid));
        FAILS(BLSBENCH_LENGTH, blsbench_create_apk_bytes(scheme, bytes, k, ROOM));
        FAILS(BLSBENCH_LENGTH, blsbench_add_public_keys_bytes(scheme, bytes, k, PUBLIC_OF(s), ROOM));
        FAILS(BLSBENCH_LENGTH, blsbench_aggregate_signatures_bytes(scheme, bytes, n, SIGNATURE_OF(s), ROOM));
        // The first of the list is good.
        memcpy(bytes, s.public_bytes, key);
        FAILS(BLSBENCH_LENGTH, blsbench_aggregate_public_keys_bytes(scheme, bytes, k, ROOM));
        FAILS(BLSBENCH_LENGTH, blsbench_add_public_keys_bytes(scheme, APK_OF(s), bytes, k, ROOM));
        memcpy(bytes, s.signature_bytes, one);
        FAILS(BLSBENCH_LENGTH, blsbench_aggregate_signatures_bytes(scheme, SIGNATURE_OF(s), bytes, n, ROOM));
    }
    FAILS(BLSBENCH_LENGTH, blsbench_secret_key_decode(scheme, NULL, 0, &out.secret));
    FAILS(BLSBENCH_LENGTH, blsbench_secret_key_encode(s.secret, room, SECRET - 1, &out.length));
    FAILS(BLSBENCH_LENGTH, blsbench_public_key_encode(s.public, room, small_key, &out.length));
    FAILS(BLSBENCH_LENGTH, blsbench_aggregate_key_encode(s.apk, room, small_key, &out.length));
    FAILS(BLSBENCH_LENGTH, blsbench_signature_encode(s.signature, room, small, &out.length));
    FAILS(BLSBENCH_LENGTH, blsbench_generate_keys_bytes(scheme, room, SECRET - 1, out.bytes[1], key));
    FAILS(BLSBENCH_LENGTH, blsbench_generate_keys_bytes(scheme, room, SECRET, out.bytes[1], small_key));
    FAILS(BLSBENCH_LENGTH, blsbench_sign_bytes(scheme, SECRET_OF(s), PUBLIC_OF(s), MESSAGE, room, small));
    FAILS(BLSBENCH_LENGTH, blsbench_create_apk_bytes(scheme, PUBLIC_OF(s), room, small_key));
    FAILS(BLSBENCH_LENGTH, blsbench_aggregate_public_keys_bytes(scheme, PUBLIC_OF(s), room, small_key));
    FAILS(BLSBENCH_LENGTH, blsbench_add_public_keys_bytes(scheme, APK_OF(s), PUBLIC_OF(s), room, small_key));
    FAILS(BLSBENCH_LENGTH,
          blsbench_aggregate_signatures_bytes(scheme, SIGNATURE_OF(s), SIGNATURE_OF(s), room, small));
    // Longer than any memory, in bytes: the list is not read.
    FAILS(BLSBENCH_LENGTH, blsbench_aggregate_public_keys(&s.public, SIZE_MAX / 8, &out.apk));
    free_signer(s);
}

static void malformed(uint32_t scheme) {
    struct signer s = new_signer(scheme);
    const size_t key = s.key_length, one = s.signature_length;
    uint8_t bad[LONGEST], zero[SECRET] = {0};
    memset(bad, 0xff, sizeof bad);
    FAILS(BLSBENCH_MALFORMED, blsbench_secret_key_decode(scheme, zero, SECRET, &out.secret));
    FAILS(BLSBENCH_MALFORMED, blsbench_secret_key_decode(scheme, bad, SECRET, &out.secret));
    FAILS(BLSBENCH_MALFORMED, blsbench_public_key_decode(scheme, bad, key, &out.public));
    FAILS(BLSBENCH_MALFORMED, blsbench_aggregate_key_decode(scheme, bad, key, &out.apk));
    FAILS(BLSBENCH_MALFORMED, blsbench_signature_decode(scheme, bad, one, &out.signature));
    FAILS(BLSBENCH_MALFORMED, blsbench_sign_bytes(scheme, bad, SECRET, PUBLIC_OF(s), MESSAGE, ROOM));
    FAILS(BLSBENCH_MALFORMED, blsbench_sign_bytes(scheme, SECRET_OF(s), bad, key, MESSAGE, ROOM));
    FAILS(BLSBENCH_MALFORMED, blsbench_sign_vulnerable_bytes(scheme, bad, SECRET, MESSAGE, ROOM));
    FAILS(BLSBENCH_MALFORMED, blsbench_verify_bytes(scheme, bad, key, MESSAGE, SIGNATURE_OF(s), &out.valid));
    FAILS(BLSBENCH_MALFORMED, blsbench_verify_bytes(scheme, APK_OF(s), MESSAGE, bad, one, &out.valid));
    FAILS(BLSBENCH_MALFORMED, blsbench_create_apk_bytes(scheme, bad, key, ROOM));
    FAILS(BLSBENCH_MALFORMED, blsbench_aggregate_public_keys_bytes(scheme, bad, key, ROOM));
    FAILS(BLSBENCH_MALFORMED, blsbench_add_public_keys_bytes(scheme, bad, key, PUBLIC_OF(s), ROOM));
    FAILS(BLSBENCH_MALFORMED, blsbench_add_public_keys_bytes(scheme, APK_OF(s), bad, key, ROOM));
    FAILS(BLSBENCH_MALFORMED, blsbench_aggregate_signatures_bytes(scheme, bad, one, SIGNATURE_OF(s), ROOM));
    FAILS(BLSBENCH_MALFORMED, blsbench_aggregate_signatures_bytes(scheme, SIGNATURE_OF(s), bad, one, ROOM));
    free_signer(s);
}

static void nulls(void) {
    const uint32_t scheme = BLSBENCH_SCHEME_DUSK;
    struct signer s = new_signer(scheme);
    const size_t key = s.key_length, one = s.signature_length;
    const blsbench_status null = BLSBENCH_NULL_POINTER;
    FAILS(null, blsbench_generate_keys(scheme, NULL, &out.public));
    FAILS(null, blsbench_generate_keys(scheme, &out.secret, NULL));
    FAILS(null, blsbench_secret_key_decode(scheme, NULL, SECRET, &out.secret));
    FAILS(null, blsbench_secret_key_decode(scheme, SECRET_OF(s), NULL));
    FAILS(null, blsbench_secret_key_encode(s.secret, NULL, SECRET, &out.length));
    FAILS(null, blsbench_secret_key_encode(s.secret, ROOM, NULL));
    FAILS(null, blsbench_public_key_decode(scheme, NULL, key, &out.public));
    FAILS(null, blsbench_public_key_decode(scheme, PUBLIC_OF(s), NULL));
    FAILS(null, blsbench_public_key_encode(s.public, NULL, key, &out.length));
    FAILS(null, blsbench_public_key_encode(s.public, ROOM, NULL));
    FAILS(null, blsbench_aggregate_key_decode(scheme, NULL, key, &out.apk));
    FAILS(null, blsbench_aggregate_key_decode(scheme, APK_OF(s), NULL));
    FAILS(null, blsbench_aggregate_key_encode(s.apk, NULL, key, &out.length));
    FAILS(null, blsbench_aggregate_key_encode(s.apk, ROOM, NULL));
    FAILS(null, blsbench_signature_decode(scheme, NULL, one, &out.signature));
    FAILS(null, blsbench_signature_decode(scheme, SIGNATURE_OF(s), NULL));
    FAILS(null, blsbench_signature_encode(s.signature, NULL, one, &out.length));
    FAILS(null, blsbench_signature_encode(s.signature, ROOM, NULL));
    FAILS(null, blsbench_secret_key_public(s.secret, NULL));
    FAILS(null, blsbench_sign(s.secret, s.public, NULL, 1, &out.signature));
    FAILS(null, blsbench_sign(s.secret, s.public, MESSAGE, NULL));
    FAILS(null, blsbench_sign_vulnerable(s.secret, NULL, 1, &out.signature));
    FAILS(null, blsbench_sign_vulnerable(s.secret, MESSAGE, NULL));
    FAILS(null, blsbench_verify(s.apk, NULL, 1, s.signature, &out.valid));
    FAILS(null, blsbench_verify(s.apk, MESSAGE, s.signature, NULL));
    FAILS(null, blsbench_create_apk(s.public, NULL));
    FAILS(null, blsbench_aggregate_public_keys(NULL, 1, &out.apk));
    FAILS(null, blsbench_aggregate_public_keys(&s.public, 1, NULL));
    FAILS(null, blsbench_add_public_keys(s.apk, NULL, 1, &out.apk));
    FAILS(null, blsbench_add_public_keys(s.apk, &s.public, 1, NULL));
    FAILS(null, blsbench_aggregate_signatures(s.signature, NULL, 1, &out.signature));
    FAILS(null, blsbench_aggregate_signatures(s.signature, &s.signature, 1, NULL));

    FAILS(null, blsbench_generate_keys_bytes(scheme, NULL, SECRET, ROOM));
    FAILS(null, blsbench_generate_keys_bytes(scheme, ROOM, NULL, key));
    FAILS(null, blsbench_sign_bytes(scheme, NULL, SECRET, PUBLIC_OF(s), MESSAGE, ROOM));
    FAILS(null, blsbench_sign_bytes(scheme, SECRET_OF(s), NULL, key, MESSAGE, ROOM));
    FAILS(null, blsbench_sign_bytes(scheme, SECRET_OF(s), PUBLIC_OF(s), NULL, 1, ROOM));
    FAILS(null, blsbench_sign_bytes(scheme, SECRET_OF(s), PUBLIC_OF(s), MESSAGE, NULL, one));
    FAILS(null, blsbench_sign_vulnerable_bytes(scheme, NULL, SECRET, MESSAGE, ROOM));
    FAILS(null, blsbench_sign_vulnerable_bytes(scheme, SECRET_OF(s), NULL, 1, ROOM));
    FAILS(null, blsbench_sign_vulnerable_bytes(scheme, SECRET_OF(s), MESSAGE, NULL, one));
    FAILS(null, blsbench_verify_bytes(scheme, NULL, key, MESSAGE, SIGNATURE_OF(s), &out.valid));
    FAILS(null, blsbench_verify_bytes(scheme, APK_OF(s), NULL, 1, SIGNATURE_OF(s), &out.valid));
    FAILS(null, blsbench_verify_bytes(scheme, APK_OF(s), MESSAGE, NULL, one, &out.valid));
    FAILS(null, blsbench_verify_bytes(scheme, APK_OF(s), MESSAGE, SIGNATURE_OF(s), NULL));
    FAILS(null, blsbench_create_apk_bytes(scheme, NULL, key, ROOM));
    FAILS(null, blsbench_create_apk_bytes(scheme, PUBLIC_OF(s), NULL, key));
    FAILS(null, blsbench_aggregate_public_keys_bytes(scheme, NULL, key, ROOM));
    FAILS(null, blsbench_aggregate_public_keys_bytes(scheme, PUBLIC_OF(s), NULL, key));
    FAILS(null, blsbench_add_public_keys_bytes(scheme, NULL, key, PUBLIC_OF(s), ROOM));
    FAILS(null, blsbench_add_public_keys_bytes(scheme, APK_OF(s), NULL, key, ROOM));
    FAILS(null, blsbench_add_public_keys_bytes(scheme, APK_OF(s), PUBLIC_OF(s), NULL, key));
    FAILS(null, blsbench_aggregate_signatures_bytes(scheme, NULL, one, SIGNATURE_OF(s), ROOM));
    FAILS(null, blsbench_aggregate_signatures_bytes(scheme, SIGNATURE_OF(s), NULL, one, ROOM));
    FAILS(null, blsbench_aggregate_signatures_bytes(scheme, SIGNATURE_OF(s), SIGNATURE_OF(s), NULL, one));
    free_signer(s);
}

// A handle that is none, wherever one is taken.
static void no_secret(blsbench_secret_key bad, const struct signer *s) {
    FAILS(BLSBENCH_HANDLE, blsbench_secret_key_encode(bad, ROOM, &out.length));
    FAILS(BLSBENCH_HANDLE, blsbench_secret_key_public(bad, &out.public));
    FAILS(BLSBENCH_HANDLE, blsbench_sign(bad, s->public, MESSAGE, &out.signature));
    FAILS(BLSBENCH_HANDLE, blsbench_sign_vulnerable(bad, MESSAGE, &out.signature));
    FAILS(BLSBENCH_HANDLE, blsbench_secret_key_free(bad));
}

static void no_public(blsbench_public_key bad, const struct signer *s) {
    const blsbench_public_key list[] = {s->public, bad};
    FAILS(BLSBENCH_HANDLE, blsbench_public_key_encode(bad, ROOM, &out.length));
    FAILS(BLSBENCH_HANDLE, blsbench_sign(s->secret, bad, MESSAGE, &out.signature));
    FAILS(BLSBENCH_HANDLE, blsbench_create_apk(bad, &out.apk));
    FAILS(BLSBENCH_HANDLE, blsbench_aggregate_public_keys(list, 2, &out.apk));
    FAILS(BLSBENCH_HANDLE, blsbench_add_public_keys(s->apk, list, 2, &out.apk));
    FAILS(BLSBENCH_HANDLE, blsbench_public_key_free(bad));
}

static void no_apk(blsbench_aggregate_key bad, const struct signer *s) {
    FAILS(BLSBENCH_HANDLE, blsbench_aggregate_key_encode(bad, ROOM, &out.length));
    FAILS(BLSBENCH_HANDLE, blsbench_verify(bad, MESSAGE, s->signature, &out.valid));
    FAILS(BLSBENCH_HANDLE, blsbench_add_public_keys(bad, &s->public, 1, &out.apk));
    FAILS(BLSBENCH_HANDLE, blsbench_aggregate_key_free(bad));
}

static void no_signature(blsbench_signature bad, const struct signer *s) {
    const blsbench_signature list[] = {s->signature, bad};
    FAILS(BLSBENCH_HANDLE, blsbench_signature_encode(bad, ROOM, &out.length));
    FAILS(BLSBENCH_HANDLE, blsbench_verify(s->apk, MESSAGE, bad, &out.valid));
    FAILS(BLSBENCH_HANDLE, blsbench_aggregate_signatures(bad, &s->signature, 1, &out.signature));
    FAILS(BLSBENCH_HANDLE, blsbench_aggregate_signatures(s->signature, list, 2, &out.signature));
    FAILS(BLSBENCH_HANDLE, blsbench_signature_free(bad));
}

static void handles(void) {
    struct signer s = new_signer(BLSBENCH_SCHEME_DUSK), freed = new_signer(BLSBENCH_SCHEME_DUSK);
    free_signer(freed);
    no_secret(freed.secret, &s);
    no_public(freed.public, &s);
    no_apk(freed.apk, &s);
    no_signature(freed.signature, &s);
    // The same places, taken again.
    struct signer next = new_signer(BLSBENCH_SCHEME_DUSK);
    no_secret(freed.secret, &s);
    no_public(freed.public, &s);
    no_apk(freed.apk, &s);
    no_signature(freed.signature, &s);
    free_signer(next);

    const uint64_t never[] = {0, 1, UINT64_MAX, UINT64_C(1) << 32, 0xdeadbeef};
    for (size_t i = 0; i < sizeof never / sizeof *never; i++) {
        no_secret((blsbench_secret_key){never[i]}, &s);
        no_public((blsbench_public_key){never[i]}, &s);
        no_apk((blsbench_aggregate_key){never[i]}, &s);
        no_signature((blsbench_signature){never[i]}, &s);
    }
    // One bit off a handle.
    for (int bit = 0; bit < 64; bit++) {
        no_secret((blsbench_secret_key){s.secret.id ^ UINT64_C(1) << bit}, &s);
        no_public((blsbench_public_key){s.public.id ^ UINT64_C(1) << bit}, &s);
        no_apk((blsbench_aggregate_key){s.apk.id ^ UINT64_C(1) << bit}, &s);
        no_signature((blsbench_signature){s.signature.id ^ UINT64_C(1) << bit}, &s);
    }
    // A handle of another type.
    const uint64_t ids[] = {s.secret.id, s.public.id, s.apk.id, s.signature.id};
    for (size_t i = 1; i < 4; i++) {
        no_secret((blsbench_secret_key){ids[i]}, &s);
        no_public((blsbench_public_key){ids[(1 + i) % 4]}, &s);
        no_apk((blsbench_aggregate_key){ids[(2 + i) % 4]}, &s);
        no_signature((blsbench_signature){ids[(3 + i) % 4]}, &s);
    }
    EXPECT(verifies(s.apk, s.signature));
    free_signer(s);
}

static void mixed(void) {
    struct signer s[SCHEMES];
    for (size_t i = 0; i < SCHEMES; i++) {
        s[i] = new_signer(schemes[i]);
    }
    for (size_t i = 0; i < SCHEMES; i++) {
        const struct signer a = s[i], b = s[(i + 1) % SCHEMES];
        const blsbench_public_key keys[] = {a.public, b.public};
        const blsbench_signature signatures[] = {a.signature, b.signature};
        FAILS(BLSBENCH_MIXED, blsbench_sign(a.secret, b.public, MESSAGE, &out.signature));
        FAILS(BLSBENCH_MIXED, blsbench_verify(a.apk, MESSAGE, b.signature, &out.valid));
        FAILS(BLSBENCH_MIXED, blsbench_aggregate_public_keys(keys, 2, &out.apk));
        FAILS(BLSBENCH_MIXED, blsbench_add_public_keys(a.apk, keys, 2, &out.apk));
        FAILS(BLSBENCH_MIXED, blsbench_aggregate_signatures(a.signature, signatures, 2, &out.signature));
    }
    for (size_t i = 0; i < SCHEMES; i++) {
        free_signer(s[i]);
    }
}

static void no_scheme(uint32_t scheme) {
    const uint8_t bytes[LONGEST] = {0};
    const size_t n = LONGEST;
    EXPECT(blsbench_public_key_length(scheme) == 0 && blsbench_signature_length(scheme) == 0);
    FAILS(BLSBENCH_SCHEME, blsbench_generate_keys(scheme, &out.secret, &out.public));
    FAILS(BLSBENCH_SCHEME, blsbench_secret_key_decode(scheme, bytes, n, &out.secret));
    FAILS(BLSBENCH_SCHEME, blsbench_public_key_decode(scheme, bytes, n, &out.public));
    FAILS(BLSBENCH_SCHEME, blsbench_aggregate_key_decode(scheme, bytes, n, &out.apk));
    FAILS(BLSBENCH_SCHEME, blsbench_signature_decode(scheme, bytes, n, &out.signature));
    FAILS(BLSBENCH_SCHEME, blsbench_generate_keys_bytes(scheme, ROOM, out.bytes[1], n));
    FAILS(BLSBENCH_SCHEME, blsbench_sign_bytes(scheme, bytes, n, bytes, n, MESSAGE, ROOM));
    FAILS(BLSBENCH_SCHEME, blsbench_sign_vulnerable_bytes(scheme, bytes, n, MESSAGE, ROOM));
    FAILS(BLSBENCH_SCHEME, blsbench_verify_bytes(scheme, bytes, n, MESSAGE, bytes, n, &out.valid));
    FAILS(BLSBENCH_SCHEME, blsbench_create_apk_bytes(scheme, bytes, n, ROOM));
    FAILS(BLSBENCH_SCHEME, blsbench_aggregate_public_keys_bytes(scheme, bytes, n, ROOM));
    FAILS(BLSBENCH_SCHEME, blsbench_add_public_keys_bytes(scheme, bytes, n, bytes, n, ROOM));
    FAILS(BLSBENCH_SCHEME, blsbench_aggregate_signatures_bytes(scheme, bytes, n, bytes, n, ROOM));
}

void refusals(void) {
    for (size_t i = 0; i < SCHEMES; i++) {
        lengths(schemes[i]);
        malformed(schemes[i]);
    }
    nulls();
    handles();
    mixed();
    no_scheme(0);
    no_scheme(4);
    no_scheme(UINT32_MAX);
}
