# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
import source_tree
from source_tree import blank_comments_and_literals as blank


class SourceTree(source_tree.LintCase):
    def test_reads_this_project(self):
        tree = source_tree.read_tree()
        self.assertLessEqual({"core/base/time.h", "packaging/test", ".clang-format"}, set(tree))
        self.assertFalse([path for path in tree if path.startswith(("build/", "tests/data/"))])

    def test_blanks_comments_and_keeps_line_numbers(self):
        self.assertEqual(blank("a // b\nc /* d\n e */ f"), "a \nc \n f")

    def test_blanks_strings_with_escapes_and_comment_marks(self):
        self.assertEqual(blank(r'f("a\"{ // b", 1);'), 'f("", 1);')
        self.assertEqual(blank('f(R"x({\n")" )x");'), 'f(""\n);')
        self.assertEqual(blank("f('\"', '\\'', '{');"), 'f("", "", "");')

    def test_digit_separators_are_not_characters(self):
        self.assertEqual(blank("int a = 1'000; char b = 'x';"), 'int a = 1\'000; char b = "";')


if __name__ == "__main__":
    source_tree.main()
