"""The schemes of the group `classic`. Ed25519 and ECDSA are those of the package cryptography,
which is OpenSSL; BIP-340 is ours, checked against its text's vectors."""

from typing import Any, Optional

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, utils
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from bip340 import Bip340
from weierstrass import P256, SECP256K1, Curve


class Ed25519:
    """Keys of 32 octets each, signatures of 64."""

    name = "ed25519"

    def public_key(self, secret_key: bytes) -> Optional[bytes]:
        """The public key; None if the seed is no seed."""
        if len(secret_key) != 32:
            return None
        key = ed25519.Ed25519PrivateKey.from_private_bytes(secret_key)
        return key.public_key().public_bytes_raw()

    def sign(self, secret_key: bytes, message: bytes, _: bytes) -> Optional[bytes]:
        """A signature; None if the seed is no seed."""
        if len(secret_key) != 32:
            return None
        key = ed25519.Ed25519PrivateKey.from_private_bytes(secret_key)
        return key.sign(message)

    def verify(self, public_key: bytes, message: bytes, signature: bytes) -> bool:
        """OpenSSL's verdict."""
        try:
            key = ed25519.Ed25519PublicKey.from_public_bytes(public_key)
            key.verify(signature, message)
        except (InvalidSignature, ValueError):
            return False
        return True


class Ecdsa:
    """With SHA-256: secret keys of 32 octets, public keys of 33, signatures of 64."""

    def __init__(self, name: str, curve: Curve, library: ec.EllipticCurve, low_s: bool):
        self.name = name
        self.curve = curve
        self.library = library
        # Whether an s in the upper half is negated by a signer, and refused by a verifier.
        self.low_s = low_s

    def private_key(self, secret_key: bytes):
        """None if it is out of range."""
        scalar = int.from_bytes(secret_key, "big")
        if len(secret_key) != 32 or not 0 < scalar < self.curve.n:
            return None
        return ec.derive_private_key(scalar, self.library)

    def public_key(self, secret_key: bytes) -> Optional[bytes]:
        """The compressed public key; None if the secret key is out of range."""
        key = self.private_key(secret_key)
        if key is None:
            return None
        point = PublicFormat.CompressedPoint
        return key.public_key().public_bytes(Encoding.X962, point)

    def sign(self, secret_key: bytes, message: bytes, _: bytes) -> Optional[bytes]:
        """A signature with the nonce of RFC 6979; None if the secret key is out of range."""
        key = self.private_key(secret_key)
        if key is None:
            return None
        hashed = ec.ECDSA(hashes.SHA256(), deterministic_signing=True)
        r, s = utils.decode_dss_signature(key.sign(message, hashed))
        if self.low_s:
            s = min(s, self.curve.n - s)
        return r.to_bytes(32, "big") + s.to_bytes(32, "big")

    def verify(self, public_key: bytes, message: bytes, signature: bytes) -> bool:
        """OpenSSL's verdict, on compressed keys alone, and on s in the lower half alone where
        that is the rule."""
        if len(public_key) != 33 or public_key[0] not in (2, 3) or len(signature) != 64:
            return False
        r, s = (int.from_bytes(signature[at : at + 32], "big") for at in (0, 32))
        if self.low_s and s > self.curve.n // 2:
            return False
        try:
            key = ec.EllipticCurvePublicKey.from_encoded_point(self.library, public_key)
            signature = utils.encode_dss_signature(r, s)
            key.verify(signature, message, ec.ECDSA(hashes.SHA256()))
        except (InvalidSignature, ValueError):
            return False
        return True


ED25519 = Ed25519()
ECDSA_P256 = Ecdsa("ecdsa_p256", P256, ec.SECP256R1(), low_s=False)
ECDSA_SECP256K1 = Ecdsa("ecdsa_secp256k1", SECP256K1, ec.SECP256K1(), low_s=True)
BIP340 = Bip340()
SCHEMES = (ED25519, ECDSA_P256, ECDSA_SECP256K1, BIP340)


def evaluate(folder: str, case_input: Any) -> Any:
    """The output of an operation: octets, a verdict, or None for a refusal."""
    scheme = next(each for each in SCHEMES if folder.startswith(f"{each.name}_"))
    operation = folder.removeprefix(f"{scheme.name}_")

    def octets(name: str):
        return [bytes.fromhex(item) for item in case_input.get(name, ())]

    if operation == "keygen":
        output = scheme.public_key(*octets("secret_keys"))
        return None if output is None else output.hex()
    if operation == "sign":
        auxiliary = bytes.fromhex(case_input.get("input", ""))
        output = scheme.sign(*octets("secret_keys"), *octets("messages"), auxiliary)
        return None if output is None else output.hex()
    assert operation in ("verify", "batch_verify"), folder
    lists = octets("public_keys"), octets("messages"), octets("signatures")
    count = len(lists[0])
    if count == 0 or any(len(each) != count for each in lists):
        return False
    return all(scheme.verify(*triple) for triple in zip(*lists))
