# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Files are at most 700 lines long, functions at most 60."""

import ast

import cpp_functions
import source_tree

FILE_LINES = 700
FUNCTION_LINES = 60
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

    def test_file(self):
        tree = {"core/a.h": "\n" * 700, "core/b.h": "\n" * 701, "widgets/c.qml": "\n" * 701,
                "README.md": "\n" * 800}
        self.assert_finds(violations(tree), "core/b.h: 701", "widgets/c.qml: 701")

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
