# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""No text of the window is taken for markup.

A Qt Text without a format guesses whether its text is rich text, and rich text loads images: a name of
a trace would send a request to a server. So texts are PlainLabels, and controls whose style brings a
text of its own get one of ours. Rich text is allowed in the files of RICH alone, whose texts come from
help pages or through qt_text.cpp, which escapes names."""

import re

import source_tree

PLAIN_LABEL = "widgets/panes/controls/PlainLabel.qml"
RICH = {"widgets/panes/controls/ProseText.qml", "widgets/panes/pages/RulePage.qml"}
RICH_CPP = {"widgets/findings/rule_help.cpp"}

ELEMENT = re.compile(r"(?<![\w.])([A-Z]\w*)\s*\{")
TEXTS = {"Text", "Label"}
EDITORS = {"TextEdit"}
# Controls whose style shows their `text` in a Label without a format.
STYLED = {"Button", "CheckBox", "CheckDelegate", "ComboBox", "DelayButton", "Dialog", "GroupBox",
          "ItemDelegate", "MenuBarItem", "MenuItem", "RadioButton", "RadioDelegate", "RoundButton",
          "SpinBox", "SwipeDelegate", "Switch", "SwitchDelegate", "TabButton", "ToolButton", "ToolTip"}
ATTACHED = re.compile(r"\bToolTip\.(?:text|show)\b")
FORMAT = re.compile(r"\btextFormat\s*[:=]\s*(?!Text(?:Edit)?\.PlainText\b)\S+")
RICH_CALL = re.compile(r"\b(?:setHtml|setMarkdown|insertHtml|insertMarkdown|QToolTip|QLabel|QMessageBox)\b")


def without_comments(text):
    return re.sub(r"//[^\n]*|/\*.*?\*/", lambda match: "\n" * match.group(0).count("\n"), text,
                  flags=re.DOTALL)


def block(text, start):
    """The text between the brace at `start` and its partner."""
    depth = 0
    for at in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if depth == 0:
            return text[start:at]
    return text[start:]


def violations_of_qml(path, text):
    code = without_comments(text)
    for match in ELEMENT.finditer(code):
        kind = match.group(1)
        place = f"{path}:{source_tree.line_of(code, match.start())}"
        inside = block(code, match.end() - 1)
        if kind in TEXTS and path != PLAIN_LABEL:
            yield f"{place}: {kind} guesses its format; use PlainLabel"
        elif kind in TEXTS | EDITORS and "textFormat:" not in inside:
            yield f"{place}: {kind} without textFormat"
        elif kind in STYLED and "contentItem:" not in inside:
            yield f"{place}: the text of {kind} belongs to its style; give it a contentItem"
    for match in ATTACHED.finditer(code):
        yield f"{path}:{source_tree.line_of(code, match.start())}: use Tip, whose text is plain"
    for match in FORMAT.finditer(code) if path not in RICH else ():
        yield f"{path}:{source_tree.line_of(code, match.start())}: rich text: {match.group(0)}"


def violations(tree):
    found = []
    for path, text in tree.items():
        if path.startswith(("widgets/", "app/")) and path.endswith(".qml"):
            found += violations_of_qml(path, text)
        elif path.startswith(("widgets/", "app/")) and path.endswith(source_tree.CPP):
            code = source_tree.blank_comments_and_literals(text)
            for match in RICH_CALL.finditer(code) if path not in RICH_CPP else ():
                found.append(f"{path}:{source_tree.line_of(code, match.start())}: {match.group(0)}")
    return found


class PlainText(source_tree.LintCase):
    def test_tree(self):
        self.assert_clean(violations(source_tree.read_tree()))

    def test_texts(self):
        tree = {"widgets/a.qml": "Item {\n Label { text: a }\n PlainLabel { text: b }\n"
                                 " contentItem: Text {}\n // Label { }\n}",
                PLAIN_LABEL: "Label {\n textFormat: Text.PlainText\n}",
                "widgets/b.qml": "TextEdit { text: a }\nTextEdit { textFormat: TextEdit.PlainText }"}
        self.assert_finds(violations(tree), "a.qml:2", "a.qml:4", "b.qml:1")

    def test_controls(self):
        tree = {"widgets/a.qml": "Button { text: a }\nMenuItem {\n contentItem: PlainLabel {}\n}\n"
                                 "Item { ToolTip.text: a }"}
        self.assert_finds(violations(tree), "a.qml:1", "a.qml:5")

    def test_formats(self):
        tree = {"widgets/a.qml": "PlainLabel { textFormat: Text.StyledText }",
                PLAIN_LABEL: "Label { text: a }",
                "widgets/panes/pages/RulePage.qml": "TextEdit { textFormat: TextEdit.RichText }",
                "widgets/a.cpp": "document.setHtml(name);\n// setHtml",
                "widgets/findings/rule_help.cpp": "document.setMarkdown(page);"}
        self.assert_finds(violations(tree), "a.qml:1", "PlainLabel.qml:1", "a.cpp:1")


if __name__ == "__main__":
    source_tree.main()
