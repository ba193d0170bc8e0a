"""The folders about lists of keys."""

import curve
import refused
from author import Author
from cases import (
    COMMON_MESSAGE,
    LIST_MESSAGES,
    LIST_REFUSALS,
    SIGNERS,
    negate_encoded,
    shift_encoded,
    signer_scalar,
)
from curve import ORDER
from seeds import MESSAGES
from suites import decode


class ListCases(Author):
    """aggregate_verify, fast_aggregate_verify and batch_verify."""

    def build_aggregate_verify(self):
        """CoreAggregateVerify: lists in which everything decodes."""
        add = self.add_aggregate_verify
        keys, messages = self.public_keys, LIST_MESSAGES
        signatures = self.signed_list(SIGNERS)
        for count in (1, 2, 3, 5):
            total = self.sum_of(signatures[:count])
            add(f"valid_{count}", keys[:count], messages[:count], total, True)
        three = self.sum_of(signatures[:3])
        reordered = [keys[2], keys[0], keys[1]], [messages[i] for i in (2, 0, 1)]
        add("valid_pairs_reordered", *reordered, three, True)
        lengths = [MESSAGES[name] for name in ("empty_message", "200_byte_message")]
        total = self.sum_of(
            [self.sign(self.scalars[i], lengths[i]) for i in range(len(lengths))]
        )
        add("valid_empty_and_200_byte_messages", keys[:2], lengths, total, True)
        common = self.aggregate_by_scalars(3, COMMON_MESSAGE)
        add("valid_one_message", keys[:3], [COMMON_MESSAGE] * 3, common, True)
        doubled = self.sign(2 * self.scalars[0], COMMON_MESSAGE)
        add(
            "valid_repeated_pair",
            [keys[0], keys[0]],
            [COMMON_MESSAGE] * 2,
            doubled,
            True,
        )
        total = self.sum_of([self.sign(self.scalars[0], m) for m in messages[:2]])
        add("valid_one_signer", [keys[0], keys[0]], messages[:2], total, True)
        opposite = [keys[0], negate_encoded(self.keys, keys[0])]
        add(
            "valid_cancelling_keys_infinity_signature",
            opposite,
            [COMMON_MESSAGE] * 2,
            self.infinite_signature,
            True,
        )

        two = self.sum_of(signatures[:2])
        swapped = [messages[1], messages[0], messages[2]]
        add("messages_swapped", keys[:3], swapped, three, False)
        wrong = [messages[0], messages[3], messages[2]]
        add("one_wrong_message", keys[:3], wrong, three, False)
        add("one_wrong_key", [keys[0], keys[3], keys[2]], messages[:3], three, False)
        add("signer_missing_in_signature", keys[:3], messages[:3], two, False)
        add("signer_missing_in_list", keys[:2], messages[:2], three, False)
        add(
            "repeated_pair_signed_once",
            [keys[0], keys[0]],
            [messages[0]] * 2,
            signatures[0],
            False,
        )
        add(
            "negated_signature",
            keys[:3],
            messages[:3],
            negate_encoded(self.signatures, three),
            False,
        )
        add(
            "infinity_signature",
            keys[:3],
            messages[:3],
            self.infinite_signature,
            False,
        )

    def build_aggregate_verify_refusals(self):
        """CoreAggregateVerify: refused keys, signatures and list shapes."""
        add = self.add_aggregate_verify
        keys, messages = self.public_keys[:3], LIST_MESSAGES[:3]
        total = self.sum_of(self.signed_list(3))
        infinity = self.infinite_signature
        add("empty_lists_infinity_signature", [], [], infinity, False)
        add("empty_lists", [], [], total, False)
        add("fewer_messages_than_keys", keys, messages[:2], total, False)
        add("fewer_keys_than_messages", keys[:2], messages, total, False)
        add(
            "infinity_key_and_signature",
            [self.infinite_key],
            messages[:1],
            infinity,
            False,
        )
        # The equation holds: the added key contributes a factor of one.
        add(
            "infinity_key_added",
            keys + [self.infinite_key],
            messages + [COMMON_MESSAGE],
            total,
            False,
        )
        for name, bad in self.refused_keys(LIST_REFUSALS).items():
            add(f"key_{name}", [bad] + keys[1:], messages, total, False)
        for name, bad in self.refused_signatures(LIST_REFUSALS, total).items():
            add(f"signature_{name}", keys, messages, bad, False)
        shifted = self.keys_shifted_by_cancelling_points()
        common = self.aggregate_by_scalars(2, COMMON_MESSAGE)
        add(
            "key_small_order_points_cancelling",
            shifted,
            [COMMON_MESSAGE] * 2,
            common,
            False,
        )

    def build_fast(self):
        """FastAggregateVerify: lists in which everything decodes."""
        add = self.add_fast
        keys, message = self.public_keys, COMMON_MESSAGE
        for count in (1, 2, 3, 5):
            total = self.aggregate_by_scalars(count, message)
            add(f"valid_{count}", keys[:count], message, total, True)
        three = self.aggregate_by_scalars(3, message)
        add("valid_reordered", [keys[2], keys[0], keys[1]], message, three, True)
        for name in ("empty_message", "200_byte_message"):
            total = self.aggregate_by_scalars(3, MESSAGES[name])
            add(f"valid_{name}", keys[:3], MESSAGES[name], total, True)
        once = self.sign(self.scalars[0], message)
        twice = self.sign(2 * self.scalars[0], message)
        add("valid_duplicate_signer", [keys[0], keys[0]], message, twice, True)
        # A forgery that only proofs of possession prevent; the operation
        # itself, which does not see the proofs, has to accept it.
        rogue = shift_encoded(self.keys, keys[1], curve.neg(decode(self.keys, keys[0])))
        by_attacker = self.sign(self.scalars[1], message)
        add(
            "valid_equation_of_rogue_key",
            [keys[0], rogue],
            message,
            by_attacker,
            True,
        )

        add("wrong_message", keys[:3], LIST_MESSAGES[0], three, False)
        add("one_wrong_key", [keys[0], keys[3], keys[2]], message, three, False)
        add("signer_missing_in_list", keys[:2], message, three, False)
        add("extra_signer_in_list", keys[:4], message, three, False)
        add("duplicate_signer_signed_once", [keys[0], keys[0]], message, once, False)
        negated = negate_encoded(self.signatures, three)
        add("negated_signature", keys[:3], message, negated, False)
        flipped = refused.with_octet(three, -1, three[-1] ^ 1, 1)
        add("signature_with_one_bit_flipped", keys[:3], message, flipped, False)
        infinity = self.infinite_signature
        add("infinity_signature", keys[:3], message, infinity, False)

    def build_fast_refusals(self):
        """FastAggregateVerify: refused keys, signatures and lists."""
        add = self.add_fast
        keys, message = self.public_keys[:3], COMMON_MESSAGE
        total = self.aggregate_by_scalars(3, message)
        infinity = self.infinite_signature
        add("empty_list", [], message, total, False)
        add("empty_list_infinity_signature", [], message, infinity, False)
        add("infinity_key", [self.infinite_key], message, total, False)
        add(
            "infinity_key_and_signature",
            [self.infinite_key],
            message,
            infinity,
            False,
        )
        # The sum of the keys is that of the other three.
        add("infinity_key_added", keys + [self.infinite_key], message, total, False)
        # The equation holds, but the sum of the keys is no public key.
        opposite = [keys[0], negate_encoded(self.keys, keys[0])]
        add("cancelling_keys_infinity_signature", opposite, message, infinity, False)
        for name, bad in self.refused_keys(LIST_REFUSALS).items():
            add(f"key_{name}", [bad] + keys[1:], message, total, False)
        for name, bad in self.refused_signatures(LIST_REFUSALS, total).items():
            add(f"signature_{name}", keys, message, bad, False)
        shifted = self.keys_shifted_by_cancelling_points()
        common = self.aggregate_by_scalars(2, message)
        add("key_small_order_points_cancelling", shifted, message, common, False)

    def build_batch(self):
        """Batch verification: valid batches and plainly wrong ones."""
        add = self.add_batch
        keys, messages = self.public_keys, LIST_MESSAGES
        signatures = self.signed_list(SIGNERS)
        for count in (1, 2, 3, 5):
            add(
                f"valid_{count}",
                keys[:count],
                messages[:count],
                signatures[:count],
                True,
            )
        same = [self.sign(scalar, COMMON_MESSAGE) for scalar in self.scalars]
        add("valid_one_message", keys[:3], [COMMON_MESSAGE] * 3, same[:3], True)
        add("valid_duplicate", keys[:1] * 2, messages[:1] * 2, signatures[:1] * 2, True)
        by_one = [self.sign(self.scalars[0], message) for message in messages[:3]]
        add("valid_one_signer", keys[:1] * 3, messages[:3], by_one, True)
        names = ("empty_message", "1_byte_message", "200_byte_message")
        mixed = [MESSAGES[name] for name in names]
        by_three = [self.sign(self.scalars[i], mixed[i]) for i in range(3)]
        add("valid_message_lengths", keys[:3], mixed, by_three, True)
        add(
            "valid_negated_key_and_signature",
            [keys[0], negate_encoded(self.keys, keys[1])],
            messages[:2],
            [signatures[0], negate_encoded(self.signatures, signatures[1])],
            True,
        )

        for position in (0, 2, 4):
            bad = list(signatures)
            bad[position] = self.sign(self.scalars[position], COMMON_MESSAGE)
            add(f"bad_signature_at_{position}", keys, messages, bad, False)
        wrong = messages[:1] + messages[3:4] + messages[2:3]
        add("one_wrong_message", keys[:3], wrong, signatures[:3], False)
        wrong = [keys[0], keys[3], keys[2]]
        add("one_wrong_key", wrong, messages[:3], signatures[:3], False)
        bad = [signatures[0], negate_encoded(self.signatures, signatures[1])]
        add("one_negated_signature", keys[:2], messages[:2], bad, False)
        flipped = refused.with_octet(signatures[1], -1, signatures[1][-1] ^ 1, 1)
        add(
            "signature_with_one_bit_flipped",
            keys[:2],
            messages[:2],
            [signatures[0], flipped],
            False,
        )
        swapped = [messages[1], messages[0]]
        add("messages_swapped", keys[:2], swapped, signatures[:2], False)

    def build_batch_forgeries(self):
        """Batches whose signatures have the right sum and are yet invalid."""
        add = self.add_batch
        group = self.signatures
        keys, messages = self.public_keys, LIST_MESSAGES
        signatures = self.signed_list(3)
        same = [self.sign(scalar, COMMON_MESSAGE) for scalar in self.scalars[:2]]
        swapped = [signatures[1], signatures[0]]
        add("signatures_swapped", keys[:2], messages[:2], swapped, False)
        swapped = [same[1], same[0]]
        add(
            "signatures_swapped_one_message",
            keys[:2],
            [COMMON_MESSAGE] * 2,
            swapped,
            False,
        )
        rotated = signatures[1:] + signatures[:1]
        add("signatures_rotated", keys[:3], messages[:3], rotated, False)
        offset = curve.multiply(group.generator, signer_scalar(100))
        torsion = curve.small_order_point(group)
        for name, first in {
            "cancelling_offsets": offset,
            "small_order_points_cancelling": torsion,
        }.items():
            forged = [
                shift_encoded(group, signatures[0], first),
                shift_encoded(group, signatures[1], curve.neg(first)),
            ]
            add(name, keys[:2], messages[:2], forged, False)
        forged = [
            shift_encoded(group, signatures[0], offset),
            shift_encoded(group, signatures[1], offset),
            shift_encoded(group, signatures[2], curve.multiply(offset, ORDER - 2)),
        ]
        add("cancelling_offsets_of_three", keys[:3], messages[:3], forged, False)
        total = self.sum_of(signatures[:2])
        halves = [total, self.infinite_signature]
        add("aggregate_and_infinity", keys[:2], messages[:2], halves, False)
        opposite = [keys[0], negate_encoded(self.keys, keys[0])]
        add(
            "cancelling_keys_infinity_signatures",
            opposite,
            [COMMON_MESSAGE] * 2,
            [self.infinite_signature] * 2,
            False,
        )

    def build_batch_refusals(self):
        """Batch verification: refused keys, signatures and list shapes."""
        add = self.add_batch
        keys, messages = self.public_keys[:3], LIST_MESSAGES[:3]
        signatures = self.signed_list(3)
        infinity = self.infinite_signature
        add("empty_lists", [], [], [], False)
        add("fewer_keys", keys[:2], messages, signatures, False)
        add("fewer_messages", keys, messages[:2], signatures, False)
        add("fewer_signatures", keys, messages, signatures[:2], False)
        add(
            "infinity_key",
            keys[:2] + [self.infinite_key],
            messages,
            signatures,
            False,
        )
        add("infinity_signature", keys, messages, signatures[:2] + [infinity], False)
        add(
            "infinity_key_and_signature",
            keys[:2] + [self.infinite_key],
            messages,
            signatures[:2] + [infinity],
            False,
        )
        for name, bad in self.refused_keys(LIST_REFUSALS).items():
            add(f"key_{name}", [bad] + keys[1:], messages, signatures, False)
        made = self.refused_signatures(LIST_REFUSALS, signatures[0])
        for name, bad in made.items():
            add(f"signature_{name}", keys, messages, [bad] + signatures[1:], False)
