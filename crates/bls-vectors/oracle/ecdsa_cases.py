"""The cases of ECDSA over both curves.

A signature (r, s) of a digest z by the nonce point R belongs to the key (s R - z G) / r, whatever
s is and whatever R is. So any r and s can be asked for.
"""

from hashlib import sha256
from typing import Dict, Tuple

from group_cases import number
from weierstrass import Curve, Point

# The key and the signatures of RFC 6979, A.2.5, with SHA-256.
RFC6979_KEY = "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721"
RFC6979_SIGNATURES = {
    "sample": "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716"
    "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8",
    "test": "f1abb023518351cd71d881567b1ea663ed3efcf6c5132b354f28d3b0b7d38367"
    "019f4113742a2b14bd25926b49c649155f267e60d3814b4c0cc84250e46f0083",
}


def encode(r: int, s: int) -> bytes:
    """A signature."""
    return r.to_bytes(32, "big") + s.to_bytes(32, "big")


def key_of(curve: Curve, nonce: Point, r: int, s: int, message: bytes) -> bytes:
    """The key by which (r, s) is the message's signature, with `nonce` as R."""
    digest = int.from_bytes(sha256(message).digest(), "big")
    shifted = curve.add(
        curve.multiply(nonce, s), curve.multiply(curve.generator, -digest)
    )
    return curve.compress(curve.multiply(shifted, pow(r, -1, curve.n)))


def add_rfc6979(author) -> None:
    """The vectors of the RFC."""
    secret_key = bytes.fromhex(RFC6979_KEY)
    key = author.scheme.public_key(secret_key)
    for text, signature in RFC6979_SIGNATURES.items():
        message, signature = text.encode("ascii"), bytes.fromhex(signature)
        author.add_sign(f"rfc6979_{text}", secret_key, message, signature)
        author.add_verify(f"rfc6979_{text}", key, message, signature, True)


def add_ecdsa(author, message: bytes) -> None:
    """Numbers at the ends of their ranges, and keys that are none."""
    for name, (key, signature, expected) in chosen(author, message).items():
        author.add_verify(name, key, message, signature, expected)
    curve = author.scheme.curve
    key = author.public_keys[0]
    r, s = (int.from_bytes(author.signature[at : at + 32], "big") for at in (0, 32))
    for name, numbers in {
        "r_0": (0, s),
        "r_n": (curve.n, s),
        "r_p": (curve.p, s),
        "s_0": (r, 0),
        "s_n": (r, curve.n),
        "r_0_s_0": (0, 0),
        "r_0_s_1": (0, 1),
        "r_1_s_0": (1, 0),
        "r_n_s_n": (curve.n, curve.n),
        "r_negated": (curve.n - r, s),
    }.items():
        author.add_verify(name, key, message, encode(*numbers), False)
    either = not author.scheme.low_s
    author.add_verify("s_negated", key, message, encode(r, curve.n - s), either)
    for name, encoded in refused_keys(curve, key).items():
        author.add_verify(name, encoded, message, author.signature, False)


def chosen(author, message: bytes) -> Dict[str, Tuple[bytes, bytes, bool]]:
    """Keys for chosen signatures."""
    curve = author.scheme.curve
    nonce = curve.multiply(curve.generator, number("ecdsa nonce"))
    r = nonce[0] % curve.n
    half = curve.n // 2
    either = not author.scheme.low_s
    cases = {}
    for name, s, expected in (
        ("valid_s_1", 1, True),
        ("valid_s_half_of_n", half, True),
        ("s_half_of_n_plus_1", half + 1, either),
        ("s_n_minus_1", curve.n - 1, either),
    ):
        key = key_of(curve, nonce, r, s, message)
        cases[name] = key, encode(r, s), expected
    # An s that is not reduced is another encoding of the same signature.
    s = 5
    key = key_of(curve, nonce, r, s, message)
    cases["s_n_plus_5"] = key, encode(r, curve.n + s), False
    # An x that is not below n: r is what remains of it.
    x = next(x for x in range(curve.n + 1, curve.p) if curve.lift_x(x))
    nonce, r = curve.lift_x(x), x - curve.n
    s = number("ecdsa s") % half
    key = key_of(curve, nonce, r, s, message)
    cases["valid_x_is_r_plus_n"] = key, encode(r, s), True
    cases["r_is_x_above_n"] = key, encode(x, s), False
    # The sum of both multiples is infinity: no x, whatever r is.
    secret_key = number("ecdsa secret key") % curve.n
    key = curve.compress(curve.multiply(curve.generator, secret_key))
    digest = int.from_bytes(sha256(message).digest(), "big")
    r = -digest * pow(secret_key, -1, curve.n) % curve.n
    cases["sum_is_infinity"] = key, encode(r, s), False
    return cases


def refused_keys(curve: Curve, key: bytes) -> Dict[str, bytes]:
    """What is no compressed point."""
    x = int.from_bytes(key[1:], "big")
    point = curve.lift_x(x)
    y = point[1].to_bytes(32, "big")
    small = next(x for x in range(1, curve.p) if curve.lift_x(x))
    off = next(x for x in range(1, curve.p) if not curve.lift_x(x))
    prefixes = {f"key_prefix_{byte}": bytes([byte]) for byte in (0, 1, 4, 5, 6)}
    return {
        **{name: prefix + key[1:] for name, prefix in prefixes.items()},
        "key_negated": bytes([key[0] ^ 1]) + key[1:],
        "key_identity": b"\x00",
        "key_identity_33_bytes": bytes(33),
        "key_without_prefix": key[1:],
        "key_uncompressed": b"\x04" + key[1:] + y,
        "key_hybrid": bytes([6 + y[-1] % 2]) + key[1:] + y,
        "key_off_curve": b"\x02" + off.to_bytes(32, "big"),
        "key_x_is_p": b"\x02" + curve.p.to_bytes(32, "big"),
        "key_x_is_p_plus_x_on_curve": b"\x02" + (curve.p + small).to_bytes(32, "big"),
    }
