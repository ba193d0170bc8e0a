"""The folders about one key or signature, and aggregation of signatures."""

import curve
import refused
import rfc9380
from author import Author
from cases import (
    COMMON_MESSAGE,
    CORE_REFUSALS,
    LIST_MESSAGES,
    PRESENT,
    REFUSED_SECRET_KEYS,
    negate_encoded,
    scalar_octets,
    shift_encoded,
)
from curve import ORDER
from seeds import MESSAGES, octets
from suites import MIN_PK, decode, to_hex

# EIP-2333, test cases 0 to 3: seed and master_SK.
EIP_2333_MASTER_KEYS = (
    (
        "c55257c360c07c72029aebc1b53c05ed0362ada38ead3e3e9efa3708e5349553"
        "1f09a6987599d18264c1e1c92f2cf141630c7a3c4ab7c81b2f001698e7463b04",
        6083874454709270928345386274498605044986640685124978867557563392430687146096,
    ),
    (
        "3141592653589793238462643383279502884197169399375105820974944592",
        29757020647961307431480504535336562678282505419141012933316116377660817309383,
    ),
    (
        "0099ff991111002299dd7744ee3355bbdd8844115566cc55663355668888cc00",
        27580842291869792442942448775674722299803720648445448686099262467207037398656,
    ),
    (
        "d4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3",
        19022158461524446591288038168518313374041767046816487870552872741050760015818,
    ),
)


class SingleCases(Author):
    """hash_to_G1 or hash_to_G2, keygen, sign, verify and aggregate."""

    def build_hash(self):
        """RFC 9380 appendix J.9.1 or J.10.1."""
        group = self.signatures.name
        published = getattr(rfc9380, group)
        for name, message in rfc9380.MESSAGES.items():
            self.list.add(f"hash_to_{group}", name, {"msg": message}, published[name])

    def build_keygen(self):
        """KeyGen, with the master keys of EIP-2333 among the cases."""

        def add(name, ikm, expected):
            case_input = {"ikm": to_hex(ikm), "key_info": "0x"}
            self.list.add("keygen", name, case_input, expected)

        for index, (seed, master_key) in enumerate(EIP_2333_MASTER_KEYS):
            expected = {
                "privkey": to_hex(scalar_octets(master_key)),
                "pubkey": to_hex(self.suite.sk_to_pk(master_key)),
            }
            add(f"eip_2333_case_{index}", bytes.fromhex(seed), expected)
        for length in (32, 48, 257):
            add(f"ikm_{length}_bytes", octets("ikm", length), PRESENT)
        add("ikm_32_zero_bytes", bytes(32), PRESENT)
        add("ikm_31_bytes", octets("ikm", 31), None)
        add("ikm_empty", b"", None)

    def build_sign(self):
        """CoreSign."""

        def add(name, secret_key, message, expected):
            case_input = {"privkey": to_hex(secret_key), "message": to_hex(message)}
            self.list.add("sign", name, case_input, expected)

        message = MESSAGES["32_byte_message"]
        for name, each in MESSAGES.items():
            add(f"signer_0_{name}", scalar_octets(self.scalars[0]), each, PRESENT)
        for i in (1, 2):
            for name in ("32_byte_message", "200_byte_message"):
                secret_key = scalar_octets(self.scalars[i])
                add(f"signer_{i}_{name}", secret_key, MESSAGES[name], PRESENT)
        point = self.suite.hash(message)
        by_one = to_hex(self.signatures.encode(point))
        by_minus_one = to_hex(self.signatures.encode(curve.neg(point)))
        add("key_one", scalar_octets(1), message, by_one)
        add("key_r_minus_1", scalar_octets(ORDER - 1), message, by_minus_one)
        for name, secret_key in REFUSED_SECRET_KEYS.items():
            add(name, secret_key, message, None)

    def build_verify(self):
        """CoreVerify: valid signatures, and wrong ones that decode."""
        key, scalar = self.public_keys[0], self.scalars[0]
        message = MESSAGES["32_byte_message"]
        signature = self.sign(scalar, message)
        add = self.add_verify
        for name, each in MESSAGES.items():
            add(f"valid_{name}", key, each, self.sign(scalar, each), True)
        for i in (1, 2):
            valid = self.sign(self.scalars[i], message)
            add(f"valid_signer_{i}", self.public_keys[i], message, valid, True)
        for name, special in {"one": 1, "r_minus_1": ORDER - 1}.items():
            public_key = self.suite.sk_to_pk(special)
            valid = self.sign(special, message)
            add(f"valid_key_{name}", public_key, message, valid, True)
        negated_key = negate_encoded(self.keys, key)
        negated = negate_encoded(self.signatures, signature)
        add("valid_negated_key_and_signature", negated_key, message, negated, True)

        add("wrong_message", key, LIST_MESSAGES[0], signature, False)
        add("message_with_zero_byte_appended", key, message + b"\0", signature, False)
        add("wrong_key", self.public_keys[1], message, signature, False)
        add("negated_key", negated_key, message, signature, False)
        add("negated_signature", key, message, negated, False)
        flipped = refused.with_octet(signature, -1, signature[-1] ^ 1, 1)
        add("signature_with_one_bit_flipped", key, message, flipped, False)
        dst = self.suite.dst
        for name, foreign_dst in {
            "signed_under_dst_of_basic_scheme": dst.replace(b"RO_POP_", b"RO_NUL_"),
            "signed_under_dst_of_proofs_of_possession": dst.replace(
                b"BLS_SIG_", b"BLS_POP_"
            ),
        }.items():
            point = curve.hash_to_curve(self.signatures, message, foreign_dst)
            foreign = self.signatures.encode(curve.multiply(point, scalar))
            add(name, key, message, foreign, False)

        add("infinity_key", self.infinite_key, message, signature, False)
        add("infinity_signature", key, message, self.infinite_signature, False)
        add(
            "infinity_key_and_signature",
            self.infinite_key,
            message,
            self.infinite_signature,
            False,
        )

    def build_verify_refusals(self):
        """CoreVerify: keys and signatures that do not decode."""
        key, scalar = self.public_keys[0], self.scalars[0]
        message = MESSAGES["32_byte_message"]
        signature = self.sign(scalar, message)
        for name, bad in self.refused_keys(CORE_REFUSALS).items():
            self.add_verify(f"key_{name}", bad, message, signature, False)
        for name, bad in self.refused_signatures(CORE_REFUSALS, signature).items():
            self.add_verify(f"signature_{name}", key, message, bad, False)
        name = "not_in_subgroup_real_y_odd_square"
        if self.keys is curve.G2:
            bad = self.refused_keys((name,))[name]
            self.add_verify(f"key_{name}", bad, message, signature, False)
        else:
            bad = self.refused_signatures((name,), signature)[name]
            self.add_verify(f"signature_{name}", key, message, bad, False)

        small = refused.smallest_unreducible_scalar(self.keys)
        point = curve.multiply(self.keys.generator, small)
        valid = self.sign(small, message)
        for name, bad in refused.unreduced(self.keys, point).items():
            self.add_verify(f"key_{name}_not_reduced", bad, message, valid, False)
        parts = len(refused.coordinate_names(self.signatures))
        counter, made = 0, {}
        while len(made) < parts:
            counter += 1
            each = octets(f"unreduced {counter}", 32)
            point = decode(self.signatures, self.sign(scalar, each))
            made = refused.unreduced(self.signatures, point)
        for name, bad in made.items():
            self.add_verify(f"signature_{name}_not_reduced", key, each, bad, False)

        # Keys in G1 and signatures in G1 satisfy the equation even with a
        # point of small order added; this is a fact about the pairing, and
        # the reason why these cases matter.
        torsion = curve.small_order_point(curve.G1)
        key_point = decode(self.keys, key)
        signature_point = decode(self.signatures, signature)
        if self.suite is MIN_PK:
            key_point = curve.add(key_point, torsion)
        else:
            signature_point = curve.add(signature_point, torsion)
        assert self.suite.equation_holds(
            [(key_point, self.suite.hash(message))], signature_point
        )

    def build_aggregate(self):
        """Aggregate."""
        add = self.add_aggregate
        same = [self.sign(scalar, COMMON_MESSAGE) for scalar in self.scalars]
        distinct = self.signed_list(3)
        infinity = self.infinite_signature
        negated = negate_encoded(self.signatures, same[0])
        torsion = curve.small_order_point(self.signatures)

        for count in (1, 2, 3, 5):
            expected = to_hex(self.aggregate_by_scalars(count, COMMON_MESSAGE))
            add(f"{count}_over_one_message", same[:count], expected)
        add("3_over_distinct_messages", distinct, to_hex(self.sum_of(distinct)))
        add(
            "3_in_another_order",
            [distinct[2], distinct[0], distinct[1]],
            to_hex(self.sum_of(distinct)),
        )
        doubled = to_hex(self.sign(2 * self.scalars[0], COMMON_MESSAGE))
        add("duplicate", [same[0], same[0]], doubled)
        add("signature_and_its_negation", [same[0], negated], to_hex(infinity))
        add(
            "signature_and_its_negation_and_another",
            [same[0], same[1], negated],
            to_hex(same[1]),
        )
        add("infinity", [infinity], to_hex(infinity))
        add("infinity_and_signature", [infinity, same[0]], to_hex(same[0]))
        add("empty_list", [], None)

        for name, bad in self.refused_signatures(CORE_REFUSALS, same[0]).items():
            add(f"one_{name}", [same[1], bad], None)
        bad = refused.malformed(self.signatures, decode(self.signatures, same[0]))
        add("single_not_in_subgroup", [bad["not_in_subgroup"]], None)
        # The sum of these two is the valid aggregate of two signatures.
        shifted = [
            shift_encoded(self.signatures, same[0], torsion),
            shift_encoded(self.signatures, same[1], curve.neg(torsion)),
        ]
        add("small_order_points_cancelling", shifted, None)
