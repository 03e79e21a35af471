# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Finds C++ functions and their lengths by counting braces. No parser: it knows what opens a
brace from the text before it, which is enough for code that clang-format has laid out."""

import re

import source_tree

_SCOPE = re.compile(
    r'^(\[\[.*?\]\]\s*)?(inline\s+)?(namespace|class|struct|union|enum|extern\s*"")\b')
_ACCESS = re.compile(
    r"^\s*((public|private|protected|signals|((public|private) )?slots)\s*:(?!:)\s*)+")
_NAME = re.compile(r"([~\w:]+|operator\s*\S+?)\s*\(")


def _drop_access(header):
    return _ACCESS.sub("", header).lstrip()


def _drop_template(header):
    header = _drop_access(header)
    while header.startswith("template"):
        depth = 0
        for at, char in enumerate(header):
            depth += (char == "<") - (char == ">")
            if char == ">" and depth == 0:
                header = header[at + 1:].strip()
                break
        else:
            break
    return header


def _is_scope(header):
    header = _drop_template(header)
    if not _SCOPE.match(header):
        return False
    # `struct Foo bar() {` is a function; `struct alignas(8) Foo {` is not.
    return "(" not in re.sub(r"\b(alignas|decltype|__attribute__)\s*\([^)]*\)", "", header)


def _is_initializer(header):
    flat = re.sub(r"\([^()]*\)", "", header)
    flat = re.sub(r"\boperator\s*\S+", "", flat)
    return bool(re.search(r"(?<![=!<>])=(?!=)", flat)) and "[" not in flat.split("=", 1)[1]


def _blank_preprocessor(code):
    return re.sub(r"^[ \t]*#(?:[^\n\\]|\\.|\\\n)*", lambda m: "\n" * m.group(0).count("\n"), code,
                  flags=re.MULTILINE)


def functions(text):
    """(name, first line, number of lines to the closing brace) of every function with a body,
    lambdas within functions counted as part of them."""
    code = _blank_preprocessor(source_tree.blank_comments_and_literals(text))
    found = []
    scopes = []      # what each open brace is: "scope", or a (name, first line) that ends there
    start = 0        # of the text that leads to the next brace
    parens = 0       # a brace inside parentheses belongs to an expression
    for match in re.finditer(r"[{}();]", code):
        char, at = match.group(0), match.start()
        inside_body = any(kind != "scope" for kind in scopes)
        if char in "()":
            parens += 1 if char == "(" else -1
        elif char == ";":
            if parens == 0 and not inside_body:
                start = at + 1
        elif char == "{":
            scopes.append(_opened(code, start, at, inside_body or parens > 0))
            if scopes[-1] == "scope":
                start = at + 1
        elif scopes:
            kind = scopes.pop()
            if isinstance(kind, tuple):
                if re.match(r"\s*[,{]", code[at + 1:]):
                    continue  # a member initializer: m_a{1}, m_b{2} {
                name, first = kind
                found.append((name, first, source_tree.line_of(code, at) - first + 1))
            if not any(outer != "scope" for outer in scopes) and parens == 0:
                start = at + 1
    return found


def _opened(code, start, at, inside_body):
    if inside_body:
        return "block"
    header = code[start:at]
    if _is_scope(header):
        return "scope"
    name = _NAME.search(_drop_template(header))
    if ("(" not in header and "[" not in header) or _is_initializer(header):
        return "block"
    first = at - len(_drop_access(header))
    return (name.group(1) if name else "lambda", source_tree.line_of(code, first))
