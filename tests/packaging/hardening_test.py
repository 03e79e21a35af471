# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""The built program is hardened. Usage: hardening_test.py PROGRAM [unittest options]; needs readelf."""

import platform
import re
import subprocess
import sys
import unittest

PROGRAM = sys.argv[1]
ENDBR64 = b"\xf3\x0f\x1e\xfa"  # begins every function that may be called through a pointer


def readelf(*options):
    return subprocess.run(["readelf", "--wide", *options, PROGRAM], capture_output=True, text=True,
                          check=True).stdout


class Hardening(unittest.TestCase):
    """Output of readelf is long: checks print what is missing, not where."""

    def assert_has(self, pattern, text):
        self.assertTrue(re.search(pattern, text), f"nothing matches {pattern}")

    def assert_lacks(self, pattern, text):
        self.assertFalse(re.search(pattern, text), f"something matches {pattern}")

    def test_addresses_are_random(self):
        self.assert_has(r"Type:\s+DYN", readelf("--file-header"))
        self.assert_lacks(r"\(TEXTREL\)", readelf("--dynamic"))

    def test_tables_of_functions_are_read_only(self):
        self.assert_has(r"GNU_RELRO", readelf("--program-headers"))
        self.assert_has(r"\(FLAGS(?:_1)?\).*\b(?:BIND_)?NOW\b", readelf("--dynamic"))

    def test_no_segment_is_writable_and_executable(self):
        headers = readelf("--program-headers")
        self.assert_has(r"GNU_STACK.* RW ", headers)
        self.assert_lacks(r"LOAD.* RWE ", headers)

    def test_libraries_are_found_by_the_system_alone(self):
        self.assert_lacks(r"\((?:RPATH|RUNPATH)\)", readelf("--dynamic"))

    def test_stacks_and_buffers_are_checked(self):
        symbols = readelf("--dyn-syms")
        self.assert_has(r"\b__stack_chk_fail@", symbols)  # -fstack-protector-strong
        self.assert_has(r"\b__\w+_chk@GLIBC", symbols)    # _FORTIFY_SOURCE

    def test_indexes_are_checked(self):
        self.assert_has(r"__glibcxx_assert_fail", readelf("--dyn-syms"))  # _GLIBCXX_ASSERTIONS

    def test_indirect_calls_end_at_functions(self):
        with open(PROGRAM, "rb") as file:
            marked = file.read().count(ENDBR64)  # -fcf-protection, which only x86 has
        self.assertTrue(marked > 1000 or platform.machine() != "x86_64", marked)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
