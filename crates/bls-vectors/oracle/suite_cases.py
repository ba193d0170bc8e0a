"""The vector cases of the suites min_pk and min_sig."""

from typing import List

from cases import Case, add_deserialization
from list_cases import ListCases
from single_cases import SingleCases


class SuiteCases(SingleCases, ListCases):
    """Builds the cases of one suite, folder by folder."""

    def build(self) -> List[Case]:
        """All cases of the suite."""
        add_deserialization(self.list, self.keys, "pubkey")
        add_deserialization(self.list, self.signatures, "signature")
        self.build_hash()
        self.build_keygen()
        self.build_sign()
        self.build_verify()
        self.build_verify_refusals()
        self.build_aggregate()
        self.build_aggregate_verify()
        self.build_aggregate_verify_refusals()
        self.build_fast()
        self.build_fast_refusals()
        self.build_batch()
        self.build_batch_forgeries()
        self.build_batch_refusals()
        return self.list.cases
