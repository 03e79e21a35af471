# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Hash tables whose keys a file decides have a seeded hash: IdHash for the integers of core/formats,
TextHash for all texts of the core. The hash of the standard library is known, so that a file could
put all of its ids in one bucket."""

import re

import source_tree

TABLE = re.compile(r"\b(?:concurrent_)?unordered_(?:multi)?(map|set)\s*<")
INTEGER = re.compile(r"(?:std::)?(?:u?int(?:_fast|_least)?\d+_t|size_t|ptrdiff_t|uintptr_t)|"
                     r"(?:(?:unsigned|signed|long|short|int|char)\s*)+")
TEXT = re.compile(r"std::(?:pmr::)?string(?:_view)?")


def arguments(code, at):
    """The template arguments that begin at `at`, behind the `<`."""
    depth = 0
    found = [""]
    for char in code[at:]:
        if char in ">)]" and depth == 0:
            break
        depth += {"<": 1, "(": 1, "[": 1, ">": -1, ")": -1, "]": -1}.get(char, 0)
        if char == "," and depth == 0:
            found.append("")
        else:
            found[-1] += char
    return [argument.strip() for argument in found]


def violations(tree):
    found = []
    for path, text in tree.items():
        # The injected library has no tables of a trace.
        if (not path.startswith("core/") or path.startswith("core/record/injected/")
                or not path.endswith(source_tree.CPP)):
            continue
        code = source_tree.blank_comments_and_literals(text)
        for match in TABLE.finditer(code):
            given = arguments(code, match.end())
            needed = None
            if TEXT.fullmatch(given[0]):
                needed = "TextHash"
            elif INTEGER.fullmatch(given[0]) and path.startswith("core/formats/"):
                needed = "IdHash"
            has_hash = len(given) > (2 if match.group(1) == "map" else 1)
            if needed and not has_hash:
                line = source_tree.line_of(code, match.start())
                found.append(f"{path}:{line}: a table by {given[0]} without {needed}")
    return found


class Hashes(source_tree.LintCase):
    def test_tree(self):
        self.assert_clean(violations(source_tree.read_tree()))

    def test_integers(self):
        tree = {"core/formats/a.h": "std::unordered_map<std::int64_t, std::vector<int>> m_a;\n"
                                    "std::unordered_set<unsigned long> m_b;\n"
                                    "std::unordered_map<std::int64_t, A, IdHash> m_c;\n"
                                    "// std::unordered_set<int>\n"
                                    "tbb::concurrent_unordered_map<\n    std::uint64_t, A*> m_d;",
                "core/scene/b.h": "std::unordered_set<int> m_a;"}
        self.assert_finds(violations(tree), "a.h:1: a table by std::int64_t without IdHash",
                          "a.h:2", "a.h:5")

    def test_texts_and_others(self):
        tree = {"core/formats/a.cpp": "std::unordered_set<std::string> a;\n"
                                      "std::unordered_map<std::string, B, TextHash> b;\n"
                                      "std::unordered_map<TrackId, B> c;\n"
                                      "std::unordered_map<std::array<int, 2>, B, KeyHash> d;"}
        self.assert_finds(violations(tree), "a.cpp:1: a table by std::string without TextHash")

    def test_texts_of_all_folders(self):
        tree = {"core/compare/a.h": "using A = std::unordered_map<std::string, int>;\n"
                                    "std::unordered_map<std::string, int, TextHash> b;",
                "core/scene/b.cpp": "std::unordered_set<std::string_view> a;",
                "app/c.cpp": "std::unordered_set<std::string> a;"}
        self.assert_finds(violations(tree), "a.h:1: a table by std::string without TextHash",
                          "b.cpp:1: a table by std::string_view without TextHash")


if __name__ == "__main__":
    source_tree.main()
