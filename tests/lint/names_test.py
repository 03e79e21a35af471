# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Names say what a thing is. These words do not: they attract whatever has no place. Limits are
kMin... and kMax...."""

import re

import source_tree

EMPTY_WORDS = {"util", "utils", "utility", "utilities", "helper", "helpers", "manager", "managers",
               "common", "misc"}
LIMIT = re.compile(r"\bk\w*(?:Most|Least|Few)(?![a-z])\w*")
DECLARED = re.compile(
    r"\b(?:class|struct|union|enum(?:\s+class)?|namespace|component)\s+([A-Za-z_]\w*)")


def words(name):
    """findFooBar, foo_bar and foo-bar.cpp in lower-case words."""
    return [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)]


def violations(tree):
    found = []
    for path, text in tree.items():
        empty = EMPTY_WORDS.intersection(words(path))
        if empty:
            found.append(f"{path}: '{empty.pop()}' in a path says nothing")
        if not path.endswith(source_tree.CPP):
            continue
        code = source_tree.blank_comments_and_literals(text)
        for match in DECLARED.finditer(code):
            empty = EMPTY_WORDS.intersection(words(match.group(1)))
            if empty:
                line = source_tree.line_of(code, match.start())
                found.append(f"{path}:{line}: '{empty.pop()}' in {match.group(1)} says nothing")
        for match in LIMIT.finditer(code):
            line = source_tree.line_of(code, match.start())
            found.append(f"{path}:{line}: {match.group()}: limits are kMin... and kMax...")
        if path.endswith(source_tree.CPP) and not re.fullmatch(r"[a-z0-9_]+", path_stem(path)):
            found.append(f"{path}: file names are snake_case")
    return found


# Words that several programs or tests may share, each in a folder of its own.
SHARED_NAMES = {"main"}
CLASS = re.compile(
    r"^(?:template\s*<[^;{]*>\s*)?(?:class|struct|union|enum(?:\s+(?:class|struct))?)\s+"
    r"(\w+)[^;{()]*\{",
    re.MULTILINE)
NAMESPACE = re.compile(r"^namespace\s+([\w:]+)\s*\{|^\}\s*// namespace\s*([\w:]*)", re.MULTILINE)


def classes(code):
    """(qualified name, position) of each class, union or enum in a named namespace of a header."""
    scopes = [(match.start(), match.group(1), match.group(2))
              for match in NAMESPACE.finditer(code)]
    for match in CLASS.finditer(code):
        open_scopes = []
        for position, opened, _ in scopes:
            if position > match.start():
                break
            if opened:
                open_scopes.append(opened)
            elif open_scopes:
                open_scopes.pop()
        yield "::".join(open_scopes + [match.group(1)]), match.start()


def repeated_names(tree):
    """File base names and types that stand for two things."""
    files, defined, found = {}, {}, []
    for path, text in sorted(tree.items()):
        if not path.startswith(("core/", "widgets/", "app/")):
            continue
        if not path.endswith(source_tree.CPP + (".qml",)):
            continue
        stem = path_stem(path)
        unit = path.rsplit(".", 1)[0]
        if stem not in SHARED_NAMES and files.setdefault(stem, unit) != unit:
            found.append(f"{path}: named like {files[stem]}")
        if path.endswith(".h"):
            code = re.sub(r"//[^\n]*namespace[^\n]*", lambda match: match.group(0), text)
            for name, position in classes(code):
                if defined.setdefault(name, path) != path:
                    line = source_tree.line_of(code, position)
                    found.append(f"{path}:{line}: {name} is a type of {defined[name]} too")
    return found


def path_stem(path):
    return path.rsplit("/", 1)[-1].rsplit(".", 1)[0]


class Names(source_tree.LintCase):
    def test_tree(self):
        tree = source_tree.read_tree()
        self.assert_clean(violations(tree) + repeated_names(tree))

    def test_paths(self):
        tree = {"core/util/time.h": "", "core/base/string_helpers.cpp": "",
                "widgets/TrackManager.qml": "", "core/io/utf8.h": "", "core/io/command.h": ""}
        self.assert_finds(violations(tree), "core/util/time.h", "string_helpers", "TrackManager")

    def test_types_and_namespaces(self):
        tree = {"core/a.h": "class TrackManager;\nnamespace misc {}\nstruct Commons { };\n"
                            "// class FooHelper\nenum class CommonKind { A };"}
        self.assert_finds(violations(tree), "core/a.h:1", "core/a.h:2", "core/a.h:5")

    def test_limits(self):
        tree = {"core/a.cpp": "constexpr int kMostRows = 3;\nint kLeast;\nint kFewEvents;\n"
                              "int kMaxRows; int kUtmost; // kMostRows"}
        self.assert_finds(violations(tree), "core/a.cpp:1: kMostRows", "core/a.cpp:2",
                          "core/a.cpp:3")

    def test_one_name_for_two_things(self):
        rows = "namespace gaplight {\nclass Rows {\n};\n}  // namespace gaplight\n"
        other = "namespace gaplight::ui {\nclass Rows {\n};\n}  // namespace gaplight::ui\n"
        tree = {"core/trace/rows.h": rows, "core/scene/row_list.h": rows, "widgets/a/rows.h": other,
                "core/trace/rows.cpp": "", "tests/core/rows.h": rows}
        self.assert_finds(repeated_names(tree), "core/trace/rows.h:2: gaplight::Rows",
                          "widgets/a/rows.h: named like")

    def test_an_enum_is_a_type_too(self):
        enum = ("namespace gaplight {\nenum class Limit : std::uint8_t {\n  A,\n};\n"
                "}  // namespace gaplight\n")
        tree = {"core/a/limit.h": enum, "core/b/block_limit.h": enum.replace("enum class", "struct"),
                "core/b/use.h": "namespace gaplight {\nenum class Limit : int;\n}\n"}
        self.assert_finds(repeated_names(tree), "core/b/block_limit.h:2: gaplight::Limit")

    def test_file_spelling(self):
        self.assert_finds(violations({"core/io/ByteSource.h": ""}), "snake_case")


if __name__ == "__main__":
    source_tree.main()
