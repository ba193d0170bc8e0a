"""The scheme of draft-irtf-cfrg-bls-signature-05, over py_ecc arithmetic.

One reference implementation serves both suites; what differs is which group
carries the keys and which the signatures:

* min_pk: keys in G1, signatures in G2,
  BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_
* min_sig: keys in G2, signatures in G1,
  BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_POP_

Octet strings go in, octet strings, booleans or None (a refusal) come out.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Dict, List, Optional, Sequence, Tuple

from py_ecc.bls import G2ProofOfPossession

import curve
from curve import G1, G2, ORDER, Group, Point

MINIMUM_IKM_LENGTH = 32


@dataclass(frozen=True, eq=False)
class Suite:
    """A proof-of-possession ciphersuite of the draft."""

    name: str
    key_group: Group
    signature_group: Group
    dst: bytes

    # -- secret and public keys ---------------------------------------------

    @staticmethod
    def key_gen(ikm: bytes) -> Optional[int]:
        """KeyGen (section 2.3) with an empty key_info.

        The initial salt is "BLS-SIG-KEYGEN-SALT-", hashed once before its
        first use; EIP-2333 calls the same function hkdf_mod_r. Key material
        shorter than 32 octets is refused.
        """
        if len(ikm) < MINIMUM_IKM_LENGTH:
            return None
        return G2ProofOfPossession.KeyGen(ikm)

    @staticmethod
    def decode_secret_key(data: bytes) -> Optional[int]:
        """A secret key from 32 octets, big endian, in 1..ORDER - 1."""
        value = int.from_bytes(data, "big")
        if len(data) != 32 or not 0 < value < ORDER:
            return None
        return value

    def sk_to_pk(self, secret_key: int) -> bytes:
        """SkToPk (section 2.4)."""
        point = curve.multiply(self.key_group.generator, secret_key)
        return self.key_group.encode(point)

    # -- points -------------------------------------------------------------

    def decode_key(self, data: bytes) -> Optional[Point]:
        """KeyValidate (section 2.5): infinity is no public key."""
        point = decode(self.key_group, data)
        if point is None or curve.is_inf(point):
            return None
        return point

    def decode_keys(self, keys: Sequence[bytes]) -> Optional[List[Point]]:
        """Every key validated, or None if one of them is refused."""
        points = [self.decode_key(key) for key in keys]
        return None if None in points else points

    def decode_signature(self, data: bytes) -> Optional[Point]:
        """signature_to_point followed by signature_subgroup_check."""
        return decode(self.signature_group, data)

    def hash(self, message: bytes) -> Point:
        """hash_to_point of the suite."""
        return curve.hash_to_curve(self.signature_group, message, self.dst)

    def equation_holds(
        self, terms: Sequence[Tuple[Point, Point]], signature: Point
    ) -> bool:
        """Whether prod e(key, hash) = e(generator, signature)."""
        generator = self.key_group.generator
        pairs = list(terms) + [(generator, curve.neg(signature))]
        if self.key_group is G2:
            pairs = [(b, a) for a, b in pairs]
        return curve.pairing_product_is_one(pairs)

    # -- operations ---------------------------------------------------------

    def sign(self, secret_key: bytes, message: bytes) -> Optional[bytes]:
        """CoreSign (section 2.6)."""
        scalar = self.decode_secret_key(secret_key)
        if scalar is None:
            return None
        point = curve.multiply(self.hash(message), scalar)
        return self.signature_group.encode(point)

    def verify(self, public_key: bytes, message: bytes, signature: bytes) -> bool:
        """CoreVerify (section 2.7)."""
        key = self.decode_key(public_key)
        point = self.decode_signature(signature)
        if key is None or point is None:
            return False
        return self.equation_holds([(key, self.hash(message))], point)

    def aggregate(self, signatures: Sequence[bytes]) -> Optional[bytes]:
        """Aggregate (section 2.8), every signature checked for its subgroup."""
        points = [self.decode_signature(signature) for signature in signatures]
        if not points or None in points:
            return None
        return self.signature_group.encode(self.signature_group.sum(points))

    def aggregate_verify(
        self, public_keys: Sequence[bytes], messages: Sequence[bytes], signature: bytes
    ) -> bool:
        """CoreAggregateVerify (section 2.9); messages may repeat."""
        if not public_keys or len(public_keys) != len(messages):
            return False
        keys = self.decode_keys(public_keys)
        point = self.decode_signature(signature)
        if keys is None or point is None:
            return False
        hashes = [self.hash(message) for message in messages]
        return self.equation_holds(list(zip(keys, hashes)), point)

    def fast_aggregate_verify(
        self, public_keys: Sequence[bytes], message: bytes, signature: bytes
    ) -> bool:
        """FastAggregateVerify (section 3.3.4).

        The proofs of possession are the caller's part. The sum of the keys
        goes through CoreVerify, hence through KeyValidate.
        """
        keys = self.decode_keys(public_keys)
        if not keys:
            return False
        aggregate = self.key_group.encode(self.key_group.sum(keys))
        return self.verify(aggregate, message, signature)

    def batch_verify(
        self,
        public_keys: Sequence[bytes],
        messages: Sequence[bytes],
        signatures: Sequence[bytes],
    ) -> bool:
        """Whether every one of a non-empty list of triples is valid."""
        if not len(public_keys) == len(messages) == len(signatures):
            return False
        triples = list(zip(public_keys, messages, signatures))
        return bool(triples) and all(self.verify(*triple) for triple in triples)

    # -- vector cases -------------------------------------------------------

    def evaluate(self, folder: str, case_input):
        """The output that belongs to the input of a vector case."""
        if folder == "aggregate":
            return to_hex(self.aggregate(from_hex_list(case_input)))
        if folder.startswith("deserialization_"):
            ((field, data),) = case_input.items()
            group = self.key_group if field == "pubkey" else self.signature_group
            assert folder == "deserialization_" + group.name
            return decode(group, from_hex(data)) is not None
        if folder.startswith("hash_to_"):
            return evaluate_hash(folder, case_input["msg"])
        if folder == "keygen":
            assert case_input["key_info"] == "0x"
            secret_key = self.key_gen(from_hex(case_input["ikm"]))
            if secret_key is None:
                return None
            return {
                "privkey": to_hex(secret_key.to_bytes(32, "big")),
                "pubkey": to_hex(self.sk_to_pk(secret_key)),
            }
        operation = getattr(self, folder)
        output = operation(
            *(
                from_hex_list(value) if isinstance(value, list) else from_hex(value)
                for value in case_input.values()
            )
        )
        return to_hex(output) if folder == "sign" else output


@lru_cache(maxsize=None)
def decode(group: Group, data: bytes) -> Optional[Point]:
    """`Group.decode`, remembering what it has decoded."""
    return group.decode(data)


RFC_9380_DST = b"QUUX-V01-CS02-with-BLS12381%s_XMD:SHA-256_SSWU_RO_"


def evaluate_hash(folder: str, message: str) -> Dict[str, str]:
    """A case of hash_to_G1 or hash_to_G2, under the DST of RFC 9380."""
    group = {"hash_to_G1": G1, "hash_to_G2": G2}[folder]
    dst = RFC_9380_DST % group.name.encode()
    point = curve.hash_to_curve(group, message.encode("ascii"), dst)
    x, y = (
        ",".join(to_hex(part.to_bytes(48, "big")) for part in parts)
        for parts in group.affine(point)
    )
    return {"x": x, "y": y}


def to_hex(data: Optional[bytes]) -> Optional[str]:
    """Octets as 0x-prefixed lower-case hexadecimal; None stays None."""
    return None if data is None else "0x" + data.hex()


def from_hex(text: str) -> bytes:
    """The inverse of `to_hex`."""
    assert text.startswith("0x")
    return bytes.fromhex(text[2:])


def from_hex_list(texts: Sequence[str]) -> List[bytes]:
    """`from_hex` of every element."""
    return [from_hex(text) for text in texts]


MIN_PK = Suite(
    name="min_pk",
    key_group=G1,
    signature_group=G2,
    dst=b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_",
)

MIN_SIG = Suite(
    name="min_sig",
    key_group=G2,
    signature_group=G1,
    dst=b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_POP_",
)

SUITES = {suite.name: suite for suite in (MIN_PK, MIN_SIG)}
