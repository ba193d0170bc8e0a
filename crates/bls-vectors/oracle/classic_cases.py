"""The cases of the group `classic`: what all its schemes share, and BIP-340."""

from typing import Dict, List

import bip340
from cases import Case, CaseList
from classic import BIP340, ECDSA_P256, ECDSA_SECP256K1, ED25519
from ecdsa_cases import add_ecdsa, add_rfc6979
from ed25519_cases import add_ed25519
from seeds import MESSAGES, octets
from weierstrass import SECP256K1

SECRET_KEYS = [octets(f"classic signer {index}", 32) for index in range(2)]
MESSAGE = MESSAGES["32_byte_message"]


class Author:
    """One scheme and its cases."""

    def __init__(self, scheme, cases: CaseList):
        self.scheme = scheme
        self.cases = cases
        self.auxiliary = octets("auxiliary", 32) if scheme is BIP340 else b""
        self.public_keys = [scheme.public_key(key) for key in SECRET_KEYS]
        self.signature = self.sign(SECRET_KEYS[0], MESSAGE)

    def sign(self, secret_key: bytes, message: bytes) -> bytes:
        """A signature with the auxiliary octets of all cases."""
        return self.scheme.sign(secret_key, message, self.auxiliary)

    def add_keygen(self, name: str, secret_key: bytes, expected) -> None:
        """A case of keygen."""
        self._add("keygen", name, {"secret_keys": [secret_key.hex()]}, expected)

    def add_sign(self, name: str, secret_key, message, expected, auxiliary=None):
        """A case of sign."""
        case = {"secret_keys": [secret_key.hex()], "messages": [message.hex()]}
        auxiliary = self.auxiliary if auxiliary is None else auxiliary
        if auxiliary:
            case["input"] = auxiliary.hex()
        self._add("sign", name, case, expected)

    def add_verify(self, name: str, key, message, signature, expected: bool) -> None:
        """A case of verify."""
        self.add_list("verify", name, [(key, message, signature)], expected)

    def add_list(self, operation: str, name: str, triples, expected: bool) -> None:
        """A case of verify or batch_verify: keys, messages and signatures."""
        columns = zip(*triples) if triples else ((), (), ())
        fields = ("public_keys", "messages", "signatures")
        case = {
            field: [item.hex() for item in column]
            for field, column in zip(fields, columns)
        }
        self._add(operation, name, case, expected)

    def _add(self, operation: str, name: str, case: Dict, expected) -> None:
        expected = expected.hex() if isinstance(expected, bytes) else expected
        self.cases.add(f"{self.scheme.name}_{operation}", name, case, expected)

    def add_common(self) -> None:
        """Messages of all lengths, and what is wrong in any scheme."""
        key, signature = self.public_keys[0], self.signature
        self.add_keygen("key", SECRET_KEYS[0], key)
        for length in (0, 31, 33):
            short = (SECRET_KEYS[0] + b"\x00")[:length]
            self.add_keygen(f"{length}_bytes", short, None)
        for name in ("empty_message", "32_byte_message", "200_byte_message"):
            message = MESSAGES[name]
            made = self.sign(SECRET_KEYS[0], message)
            self.add_sign(name, SECRET_KEYS[0], message, made)
            self.add_verify(f"valid_{name}", key, message, made, True)
        changed = bytes([MESSAGE[0] ^ 1]) + MESSAGE[1:]
        self.add_verify("wrong_message", key, changed, signature, False)
        self.add_verify("longer_message", key, MESSAGE + b"\x00", signature, False)
        self.add_verify("wrong_key", self.public_keys[1], MESSAGE, signature, False)
        for at in (0, 63):
            changed = bytearray(signature)
            changed[at] ^= 1
            name = f"byte_{at}_of_signature_changed"
            self.add_verify(name, key, MESSAGE, bytes(changed), False)
        for name, other in {
            "empty": b"",
            "too_short": signature[:-1],
            "too_long": signature + b"\x00",
            "zero": bytes(64),
            "all_ones": b"\xff" * 64,
        }.items():
            self.add_verify(f"signature_{name}", key, MESSAGE, other, False)
        for name, other in {
            "empty": b"",
            "too_short": key[:-1],
            "too_long": key + b"\x00",
            "all_ones": b"\xff" * len(key),
        }.items():
            self.add_verify(f"key_{name}", other, MESSAGE, signature, False)


def add_out_of_range(author: Author, order: int) -> None:
    """Secret keys at the ends of the range of a scheme whose keys are scalars."""
    for name, number in {
        "zero": 0,
        "equals_n": order,
        "equals_n_plus_1": order + 1,
        "all_ones": 2**256 - 1,
    }.items():
        key = number.to_bytes(32, "big")
        author.add_keygen(name, key, None)
        author.add_sign(f"key_{name}", key, MESSAGE, None)
    for name, number in {"1": 1, "n_minus_1": order - 1}.items():
        key = number.to_bytes(32, "big")
        public_key = author.scheme.public_key(key)
        made = author.sign(key, MESSAGE)
        author.add_keygen(name, key, public_key)
        author.add_sign(f"key_{name}", key, MESSAGE, made)
        author.add_verify(f"valid_key_of_{name}", public_key, MESSAGE, made, True)


def add_bip340(author: Author) -> None:
    """The vectors of the text, and what they leave out."""
    for row in bip340.official():
        index, valid = row["index"], row["valid"] == "true"
        secret_key, key, auxiliary, message, signature = (
            bytes.fromhex(row[name])
            for name in ("secret_key", "public_key", "aux_rand", "message", "signature")
        )
        if secret_key:
            author.add_keygen(f"bip340_{index}", secret_key, key)
            name = f"bip340_{index}"
            author.add_sign(name, secret_key, message, signature, auxiliary)
        author.add_verify(f"bip340_{index}", key, message, signature, valid)
    for length in (0, 31, 33):
        auxiliary = (author.auxiliary + b"\x00")[:length]
        name = f"auxiliary_{length}_bytes"
        author.add_sign(name, SECRET_KEYS[0], MESSAGE, None, auxiliary)
    key, signature, p = author.public_keys[0], author.signature, SECP256K1.p
    x = next(x for x in range(1, p) if SECP256K1.lift_x(x))
    for name, number in {"p": p, "p_plus_x_on_curve": p + x, "zero": 0}.items():
        encoded = number.to_bytes(32, "big")
        author.add_verify(f"key_{name}", encoded, MESSAGE, signature, False)
        forged = encoded + signature[32:]
        author.add_verify(f"r_{name}", key, MESSAGE, forged, False)
    compressed = b"\x02" + key
    author.add_verify("key_compressed", compressed, MESSAGE, signature, False)
    s = int.from_bytes(signature[32:], "big")
    negated = signature[:32] + (SECP256K1.n - s).to_bytes(32, "big")
    author.add_verify("s_negated", key, MESSAGE, negated, False)


class ClassicCases:
    """All cases of the group."""

    def build(self) -> List[Case]:
        """All cases of the group."""
        cases = CaseList("classic")
        authors = [
            Author(scheme, cases)
            for scheme in (ED25519, ECDSA_P256, ECDSA_SECP256K1, BIP340)
        ]
        for author in authors:
            author.add_common()
        ed25519, p256, secp256k1, schnorr = authors
        add_ed25519(ed25519, SECRET_KEYS, MESSAGE)
        for author in (p256, secp256k1):
            add_out_of_range(author, author.scheme.curve.n)
            add_ecdsa(author, MESSAGE)
        add_rfc6979(p256)
        add_out_of_range(schnorr, SECP256K1.n)
        add_bip340(schnorr)
        return cases.cases
