"""The field elements and messages that are mapped and hashed in the cases."""

from typing import Dict, Tuple

import by_hand
from curve import FIELD_MODULUS, G1, GROUPS
from group_cases import number
from seeds import MESSAGES, octets

RANDOM_ELEMENTS = 3


def field_element(name: str, index: int) -> Tuple[int, ...]:
    """The parts (c0) or (c0, c1) of an element of the field of g1 or g2."""
    return tuple(
        number(f"{name} field element c{part}", index, 64) % FIELD_MODULUS
        for part in range(GROUPS[name].degree)
    )


def negated(parts: Tuple[int, ...]) -> Tuple[int, ...]:
    """The parts of the negated element."""
    return tuple(-part % FIELD_MODULUS for part in parts)


def maps(name: str) -> Dict[str, Tuple[int, ...]]:
    """Field elements by the names of their cases.

    For `exceptional` the fraction in the simplified SWU map is 1/0, as it is for
    zero. No other element of Fp2 does that, and none is mapped to the kernel of
    the isogeny, as those of `kernel` in Fp are.
    """
    zero, one = (0, 0), (1, 0)
    if GROUPS[name] is G1:
        zero, one = (0,), (1,)
        z = by_hand.COEFFICIENTS[G1][2]
        exceptional = by_hand.root(G1, -1 / z).n
        elements = {
            "two": (2,),
            "half_of_p": ((FIELD_MODULUS - 1) // 2,),
            "exceptional": (exceptional,),
            "minus_exceptional": (FIELD_MODULUS - exceptional,),
        }
        for index, element in enumerate(by_hand.kernel_elements()):
            elements[f"kernel_{index}"] = (element,)
            elements[f"minus_kernel_{index}"] = (FIELD_MODULUS - element,)
    else:
        c0, c1 = field_element(name, RANDOM_ELEMENTS)
        elements = {
            "i": (0, 1),
            "minus_i": (0, FIELD_MODULUS - 1),
            "one_plus_i": (1, 1),
            "all_p_minus_1": (FIELD_MODULUS - 1, FIELD_MODULUS - 1),
            "c0_zero": (0, c1),
            "minus_c0_zero": negated((0, c1)),
            "c1_zero": (c0, 0),
            "minus_c1_zero": negated((c0, 0)),
        }
    elements.update({"zero": zero, "one": one, "p_minus_1": negated(one)})
    for index in range(RANDOM_ELEMENTS):
        elements[f"random_{index}"] = field_element(name, index)
    elements["minus_random_0"] = negated(field_element(name, 0))
    return elements


def hashes(name: str) -> Dict[str, Tuple[bytes, bytes]]:
    """Messages and tags; those with 1 to 255 octets are no refusal."""
    tag = f"BLSBENCH_VECTORS_BLS12381{name.upper()}_XMD:SHA-256_SSWU_RO_"
    message = MESSAGES["32_byte_message"]
    cases = {
        key: (MESSAGES[key], tag.encode("ascii"))
        for key in ("empty_message", "32_byte_message", "200_byte_message")
    }
    for length in (0, 1, 254, 255, 256):
        cases[f"dst_{length}_bytes"] = (message, octets("dst", length))
    cases["dst_zero_byte"] = (message, b"\x00")
    cases["empty_message_dst_255_bytes"] = (b"", octets("dst", 255))
    return cases
