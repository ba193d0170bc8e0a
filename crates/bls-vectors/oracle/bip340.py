"""BIP-340, from its text. The vectors that the text comes with are in bip340.csv."""

import csv
from hashlib import sha256
from pathlib import Path
from typing import Dict, List, Optional

from weierstrass import SECP256K1 as CURVE

VECTORS = Path(__file__).with_name("bip340.csv")


def tagged(tag: str, *parts: bytes) -> bytes:
    """The hash of the text under one of its tags."""
    prefix = sha256(f"BIP0340/{tag}".encode("ascii")).digest()
    return sha256(prefix * 2 + b"".join(parts)).digest()


def number(data: bytes) -> int:
    """Big-endian octets as a number."""
    return int.from_bytes(data, "big")


def challenge(r: bytes, public_key: bytes, message: bytes) -> int:
    """What a signer answers to."""
    return number(tagged("challenge", r, public_key, message)) % CURVE.n


class Bip340:
    """Keys of 32 octets each, signatures of 64."""

    name = "bip340"

    def public_key(self, secret_key: bytes) -> Optional[bytes]:
        """The x of the public key; None if the secret key is out of range."""
        scalar = number(secret_key)
        if len(secret_key) != 32 or not 0 < scalar < CURVE.n:
            return None
        return CURVE.multiply(CURVE.generator, scalar)[0].to_bytes(32, "big")

    def sign(self, secret_key: bytes, message: bytes, auxiliary: bytes):
        """A signature; None if there is no such key, or not 32 auxiliary octets."""
        public_key = self.public_key(secret_key)
        if public_key is None or len(auxiliary) != 32:
            return None
        scalar = number(secret_key)
        if CURVE.multiply(CURVE.generator, scalar)[1] % 2:
            scalar = CURVE.n - scalar
        masked = (scalar ^ number(tagged("aux", auxiliary))).to_bytes(32, "big")
        nonce = number(tagged("nonce", masked, public_key, message)) % CURVE.n
        x, y = CURVE.multiply(CURVE.generator, nonce)
        if y % 2:
            nonce = CURVE.n - nonce
        r = x.to_bytes(32, "big")
        s = (nonce + challenge(r, public_key, message) * scalar) % CURVE.n
        signature = r + s.to_bytes(32, "big")
        assert self.verify(public_key, message, signature)
        return signature

    def verify(self, public_key: bytes, message: bytes, signature: bytes) -> bool:
        """The equation of the text, and what it refuses before."""
        if len(public_key) != 32 or len(signature) != 64:
            return False
        key = CURVE.lift_x(number(public_key))
        r, s = signature[:32], number(signature[32:])
        if key is None or number(r) >= CURVE.p or s >= CURVE.n:
            return False
        hashed = challenge(r, public_key, message)
        point = CURVE.add(
            CURVE.multiply(CURVE.generator, s), CURVE.multiply(key, -hashed)
        )
        return point is not None and point[1] % 2 == 0 and point[0] == number(r)


def official() -> List[Dict[str, str]]:
    """The vectors of the text; the implementation above is checked against them."""
    with VECTORS.open(encoding="ascii") as file:
        rows = list(csv.DictReader(file))
    scheme = Bip340()
    for row in rows:
        octets = {
            name: bytes.fromhex(row[name])
            for name in ("secret_key", "public_key", "aux_rand", "message", "signature")
        }
        if row["secret_key"]:
            assert scheme.public_key(octets["secret_key"]) == octets["public_key"]
            signature = scheme.sign(
                octets["secret_key"], octets["message"], octets["aux_rand"]
            )
            assert signature == octets["signature"], row["index"]
        verdict = scheme.verify(
            octets["public_key"], octets["message"], octets["signature"]
        )
        assert verdict == (row["valid"] == "true"), row["index"]
    return rows
