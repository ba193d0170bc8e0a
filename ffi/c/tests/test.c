// Every function and scheme, as C sees them. Prints nothing and exits with 0, or says what went wrong.

#include <pthread.h>
#include <stdatomic.h>

#include "test.h"

enum { SIGNERS = 3, THREADS = 4, ROUNDS = 3 };

static bool verifies_bytes(const struct signer *s, const uint8_t *apk, const uint8_t *signature) {
    bool valid;
    OK(blsbench_verify_bytes(s->scheme, apk, s->key_length, MESSAGE, signature, s->signature_length, &valid));
    return valid;
}

static bool is_apk(blsbench_aggregate_key apk, const uint8_t *bytes) {
    uint8_t found[LONGEST];
    size_t length;
    OK(blsbench_aggregate_key_encode(apk, found, sizeof found, &length));
    return memcmp(found, bytes, length) == 0;
}

static bool is_signature(blsbench_signature signature, const uint8_t *bytes) {
    uint8_t found[LONGEST];
    size_t length;
    OK(blsbench_signature_encode(signature, found, sizeof found, &length));
    return memcmp(found, bytes, length) == 0;
}

static void null_call(void) {
    uint64_t length;
    OK(blsbench_null_call(MESSAGE, &length));
    EXPECT(length == sizeof message);
    OK(blsbench_null_call(NULL, 0, &length));
    EXPECT(length == 0);
    FAILS(BLSBENCH_NULL_POINTER, blsbench_null_call(NULL, 1, &out.payload_length));
    FAILS(BLSBENCH_NULL_POINTER, blsbench_null_call(MESSAGE, NULL));
    FAILS(BLSBENCH_LENGTH, blsbench_null_call(message, SIZE_MAX, &out.payload_length));
}

// Handles and bytes say the same.
static void one_signer(uint32_t scheme) {
    struct signer s = new_signer(scheme), other = new_signer(scheme);
    uint8_t secret[SECRET], public[LONGEST], apk[LONGEST], signature[LONGEST];
    bool valid;

    EXPECT(verifies(s.apk, s.signature));
    EXPECT(!verifies(s.apk, other.signature));
    OK(blsbench_verify(s.apk, message, 1, s.signature, &valid));
    EXPECT(!valid);

    EXPECT(verifies_bytes(&s, s.apk_bytes, s.signature_bytes));
    EXPECT(!verifies_bytes(&s, other.apk_bytes, s.signature_bytes));
    OK(blsbench_create_apk_bytes(scheme, PUBLIC_OF(s), apk, LONGEST));
    EXPECT(memcmp(apk, s.apk_bytes, s.key_length) == 0);
    OK(blsbench_sign_bytes(scheme, SECRET_OF(s), PUBLIC_OF(s), MESSAGE, signature, LONGEST));
    EXPECT(memcmp(signature, s.signature_bytes, s.signature_length) == 0);
    OK(blsbench_sign_bytes(scheme, SECRET_OF(s), NULL, 0, MESSAGE, signature, s.signature_length));
    EXPECT(memcmp(signature, s.signature_bytes, s.signature_length) == 0);

    OK(blsbench_generate_keys_bytes(scheme, secret, SECRET, public, s.key_length));
    EXPECT(memcmp(secret, s.secret_bytes, SECRET) != 0);
    OK(blsbench_sign_bytes(scheme, secret, SECRET, public, s.key_length, MESSAGE, signature, LONGEST));
    OK(blsbench_create_apk_bytes(scheme, public, s.key_length, apk, s.key_length));
    EXPECT(verifies_bytes(&s, apk, signature));

    free_signer(s);
    free_signer(other);
}

static void decoded_again(uint32_t scheme) {
    struct signer s = new_signer(scheme), again = s;
    blsbench_public_key computed;
    size_t length;
    OK(blsbench_secret_key_decode(scheme, SECRET_OF(s), &again.secret));
    OK(blsbench_public_key_decode(scheme, PUBLIC_OF(s), &again.public));
    OK(blsbench_aggregate_key_decode(scheme, APK_OF(s), &again.apk));
    OK(blsbench_signature_decode(scheme, SIGNATURE_OF(s), &again.signature));
    EXPECT(verifies(again.apk, s.signature) && verifies(s.apk, again.signature));

    OK(blsbench_secret_key_public(again.secret, &computed));
    OK(blsbench_public_key_encode(computed, ROOM, &length));
    EXPECT(memcmp(out.bytes[0], s.public_bytes, length) == 0);
    OK(blsbench_public_key_free(computed));

    free_signer(s);
    // A message of no bytes.
    OK(blsbench_sign(again.secret, again.public, NULL, 0, &s.signature));
    OK(blsbench_verify(again.apk, NULL, 0, s.signature, &out.valid));
    EXPECT(out.valid && !verifies(again.apk, s.signature));
    OK(blsbench_sign_bytes(scheme, SECRET_OF(s), PUBLIC_OF(s), NULL, 0, ROOM));
    EXPECT(is_signature(s.signature, out.bytes[0]));
    OK(blsbench_verify_bytes(scheme, APK_OF(s), NULL, 0, out.bytes[0], s.signature_length, &out.valid));
    EXPECT(out.valid);
    OK(blsbench_signature_free(s.signature));
    free_signer(again);
}

static void many_signers(uint32_t scheme) {
    struct signer s[SIGNERS];
    blsbench_public_key publics[SIGNERS];
    blsbench_signature signatures[SIGNERS], sum, same;
    blsbench_aggregate_key apk, grown;
    uint8_t keys[SIGNERS * LONGEST], others[SIGNERS * LONGEST], bytes[LONGEST];
    const size_t key = blsbench_public_key_length(scheme), one = blsbench_signature_length(scheme);
    for (size_t i = 0; i < SIGNERS; i++) {
        s[i] = new_signer(scheme);
        publics[i] = s[i].public;
        signatures[i] = s[i].signature;
        memcpy(keys + i * key, s[i].public_bytes, key);
        memcpy(others + i * one, s[i].signature_bytes, one);
    }
    OK(blsbench_aggregate_public_keys(publics, SIGNERS, &apk));
    OK(blsbench_aggregate_signatures(signatures[0], signatures + 1, SIGNERS - 1, &sum));
    EXPECT(verifies(apk, sum));
    EXPECT(!verifies(s[0].apk, sum) && !verifies(apk, signatures[0]));
    OK(blsbench_aggregate_signatures(sum, NULL, 0, &same));
    EXPECT(verifies(apk, same));

    OK(blsbench_aggregate_public_keys_bytes(scheme, keys, SIGNERS * key, bytes, key));
    EXPECT(is_apk(apk, bytes));
    // An output where an input is.
    memcpy(bytes, others, one);
    OK(blsbench_aggregate_signatures_bytes(scheme, bytes, one, others + one, (SIGNERS - 1) * one, bytes, one));
    EXPECT(is_signature(sum, bytes));

    FAILS(BLSBENCH_EMPTY, blsbench_aggregate_public_keys(NULL, 0, &out.apk));
    FAILS(BLSBENCH_EMPTY, blsbench_aggregate_public_keys_bytes(scheme, NULL, 0, ROOM));
    if (scheme == BLSBENCH_SCHEME_DUSK_V2) {
        FAILS(BLSBENCH_UNSUPPORTED, blsbench_add_public_keys(apk, publics, 1, &out.apk));
        FAILS(BLSBENCH_UNSUPPORTED, blsbench_add_public_keys_bytes(scheme, APK_OF(s[0]), keys, key, ROOM));
    } else {
        OK(blsbench_add_public_keys(s[0].apk, publics + 1, SIGNERS - 1, &grown));
        EXPECT(verifies(grown, sum));
        OK(blsbench_aggregate_key_free(grown));
        OK(blsbench_add_public_keys_bytes(scheme, APK_OF(s[0]), keys + key, (SIGNERS - 1) * key, bytes, key));
        EXPECT(is_apk(apk, bytes));
        OK(blsbench_add_public_keys_bytes(scheme, APK_OF(s[0]), NULL, 0, bytes, key));
        EXPECT(is_apk(s[0].apk, bytes));
    }
    OK(blsbench_aggregate_key_free(apk));
    OK(blsbench_signature_free(sum));
    OK(blsbench_signature_free(same));
    for (size_t i = 0; i < SIGNERS; i++) {
        free_signer(s[i]);
    }
}

static void without_the_factor(uint32_t scheme) {
    struct signer s = new_signer(scheme);
    if (scheme == BLSBENCH_SCHEME_DUSK) {
        blsbench_aggregate_key key;
        blsbench_signature signature;
        OK(blsbench_aggregate_key_decode(scheme, PUBLIC_OF(s), &key));
        OK(blsbench_sign_vulnerable(s.secret, MESSAGE, &signature));
        EXPECT(verifies(key, signature) && !verifies(s.apk, signature));
        OK(blsbench_sign_vulnerable_bytes(scheme, SECRET_OF(s), MESSAGE, ROOM));
        EXPECT(is_signature(signature, out.bytes[0]));
        OK(blsbench_sign_vulnerable(s.secret, NULL, 0, &out.signature));
        OK(blsbench_signature_free(out.signature));
        OK(blsbench_aggregate_key_free(key));
        OK(blsbench_signature_free(signature));
        FAILS(BLSBENCH_LENGTH, blsbench_sign_vulnerable_bytes(scheme, SECRET_OF(s), MESSAGE, out.bytes[0], 47));
    } else {
        FAILS(BLSBENCH_UNSUPPORTED, blsbench_sign_vulnerable(s.secret, MESSAGE, &out.signature));
        FAILS(BLSBENCH_UNSUPPORTED, blsbench_sign_vulnerable_bytes(scheme, SECRET_OF(s), MESSAGE, ROOM));
    }
    free_signer(s);
}

static void *fails_once(void *unused) {
    uint64_t length;
    EXPECT(*blsbench_last_error() == '\0');
    EXPECT(blsbench_null_call(NULL, 1, &length) == BLSBENCH_NULL_POINTER);
    EXPECT(strcmp(blsbench_last_error(), "`payload` is NULL") == 0);
    return unused;
}

static void last_error(void) {
    uint64_t length;
    pthread_t thread;
    FAILS(BLSBENCH_SCHEME, blsbench_generate_keys(77, &out.secret, &out.public));
    const char *message_of_this_thread = blsbench_last_error();
    EXPECT(pthread_create(&thread, NULL, fails_once, NULL) == 0);
    EXPECT(pthread_join(thread, NULL) == 0);
    OK(blsbench_null_call(NULL, 0, &length));
    EXPECT(blsbench_last_error() == message_of_this_thread);
    EXPECT(strcmp(message_of_this_thread, "no scheme has the number 77") == 0);
}

static struct signer shared;
static atomic_int freed_by;

// Works with what all threads share, until one of them has freed it.
static void *shares(void *unused) {
    for (int round = 0; round < ROUNDS; round++) {
        struct signer own = new_signer(shared.scheme);
        EXPECT(verifies(own.apk, own.signature));
        free_signer(own);

        bool valid = false;
        blsbench_status status = blsbench_verify(shared.apk, MESSAGE, shared.signature, &valid);
        EXPECT(status == BLSBENCH_HANDLE || (status == BLSBENCH_OK && valid));
        blsbench_signature signature;
        status = blsbench_sign(shared.secret, shared.public, MESSAGE, &signature);
        EXPECT(status == BLSBENCH_HANDLE || status == BLSBENCH_OK);
        if (status == BLSBENCH_OK) {
            EXPECT(is_signature(signature, shared.signature_bytes));
            OK(blsbench_signature_free(signature));
        }
        if (round == ROUNDS / 2) {
            freed_by += blsbench_secret_key_free(shared.secret) == BLSBENCH_OK;
            freed_by += blsbench_public_key_free(shared.public) == BLSBENCH_OK;
            freed_by += blsbench_aggregate_key_free(shared.apk) == BLSBENCH_OK;
            freed_by += blsbench_signature_free(shared.signature) == BLSBENCH_OK;
        }
    }
    return unused;
}

static void threads(uint32_t scheme) {
    pthread_t thread[THREADS];
    shared = new_signer(scheme);
    freed_by = 0;
    for (int i = 0; i < THREADS; i++) {
        EXPECT(pthread_create(&thread[i], NULL, shares, NULL) == 0);
    }
    for (int i = 0; i < THREADS; i++) {
        EXPECT(pthread_join(thread[i], NULL) == 0);
    }
    // Each of the four handles, by one thread alone.
    EXPECT(freed_by == 4);
}

int main(void) {
    EXPECT(*blsbench_last_error() == '\0');
    null_call();
    for (size_t i = 0; i < SCHEMES; i++) {
        one_signer(schemes[i]);
        decoded_again(schemes[i]);
        many_signers(schemes[i]);
        without_the_factor(schemes[i]);
        threads(schemes[i]);
    }
    refusals();
    last_error();
    return EXIT_SUCCESS;
}
