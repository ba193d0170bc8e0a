"""ECRECOVER, the precompile 0x01, on py_ecc's secp256k1."""

from typing import Tuple

from Crypto.Hash import keccak
from py_ecc.secp256k1.secp256k1 import G, N, P, ecdsa_raw_recover, multiply
from py_ecc.secp256k1.secp256k1 import ecdsa_raw_sign as sign

__all__ = ["G", "N", "P", "address", "encode", "multiply", "recover", "sign"]

INPUT_SIZE = 128
# Where py_ecc's coordinates end up for the point at infinity.
INFINITY = (0, 0)


def address(public_key: Tuple[int, int]) -> bytes:
    """The address of a key, padded to 32 octets."""
    data = b"".join(part.to_bytes(32, "big") for part in public_key)
    digest = keccak.new(digest_bits=256, data=data).digest()
    return bytes(12) + digest[12:]


def encode(digest: int, v: int, r: int, s: int) -> bytes:
    """The input of the precompile."""
    return b"".join(value.to_bytes(32, "big") for value in (digest, v, r, s))


def recover(data: bytes) -> bytes:
    """The address, or nothing if there is no key.

    As in the EVM, a short input is filled up with zeros and what is beyond 128
    octets is not read; s may lie in the upper half.
    """
    data = data[:INPUT_SIZE].ljust(INPUT_SIZE, b"\x00")
    digest = data[:32]
    v, r, s = (int.from_bytes(data[at : at + 32], "big") for at in (32, 64, 96))
    if v not in (27, 28) or not 0 < r < N or not 0 < s < N:
        return b""
    try:
        public_key = ecdsa_raw_recover(digest, (v, r, s))
    except ValueError:
        return b""
    return b"" if public_key == INFINITY else address(public_key)
