"""Points of P-256 and secp256k1, in the affine formulas of any textbook: for signatures that
no signer would make, and for BIP-340."""

from dataclasses import dataclass
from typing import Optional, Tuple

# None is the point at infinity.
Point = Optional[Tuple[int, int]]


@dataclass(frozen=True)
class Curve:
    """y^2 = x^3 + a x + b modulo p, and a generator of the group of order n."""

    p: int
    a: int
    b: int
    n: int
    generator: Point

    def lift_x(self, x: int) -> Point:
        """The point with this x and an even y; None if there is none."""
        if not 0 <= x < self.p:
            return None
        square = (x**3 + self.a * x + self.b) % self.p
        y = pow(square, (self.p + 1) // 4, self.p)
        if y * y % self.p != square:
            return None
        return x, y if y % 2 == 0 else self.p - y

    def add(self, left: Point, right: Point) -> Point:
        """The sum of any two points."""
        if left is None or right is None:
            return left or right
        (x1, y1), (x2, y2) = left, right
        if x1 == x2 and (y1 + y2) % self.p == 0:
            return None
        if left == right:
            slope = (3 * x1 * x1 + self.a) * pow(2 * y1, -1, self.p)
        else:
            slope = (y2 - y1) * pow(x2 - x1, -1, self.p)
        x3 = (slope * slope - x1 - x2) % self.p
        return x3, (slope * (x1 - x3) - y1) % self.p

    def multiply(self, point: Point, scalar: int) -> Point:
        """A multiple, by any scalar modulo n."""
        result = None
        for bit in bin(scalar % self.n)[2:]:
            result = self.add(result, result)
            if bit == "1":
                result = self.add(result, point)
        return result

    def compress(self, point: Point) -> bytes:
        """SEC 1, 33 octets."""
        x, y = point
        return bytes([2 + y % 2]) + x.to_bytes(32, "big")


P256_P = 2**256 - 2**224 + 2**192 + 2**96 - 1
P256 = Curve(
    p=P256_P,
    a=P256_P - 3,
    b=0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B,
    n=0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551,
    generator=(
        0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
        0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
    ),
)
SECP256K1 = Curve(
    p=2**256 - 2**32 - 977,
    a=0,
    b=7,
    n=0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141,
    generator=(
        0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798,
        0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8,
    ),
)
