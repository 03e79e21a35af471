# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Files are at most 400 lines long, functions at most 60, and what one .cpp holds of a class (its
body and its member functions) at most 200."""

import ast
import re

import cpp_functions
import source_tree

FILE_LINES = 400
FUNCTION_LINES = 60
CLASS_LINES = 200
SOURCE = source_tree.CPP + (".py", ".qml", ".js", ".sh", ".cmake", "CMakeLists.txt",
                            "packaging/run", "packaging/test")


def python_functions(text):
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node.name, node.lineno, node.end_lineno - node.lineno + 1


def functions_of(path, text):
    if path.endswith(source_tree.CPP):
        return cpp_functions.functions(text)
    return python_functions(text) if path.endswith(".py") else []


_BRACE = re.compile(r"[{}]")
_CLASS = re.compile(r"\b(?<!enum )(?:class|struct)\s+(?:alignas\([^)]*\)\s*)?(\w+)(?:\s+final)?"
                    r"(?:\s*:[^;{}()]*)?\s*\{")


def class_lines(text):
    """{class: lines of its body and of its member functions outside of it} of one .cpp."""
    code = source_tree.blank_comments_and_literals(text)
    lines = {}
    for match in _CLASS.finditer(code):
        depth = 0
        for brace in _BRACE.finditer(code, match.end() - 1):
            depth += 1 if brace.group() == "{" else -1
            if depth == 0:
                lines[match.group(1)] = (lines.get(match.group(1), 0)
                                         + code.count("\n", match.start(), brace.start()) + 1)
                break
    for name, _, length in cpp_functions.functions(text):
        owner = name.split("::")[-2] if "::" in name else ""
        if owner:
            lines[owner] = lines.get(owner, 0) + length
    return lines


def long_classes(tree):
    found = []
    for path, text in tree.items():
        if not path.endswith(".cpp") or path.startswith("tests/"):
            continue
        for name, length in class_lines(text).items():
            if length > CLASS_LINES:
                found.append(f"{path}: {name} has {length} lines, {CLASS_LINES} are allowed")
    return found


def violations(tree):
    found = []
    for path, text in tree.items():
        if not path.endswith(SOURCE):
            continue
        lines = text.count("\n")
        if lines > FILE_LINES:
            found.append(f"{path}: {lines} lines, {FILE_LINES} are allowed")
        for name, first, length in functions_of(path, text):
            if length > FUNCTION_LINES:
                found.append(f"{path}:{first}: {name} has {length} lines, "
                             f"{FUNCTION_LINES} are allowed")
    return found


def body(lines):
    """A braced body that takes `lines` lines with its first and last."""
    return "{\n" + "    f();\n" * (lines - 2) + "}\n"


class Size(source_tree.LintCase):
    def test_tree(self):
        self.assert_clean(violations(source_tree.read_tree()))

    def test_tree_of_classes(self):
        self.assert_clean(long_classes(source_tree.read_tree()))

    def test_long_classes(self):
        def members(count):
            return "    int a();\n" * count
        tree = {
            "core/a.cpp": "class A {\n" + members(199) + "};\n",
            "core/b.cpp": "struct B final : C {\n" + members(198) + "};\nenum class E {\n" * 1
                          + members(300) + "};\n",
            "core/c.cpp": "class D {\n" + members(141) + "};\nint D::f() " + body(60),
            "core/d.cpp": "int F::f() " + body(60) + "F::F() " + body(60) + "F::~F() " + body(60)
                          + "int F::g() " + body(21),
            "tests/a.cpp": "class A {\n" + members(300) + "};\n",
        }
        self.assert_finds(long_classes(tree), "core/a.cpp: A has 201", "core/c.cpp: D has 203",
                          "core/d.cpp: F has 201")

    def test_file(self):
        tree = {"core/a.h": "\n" * 400, "core/b.h": "\n" * 401, "widgets/c.qml": "\n" * 401,
                "README.md": "\n" * 500}
        self.assert_finds(violations(tree), "core/b.h: 401", "widgets/c.qml: 401")

    def test_long_functions(self):
        tree = {
            "a.cpp": "namespace g {\nnamespace {\nint a(int b) " + body(60) + "}\n"
                     "static void b() " + body(61) + "}\n",
            "b.h": "template <class T>\nclass A : public B<T> {\npublic:\n"
                   "    A() : m_a{1}, m_b(2) " + body(61) + "    void c() const noexcept "
                   + body(60) + "};\n",
            "c.cpp": "TEST(Suite, Case) " + body(61),
            "d.cpp": "const auto f = [](int x) " + body(61).rstrip() + ";\n",
            "e.py": "def a():\n" + "    pass\n" * 60 + "\ndef b():\n    pass\n",
        }
        self.assert_finds(violations(tree), "a.cpp:64: b has 61", "b.h:4: A has 61",
                          "c.cpp:1: TEST has 61", "d.cpp:1: lambda has 61", "e.py:1: a has 61")

    def test_signature_counts(self):
        tree = {"a.cpp": "int longSignature(int a,\n                  int b) " + body(60)}
        self.assert_finds(violations(tree), "a.cpp:1: longSignature has 61")

    def test_what_is_not_a_function(self):
        tree = {
            "table.cpp": "constexpr int kTable[] = {\n" + "    1,\n" * 100 + "};\n",
            "enum.h": "enum class E : std::uint8_t {\n" + "    A,\n" * 100 + "};\n",
            "class.h": "struct alignas(8) S {\n" + "    int a();\n" * 100 + "};\n",
            "macro.cpp": "#define X(a) \\\n    f(a) { \\\n    }\nint a() {\n}\n" + "\n" * 90,
            "text.cpp": 'const char* t = R"(\n' + "void f() {\n" * 90 + ')";\nint a() { return 1; }\n',
        }
        self.assert_clean(violations(tree))

    def test_nested_braces_stay_within_their_function(self):
        text = ("void a() {\n    run([&](int x) {\n        if (x) {\n        }\n    });\n}\n"
                "Foo::Foo(int x) : m_a{x}, m_b{x} {\n}\nbool operator==(A a, A b) {\n}\n")
        self.assertEqual(cpp_functions.functions(text),
                         [("a", 1, 6), ("Foo::Foo", 7, 2), ("operator==", 9, 2)])


if __name__ == "__main__":
    source_tree.main()
