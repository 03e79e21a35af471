# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Names, comments and texts are in American spelling, so that a search finds all of a thing."""

import re

import source_tree

WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
ISE = re.compile(r"(\w*is)(?:e|ed|es|er|ers|ing|ation|ations)$")
# Words on -ise that are spelled so everywhere.
OTHER_ISE = re.compile(r"(?:wis|rais|prais|nois|pois|promis|premis|compromis|compris|surpris|enterpris|"
                       r"advis|devis|revis|supervis|televis|improvis|advertis|expertis|exercis|precis|"
                       r"concis|excis|franchis|disguis|cruis|bruis|\bris|\baris)$")
BRITISH = re.compile(
    r"(?:analys(?:e|ed|er|ers|ing)|paralys(?:e|ed|ing)|"
    r"\w*(?:behaviour|colour|favour|honour|neighbour|flavour|harbour|labour|rumour|rigour|vigour)\w*|"
    r"\w*(?:labell|modell|travell|levell|channell|signall|fuell|tunnell|marshall|initiall)(?:ed|er|ers|ing)|"
    r"(?:centre|fibre|litre|theatre|\w*metre)s?|centred|centring|grey(?:s|ed|ish|scale)?|"
    r"judgements?|artefacts?|defence|offence|licences?|programmes?|fulfil|skilful|"
    r"spelt|learnt|burnt|whilst|amongst)$")
# Parts of output formats: read by programs, so that they stay as they are.
OUTPUT_NAME = re.compile(r"([\"'`])(?:utilisation|resynchronised)\1")


def is_british(word):
    ise = ISE.match(word)
    return bool(BRITISH.match(word) or (ise and not OTHER_ISE.search(ise.group(1))))


def violations(tree):
    found = []
    for path, text in tree.items():
        if path.endswith("tests/lint/spelling_test.py"):
            continue
        for number, line in enumerate([path, *text.split("\n")]):
            line = OUTPUT_NAME.sub("", line)
            for match in WORD.finditer(line):
                if is_british(match.group(0).lower()):
                    found.append(f"{path}:{number}: '{match.group(0)}' is not American spelling")
    return found


class Spelling(source_tree.LintCase):
    def test_tree(self):
        self.assert_clean(violations(source_tree.read_tree()))

    def test_names_comments_texts_and_paths(self):
        tree = {"core/a.h": "void analyseDevice();\nint m_labelledTracks;\n// its colour\n",
                "widgets/a.qml": 'text: "grey: not normalised"', "core/centre.cpp": "",
                "resources/help/a.md": "The behaviour of neighbouring rows"}
        self.assert_finds(violations(tree), "a.h:1: 'analyse'", "a.h:2: 'labelled'",
                          "a.h:3: 'colour'", "'grey'", "'normalised'", "core/centre.cpp:0",
                          "'behaviour'", "'neighbouring'")

    def test_words_that_are_spelled_so_everywhere(self):
        tree = {"core/a.h": "otherwise, elementwise, QPromise, raised, denoising, a rising edge, arises\n"
                            "analyses, parameters, modeled, honor, totally, madvise, exercises, wiser\n"}
        self.assert_finds(violations(tree))

    def test_names_of_an_output_format(self):
        tree = {"core/a.cpp": '{"utilisation", 1}',
                "a.md": "`utilisation` in JSON\nutilisation"}
        self.assert_finds(violations(tree), "a.md:2")


if __name__ == "__main__":
    source_tree.main()
