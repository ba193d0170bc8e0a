"""The building blocks of the cases of one suite."""

from functools import lru_cache
from typing import Dict, List, Sequence

import curve
import refused
from cases import (
    LIST_MESSAGES,
    SIGNERS,
    CaseList,
    add_encoded,
    shift_encoded,
    signer_scalar,
)
from curve import ORDER
from suites import Suite, decode, to_hex


class Author:
    """Keys, signatures and damaged encodings; collects the cases."""

    def __init__(self, suite: Suite):
        self.suite = suite
        self.keys = suite.key_group
        self.signatures = suite.signature_group
        self.list = CaseList(suite.name)
        self.scalars = [signer_scalar(i) for i in range(SIGNERS)]
        self.public_keys = [suite.sk_to_pk(scalar) for scalar in self.scalars]
        self.infinite_key = self.keys.encode(self.keys.infinity)
        self.infinite_signature = self.signatures.encode(self.signatures.infinity)

    # -- building blocks ----------------------------------------------------

    @lru_cache(maxsize=None)
    def sign(self, scalar: int, message: bytes) -> bytes:
        """The signature by any scalar, zero included."""
        point = curve.multiply(self.suite.hash(message), scalar % ORDER)
        return self.signatures.encode(point)

    def signed_list(self, count: int) -> List[bytes]:
        """Signature i by signer i over list message i."""
        return [self.sign(self.scalars[i], LIST_MESSAGES[i]) for i in range(count)]

    def sum_of(self, signatures: Sequence[bytes]) -> bytes:
        """The sum of valid signatures."""
        return add_encoded(self.signatures, *signatures)

    def aggregate_by_scalars(self, count: int, message: bytes) -> bytes:
        """The aggregate over one message, by way of the sum of the scalars."""
        return self.sign(sum(self.scalars[:count]), message)

    def refused_keys(self, names: Sequence[str]) -> Dict[str, bytes]:
        """Refused encodings made of the key of signer 0."""
        point = decode(self.keys, self.public_keys[0])
        made = refused.malformed(self.keys, point)
        return {name: made[name] for name in names}

    def refused_signatures(
        self, names: Sequence[str], signature: bytes
    ) -> Dict[str, bytes]:
        """Refused encodings made of a valid signature."""
        made = refused.malformed(self.signatures, decode(self.signatures, signature))
        return {name: made[name] for name in names}

    def keys_shifted_by_cancelling_points(self) -> List[bytes]:
        """Keys 0 and 1 plus T and minus T: their sum is a valid sum of keys."""
        torsion = curve.small_order_point(self.keys)
        return [
            shift_encoded(self.keys, self.public_keys[0], torsion),
            shift_encoded(self.keys, self.public_keys[1], curve.neg(torsion)),
        ]

    # -- adding cases -------------------------------------------------------

    def add_verify(self, name, public_key, message, signature, expected):
        """A case of folder verify."""
        self.list.add(
            "verify",
            name,
            {
                "pubkey": to_hex(public_key),
                "message": to_hex(message),
                "signature": to_hex(signature),
            },
            expected,
        )

    def add_aggregate(self, name, signatures, expected):
        """A case of folder aggregate."""
        self.list.add(
            "aggregate", name, [to_hex(item) for item in signatures], expected
        )

    def add_aggregate_verify(self, name, keys, messages, signature, expected):
        """A case of folder aggregate_verify."""
        self.list.add(
            "aggregate_verify",
            name,
            {
                "pubkeys": [to_hex(key) for key in keys],
                "messages": [to_hex(message) for message in messages],
                "signature": to_hex(signature),
            },
            expected,
        )

    def add_fast(self, name, keys, message, signature, expected):
        """A case of folder fast_aggregate_verify."""
        self.list.add(
            "fast_aggregate_verify",
            name,
            {
                "pubkeys": [to_hex(key) for key in keys],
                "message": to_hex(message),
                "signature": to_hex(signature),
            },
            expected,
        )

    def add_batch(self, name, keys, messages, signatures, expected):
        """A case of folder batch_verify."""
        self.list.add(
            "batch_verify",
            name,
            {
                "pubkeys": [to_hex(key) for key in keys],
                "messages": [to_hex(message) for message in messages],
                "signatures": [to_hex(item) for item in signatures],
            },
            expected,
        )
