# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""No args key of one producer stands outside core/formats: analysis and rules read typed columns
and DetailField (core/trace/event_details.h). No name of PyTorch's profiler stands outside
core/analysis/torch, which has named functions and constants for them."""

import re

import source_tree

FOLDERS = ("core/analysis/", "core/detectors/", "core/index/", "core/compare/", "core/scene/",
           "core/session/", "core/trace/")
# Where keys of Kineto's args are read into columns and fields.
READERS = ("core/formats/chrome/batch_writer.cpp", "core/formats/kineto_fields.cpp")
# A key of one word, such as "stream", is also a word of ours; a key of several is Kineto's alone.
SPELLED = re.compile(r'(?:key(?:\.text\(\))? == |return )"([^"\\]* [^"\\]*)"')
# The keys of one field, in a list.
LISTED = re.compile(r'std::array<std::string_view, \d+> k\w+\{([^}]*)\}')
# Categories that stand for a kind of slice (core/formats/kineto_fields.cpp).
CATEGORIES = "core/formats/kineto_fields.cpp"
CATEGORY = re.compile(r'\{"([a-z0-9]+_[a-z_]+)", SliceKind::')
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
COMMENT = re.compile(r"//[^\n]*")
# Names of modules, steps, optimizers, batches, compiled graphs and of the engine of backward; the
# namespace of operators where it stands alone. The whole name of one operator may stand in the
# table or rule about it.
TORCH_NAME = re.compile(r"nn\.Module: |ProfilerStep|Optimizer\.|autograd::engine|"
                        r"enumerate\(DataLoader\)|(?:## Call )?CompiledFxGraph|"
                        r"DistributedDataParallel\.forward|aten::(?:_foreach_)?$")
TORCH_FOLDERS = ("core/analysis/torch/", "core/formats/")


def producer_keys(tree):
    keys = {key for path in READERS for key in SPELLED.findall(tree.get(path, ""))}
    for path in READERS:
        for listed in LISTED.findall(tree.get(path, "")):
            keys |= {key for key in LITERAL.findall(listed) if " " in key}
    return keys | set(CATEGORY.findall(tree.get(CATEGORIES, "")))


def violations(tree):
    keys = producer_keys(tree)
    found = []
    for path, text in tree.items():
        if not (path.startswith(FOLDERS) and path.endswith(source_tree.CPP)):
            continue
        code = COMMENT.sub("", text)
        for match in LITERAL.finditer(code):
            if match.group(1) in keys:
                line = source_tree.line_of(code, match.start())
                found.append(f"{path}:{line}: {match.group(0)} is a producer's: only core/formats "
                             "knows it; use a column, a SliceKind or a DetailField")
    return found


def torch_names(tree):
    found = []
    for path, text in tree.items():
        if (not path.startswith(("core/", "widgets/", "app/")) or path.startswith(TORCH_FOLDERS)
                or not path.endswith(source_tree.CPP + (".qml",))):
            continue
        code = COMMENT.sub("", text)
        for match in LITERAL.finditer(code):
            if TORCH_NAME.match(match.group(1)):
                line = source_tree.line_of(code, match.start())
                found.append(f"{path}:{line}: {match.group(0)} is a name of PyTorch: only "
                             "core/analysis/torch knows it; use a function or constant of its "
                             "annotation_name.h, torch_names.h")
    return found


class ProducerKeys(source_tree.LintCase):
    def test_tree(self):
        tree = source_tree.read_tree()
        self.assertLess({"Call stack", "Input Dims", "Input type", "In msg nelems", "src kind",
                         "cuda_runtime"}, producer_keys(tree))
        self.assert_clean(violations(tree))

    def test_keys_and_categories(self):
        tree = {READERS[1]: 'std::array<std::string_view, 2> kStack{"Call stack",\n "x"};\n'
                            'Entry{"cuda_sync", SliceKind::Sync},\n',
                READERS[0]: '} else if (key == "src kind") {\n',
                "core/detectors/a.cpp": '// "Call stack"\nargs("Call stack");\nf("a call stack", "x");',
                "core/analysis/b.h": 'if (key == "src kind" || cat == "cuda_sync") {}',
                "core/record/c.cpp": 'category("cuda_sync");'}
        self.assert_finds(violations(tree), "a.cpp:2", 'b.h:1: "src kind"', 'b.h:1: "cuda_sync"')

    def test_torch_names_in_tree(self):
        tree = source_tree.read_tree()
        self.assertIn("core/analysis/torch/annotation_name.cpp", tree)
        self.assert_clean(torch_names(tree))

    def test_torch_names(self):
        tree = {"core/analysis/torch/a.cpp": 'name.starts_with("ProfilerStep#");',
                "core/formats/chrome/b.cpp": 'f("nn.Module: ");',
                "core/compare/c.cpp": '// "ProfilerStep"\nf("ProfilerStep");\nf("StepSource");',
                "widgets/d/d.qml": 'text: "nn.Module: " + name',
                "core/e/e.cpp": 'f("aten::mm");\nf("aten::");\nf("aten::_foreach_");',
                "app/f.h": 'f("## Call CompiledFxGraph ");',
                "core/g/g.h": 'f("Optimizer.step#");\nf("autograd::engine::x");',
                "tests/core/h.cpp": 'f("ProfilerStep#1");'}
        self.assert_finds(torch_names(tree), "c.cpp:2", "d.qml:1", "e.cpp:2", "e.cpp:3", "f.h:1",
                          "g.h:1", "g.h:2")


if __name__ == "__main__":
    source_tree.main()
