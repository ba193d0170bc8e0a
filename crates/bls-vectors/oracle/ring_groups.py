"""The groups that ring signatures are over, on integers: decoding, hashing, sums.

Multiples on secp256k1 are py_ecc's; the curve of ed25519 and ristretto255 is here.
"""

from hashlib import sha3_256, sha3_512, sha512
from typing import Optional, Tuple

from py_ecc.secp256k1 import secp256k1

FIELD = 2**255 - 19
D = -121665 * pow(121666, -1, FIELD) % FIELD
ROOT_MINUS_1 = pow(2, (FIELD - 1) // 4, FIELD)

# X, Y, Z, T with x = X/Z, y = Y/Z, xy = T/Z.
Extended = Tuple[int, int, int, int]


def square_root(ratio: int) -> Optional[int]:
    """The even square root modulo 2^255 - 19."""
    root = pow(ratio, (FIELD + 3) // 8, FIELD)
    if root * root % FIELD != ratio % FIELD:
        root = root * ROOT_MINUS_1 % FIELD
    if root * root % FIELD != ratio % FIELD:
        return None
    return even(root)


def even(value: int) -> int:
    """The even one of a number and its negative."""
    value %= FIELD
    return FIELD - value if value & 1 else value


class Secp256k1:
    """secp256k1 as ring-go has it. Points are affine; (0, 0) is the identity."""

    name = "secp256k1"
    order = secp256k1.N
    point_size = 33
    byteorder = "big"
    generator = secp256k1.G
    identity = (0, 0)
    add = staticmethod(secp256k1.add)
    multiply = staticmethod(secp256k1.multiply)

    def encode(self, point) -> bytes:
        """Compressed; the identity, which is nothing that decodes, as 2 and zeros."""
        x, y = point
        return bytes([2 + y % 2]) + x.to_bytes(32, "big")

    def with_x(self, x: int, odd: int):
        """The point with this x and this parity of y."""
        field = secp256k1.P
        square = x**3 + 7
        y = pow(square, (field + 1) // 4, field)
        if x >= field or (y * y - square) % field != 0:
            return None
        return x, y if y % 2 == odd else field - y

    def decode(self, data: bytes):
        """A point other than the identity, or None."""
        if len(data) != 33 or data[0] not in (2, 3):
            return None
        return self.with_x(int.from_bytes(data[1:], "big"), data[0] - 2)

    def hash_to_point(self, key: bytes):
        """Hashes until an x is found."""
        digest = sha3_256(key).digest()
        # The library reads an x that is not below p modulo p; no hash here is one.
        while (point := self.with_x(int.from_bytes(digest, "big"), 0)) is None:
            digest = sha3_256(digest).digest()
        return point

    def challenge(self, data: bytes) -> int:
        """Uniform modulo the order."""
        return int.from_bytes(sha3_512(data).digest(), "big") % self.order

    def ring_go(self, challenge: int) -> int:
        """Aligned to the left of 32 octets, as ring-go's default build has it."""
        data = challenge.to_bytes(32, "big").lstrip(b"\x00")
        return int.from_bytes(data.ljust(32, b"\x00"), "big")

    def link_tag(self, image):
        """What images by one signer have in common."""
        return image


class Edwards:
    """The curve of ed25519, and what its two groups share."""

    order = 2**252 + 27742317777372353535851937790883648493
    point_size = 32
    byteorder = "little"
    identity: Extended = (0, 1, 1, 0)

    @property
    def generator(self) -> Extended:
        """y = 4/5, x even."""
        return with_y(4 * pow(5, -1, FIELD) % FIELD, 0)

    def add(self, p: Extended, q: Extended) -> Extended:
        """The complete formulas of RFC 8032."""
        a = (p[1] - p[0]) * (q[1] - q[0])
        b = (p[1] + p[0]) * (q[1] + q[0])
        c = 2 * D * p[3] * q[3]
        d = 2 * p[2] * q[2]
        e, f, g, h = b - a, d - c, d + c, b + a
        return e * f % FIELD, g * h % FIELD, f * g % FIELD, e * h % FIELD

    def multiply(self, point: Extended, factor: int) -> Extended:
        """Double and add; the factor is not reduced, for the sake of small orders."""
        result = self.identity
        for bit in bin(factor)[2:]:
            result = self.add(result, result)
            if bit == "1":
                result = self.add(result, point)
        return result

    def ring_go(self, challenge: int) -> int:
        """As it is."""
        return challenge


def with_y(y: int, odd: int) -> Optional[Extended]:
    """The point with this y and this parity of x."""
    x = square_root((y * y - 1) * pow(D * y * y + 1, -1, FIELD) % FIELD)
    if x is None:
        return None
    if x % 2 != odd:
        x = -x % FIELD
    return x, y, 1, x * y % FIELD


class Ed25519(Edwards):
    """ed25519 as ring-go has it. Points may have a component of small order."""

    name = "ed25519"

    def encode(self, point: Extended) -> bytes:
        """y with the parity of x in the highest bit."""
        inverse = pow(point[2], -1, FIELD)
        x, y = point[0] * inverse % FIELD, point[1] * inverse % FIELD
        return (y | (x % 2) << 255).to_bytes(32, "little")

    def decode_any(self, data: bytes) -> Optional[Extended]:
        """A point of the curve: y is read modulo p, and -0 as 0, as ring-go does."""
        value = int.from_bytes(data, "little")
        return with_y(value % 2**255 % FIELD, value >> 255)

    def decode(self, data: bytes) -> Optional[Extended]:
        """A point in its one encoding, not of small order."""
        point = self.decode_any(data) if len(data) == 32 else None
        if point is None or self.encode(point) != data or self.is_small(point):
            return None
        return point

    def is_small(self, point: Extended) -> bool:
        """Of an order that divides 8."""
        return self.encode(self.multiply(point, 8)) == self.encode(self.identity)

    def hash_to_point(self, key: bytes) -> Extended:
        """Hashes until a y is found."""
        digest = sha3_256(key).digest()
        while (point := self.decode_any(digest)) is None:
            digest = sha3_256(digest).digest()
        return self.multiply(point, 8)

    def challenge(self, data: bytes) -> int:
        """Uniform modulo the order."""
        return int.from_bytes(sha3_512(data).digest(), "little") % self.order

    def link_tag(self, image: Extended) -> Extended:
        """What images by one signer have in common: small orders fall away."""
        return self.multiply(image, 8)


class Ristretto255(Edwards):
    """ristretto255 (RFC 9496), with the hashes of nazgul: SHA-512."""

    name = "ristretto255"

    def encode(self, point: Extended) -> bytes:
        """RFC 9496, 4.3.2."""
        x, y, z, t = point
        u1, u2 = (z + y) * (z - y), x * y
        root = inverse_root(u1 * u2 * u2)
        d1, d2 = root * u1, root * u2
        z_inverse = d1 * d2 * t
        if t * z_inverse % FIELD % 2:
            x, y = y * ROOT_MINUS_1, x * ROOT_MINUS_1
            d2 = d1 * inverse_root(-1 - D)
        if x * z_inverse % FIELD % 2:
            y = -y
        return even(d2 * (z - y)).to_bytes(32, "little")

    def decode(self, data: bytes) -> Optional[Extended]:
        """RFC 9496, 4.3.1, and not the identity."""
        s = int.from_bytes(data, "little")
        if len(data) != 32 or s >= FIELD or s % 2 or s == 0:
            return None
        u1, u2 = 1 - s * s, 1 + s * s
        v = (-D * u1 * u1 - u2 * u2) % FIELD
        if v == 0 or (root := square_root(pow(v * u2 * u2, -1, FIELD))) is None:
            return None
        x = even(2 * s * root * u2)
        y = u1 * root * root * u2 * v % FIELD
        t = x * y % FIELD
        if t % 2 or y == 0:
            return None
        return x, y, 1, t

    def hash_to_point(self, key: bytes) -> Extended:
        """RFC 9496, 4.3.4, of a hash of 64 octets."""
        digest = sha512(key).digest()
        return self.add(self.map(digest[:32]), self.map(digest[32:]))

    def map(self, data: bytes) -> Extended:
        """The map to the curve."""
        r = ROOT_MINUS_1 * pow(int.from_bytes(data, "little") % 2**255, 2, FIELD)
        u = (r + 1) * (1 - D * D)
        v = (-1 - r * D) * (r + D) % FIELD
        s, c = square_root(u * pow(v, -1, FIELD)), -1
        if s is None:
            s = square_root(ROOT_MINUS_1 * u * pow(v, -1, FIELD))
            s = -even(s * (int.from_bytes(data, "little") % 2**255))
            c = r
        n = c * (r - 1) * (D - 1) ** 2 - v
        # The odd root, by RFC 9496, 4.1.
        w0, w1 = 2 * s * v, n * -square_root(-D - 1)
        w2, w3 = 1 - s * s, 1 + s * s
        return tuple(part % FIELD for part in (w0 * w3, w2 * w1, w1 * w3, w0 * w2))

    def challenge(self, data: bytes) -> int:
        """Uniform modulo the order."""
        return int.from_bytes(sha512(data).digest(), "little") % self.order

    def link_tag(self, image: Extended) -> Extended:
        """What images by one signer have in common."""
        return image


def inverse_root(value: int) -> int:
    """The even root of the inverse; 0 for 0."""
    return square_root(pow(value, FIELD - 2, FIELD))


GROUPS = {
    f"ring_{group.name}": group for group in (Secp256k1(), Ed25519(), Ristretto255())
}
