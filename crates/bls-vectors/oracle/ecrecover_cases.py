"""The inputs of ECRECOVER and what it returns.

A signature (r, s) of a digest z by the nonce k belongs to the secret key
(s k - z) / r, whatever s is. So any s can be asked for, and the address is that
of a known multiple of the generator.
"""

from typing import Any, Dict, Tuple

import ecrecover
from cases import PRESENT
from ecrecover import N, P
from group_cases import number

DIGEST = number("ecrecover digest", size=32)
# Below half of the order, and with nonzero low octets.
S = number("ecrecover s") % (N // 2) | 1


def nonce(parity: int) -> int:
    """A nonce whose point has a y of this parity."""
    index = 0
    while True:
        k = number("ecrecover nonce", index) % N
        if ecrecover.multiply(ecrecover.G, k)[1] % 2 == parity:
            return k
        index += 1


def signature(v: int = 27, s: int = S, digest: int = DIGEST) -> Tuple[bytes, bytes]:
    """An input with its output, by way of the secret key."""
    k = nonce(v - 27)
    r, _ = ecrecover.multiply(ecrecover.G, k)
    assert r < N
    secret_key = (s * k - digest) * pow(r, -1, N) % N
    data = ecrecover.encode(digest, v, r, s)
    if secret_key == 0:
        return data, b""
    return data, ecrecover.address(ecrecover.multiply(ecrecover.G, secret_key))


def is_x_coordinate(x: int) -> bool:
    """Whether x^3 + 7 is a square."""
    value = (x**3 + 7) % P
    return pow(value, (P + 1) // 4, P) ** 2 % P == value


def small_x(on_curve: bool) -> int:
    """The smallest positive number that is, or is not, an x-coordinate."""
    return next(x for x in range(1, P) if is_x_coordinate(x) == on_curve)


def signatures() -> Dict[str, Tuple[bytes, Any]]:
    """All cases: input, and output or PRESENT."""
    cases: Dict[str, Tuple[bytes, Any]] = {
        "v_27": signature(27),
        "v_28": signature(28),
        "high_s_v_27": signature(27, N - S),
        "high_s_v_28": signature(28, N - S),
        "s_1": signature(s=1),
        "s_n_minus_1": signature(s=N - 1),
        "s_half_of_n": signature(s=N // 2),
        "s_half_of_n_plus_1": signature(s=N // 2 + 1),
        "digest_0": signature(digest=0),
        "digest_1": signature(digest=1),
        "digest_n_minus_1": signature(digest=N - 1),
        "digest_n": signature(digest=N),
        "digest_n_plus_1": signature(digest=N + 1),
        "digest_2_pow_256_minus_1": signature(digest=2**256 - 1),
        "digest_2_pow_256_minus_1_v_28": signature(28, digest=2**256 - 1),
        "key_at_infinity": signature(digest=S * nonce(0) % N),
        "key_at_infinity_v_28": signature(28, digest=S * nonce(1) % N),
    }
    for name in ("key_at_infinity", "key_at_infinity_v_28"):
        assert cases[name][1] == b""
    cases.update(lengths())
    cases.update(without_key())
    r = small_x(on_curve=True)
    for v in (27, 28):
        cases[f"r_small_v_{v}"] = ecrecover.encode(DIGEST, v, r, S), PRESENT
    return cases


def lengths() -> Dict[str, Tuple[bytes, bytes]]:
    """Inputs that are filled up with zeros, or of which the end is not read."""
    cases = {}
    for octets in (1, 8, 31):
        # What is cut off is zeros, so the address is the same.
        s = S >> 8 * octets << 8 * octets
        data, expected = signature(s=s)
        cases[f"trailing_zeros_{octets}"] = data, expected
        cases[f"short_by_{octets}_zeros"] = data[:-octets], expected
        # Here it is not, and s becomes another number.
        cases[f"short_by_{octets}"] = signature()[0][:-octets], expected
    data, expected = signature()
    for name, more in {
        "zero": b"\x00",
        "byte": b"\x01",
        "32_bytes": b"\xff" * 32,
        "128_bytes": data,
    }.items():
        cases[f"long_by_{name}"] = data + more, expected
    for length in (0, 1, 31, 32, 63, 64, 95, 96):
        cases[f"length_{length}"] = data[:length], b""
    cases["all_zero"] = bytes(128), b""
    cases["all_ones"] = b"\xff" * 128, b""
    cases["preceded_by_zero"] = b"\x00" + data, b""
    return cases


def without_key() -> Dict[str, Tuple[bytes, bytes]]:
    """Numbers out of their range, and an r that is no coordinate."""
    data, _ = signature()
    r = int.from_bytes(data[64:96], "big")
    inputs = {
        **{f"v_{v}": (v, r, S) for v in (0, 1, 2, 26, 29, 30, 35, 36)},
        "v_27_with_second_byte": (27 + 2**8, r, S),
        "v_27_with_bit_64": (27 + 2**64, r, S),
        "v_28_with_first_byte": (28 + 2**248, r, S),
        "v_27_in_first_byte": (27 * 2**248, r, S),
        "v_2_pow_256_minus_1": (2**256 - 1, r, S),
        "r_0": (27, 0, S),
        "r_n": (27, N, S),
        "r_n_plus_1": (27, N + 1, S),
        "r_n_plus_x_coordinate": (27, N + small_x(on_curve=True), S),
        "r_p": (27, P, S),
        "r_2_pow_256_minus_1": (27, 2**256 - 1, S),
        "r_no_x_coordinate": (27, small_x(on_curve=False), S),
        "r_no_x_coordinate_v_28": (28, small_x(on_curve=False), S),
        "s_0": (27, r, 0),
        "s_n": (27, r, N),
        "s_n_plus_1": (27, r, N + 1),
        "s_2_pow_256_minus_1": (27, r, 2**256 - 1),
        "r_0_s_0": (27, 0, 0),
    }
    return {
        name: (ecrecover.encode(DIGEST, *numbers), b"")
        for name, numbers in inputs.items()
    }
