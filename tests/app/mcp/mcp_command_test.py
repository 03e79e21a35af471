#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""A scripted client of 'gaplight mcp'. Usage: mcp_command_test.py PROGRAM DATA."""
import base64
import json
import os
import shutil
import signal
import subprocess
import tomllib
import unittest

from mcp_client import PROTOCOLS, Client
from program import DATA, PROGRAM, Case, main, recorded

TRACE = recorded("graph_breaks")
RANKS = os.path.join(DATA, "ranks", "ddp_slow_host_rank2")
SNAPSHOT = os.path.join(DATA, "memory", "snapshot_run.pickle.zst")
REPORT = os.path.join(DATA, "ncu", "ncu_run.ncu-rep.zst")
CAUSES = ("copy_before", "ddp_straggler_rank0", "ddp_straggler_rank1",
          "ema_foreach_pageable", "ema_loop_none", "graph_breaks", "memory_growth",
          "optimizer_foreach", "sync_large_before", "train_sync_pageable")
TOKENS = 4_000
CHARACTERS_OF_A_TOKEN = 4


def expectations():
    """What a reader of each trace found: name to lines "SEVERITY RULE: a piece of the title"."""
    found = {}
    for name in ("own", "public"):
        with open(os.path.join(DATA, "audit", name + ".toml"), "rb") as file:
            for trace in tomllib.load(file)["trace"]:
                found[trace["file"].rsplit("/", 1)[-1]] = trace["true"]
    return found


class Mcp(Case):
    def setUp(self):
        super().setUp()
        self.client = Client()
        self.addCleanup(self.end)

    def end(self):
        if self.client.process.poll() is None:
            self.assertEqual(self.client.close(), (0, b""))

    def without_traces(self):
        path = os.path.join(self.folder, "nothing")
        os.mkdir(path)
        return path

    def link_to(self, target):
        link = os.path.join(self.folder, "link.json")
        os.symlink(target, link)
        return link

    def text(self, tool, **arguments):
        failed, content = self.client.call(tool, **arguments)
        self.assertFalse(failed, content)
        self.assertEqual(content["type"], "text")
        self.assertLessEqual(len(content["text"]), arguments.get("max_chars", 4_000) + 100)
        return content["text"]

    def refusal(self, tool, **arguments):
        failed, content = self.client.call(tool, **arguments)
        self.assertTrue(failed, content)
        return content["text"]

    def test_initialization(self):
        for wanted in (*PROTOCOLS, "1999-01-01"):
            result = self.client.ask("initialize", protocolVersion=wanted, capabilities={},
                                     clientInfo={"name": "test", "version": "1"})["result"]
            self.assertEqual(result["protocolVersion"],
                             wanted if wanted in PROTOCOLS else PROTOCOLS[-1])
            self.assertEqual(result["serverInfo"]["name"], "gaplight")
            self.assertEqual(result["capabilities"], {"tools": {}})
        self.assertEqual(self.client.ask("ping")["result"], {})
        tools = self.client.ask("tools/list")["result"]["tools"]
        self.assertEqual([tool["name"] for tool in tools],
                         ["open", "overview", "findings", "explain", "slices", "query", "what_if",
                          "compare", "picture"])
        for tool in tools:
            schema = tool["inputSchema"]
            self.assertEqual(schema["type"], "object")
            self.assertLessEqual(set(schema["required"]), set(schema["properties"]))

    def test_causes_within_three_calls_and_4000_tokens(self):
        expected = expectations()
        self.client.begin()
        for name in CAUSES:
            with self.subTest(name):
                trace = recorded(name)
                answers = [self.text("overview", trace=trace), self.text("findings", trace=trace),
                           self.text("explain", trace=trace, finding="1")]
                self.assertLessEqual(sum(map(len, answers)), TOKENS * CHARACTERS_OF_A_TOKEN)
                self.assertTrue(expected[name])
                for cause in expected[name]:
                    head, _, piece = cause.partition(": ")
                    self.assertTrue(any(f". {head}: " in line and piece in line
                                        for line in answers[1].split("\n")),
                                    f"{cause} is not in:\n{answers[1]}")

    def test_tools(self):
        self.client.begin()
        self.assertIn("kineto-json", self.text("open", trace=TRACE))
        self.assertIn("graph break", self.text("explain", trace=TRACE, finding="graph-break"))
        self.assertIn("found nothing", self.text("explain", trace=TRACE, finding="out-of-memory"))
        slices = self.text("slices", trace=TRACE, range="0ms..5ms", limit=3, name="cuda*")
        self.assertEqual(slices.count("\n"), 6, slices)
        one = slices.split("\n")[2]
        again = self.text("slices", trace=TRACE, range=one.split(" · ")[0], name="cuda*")
        self.assertTrue(again.startswith("1 slice begin"), again)
        self.assertEqual(again.split("\n")[2], one)
        self.assertEqual(self.text("slices", trace=TRACE, limit=2 ** 63 + 5),
                         self.text("slices", trace=TRACE, limit=200))
        self.assertIn("→", self.text("what_if", trace=TRACE, edits=["remove:launch-bound"]))
        self.assertIn("steps", self.text("compare", a=TRACE, b=recorded("no_graph_breaks")))
        sums = "SELECT explanation, sum(dur) FROM gap GROUP BY explanation"
        self.assertIn("launch-bound", self.text("query", trace=TRACE, sql=sums))
        self.assertIn("kernel ", self.text("query", trace=TRACE))
        self.assertIn("short_name", self.text("query", trace=TRACE, table="kernel"))
        self.assertIn("more rows: pass a larger limit",
                      self.text("query", trace=TRACE, sql="SELECT id FROM slice", limit=3))
        self.assertIn("did you mean 'name'", self.refusal("query", trace=TRACE,
                                                          sql="SELECT nme FROM slice"))
        part = self.text("overview", trace=TRACE, range="0ms..5ms")
        self.assertNotEqual(part, self.text("overview", trace=TRACE))

    def test_ranks_snapshots_and_kernel_reports(self):
        self.client.begin()
        opened = self.text("open", trace=RANKS)
        self.assertTrue(os.path.exists(opened.split("\n")[1].split(": ")[1]), opened)
        self.assertIn("Rank 2 is late into 27 of 27", self.text("overview", trace=RANKS))
        self.assertIn("1. critical late-rank: Rank 2", self.text("findings", trace=RANKS))
        for finding in ("1", "late-rank"):
            self.assertIn("Why:", self.text("explain", trace=RANKS, finding=finding))
        self.assertIn("Verdict", self.text("compare", a=RANKS, b=RANKS))
        for path, overview in ((SNAPSHOT, "peak"), (REPORT, "kernels")):
            self.text("open", trace=path)
            self.assertIn(overview, self.text("overview", trace=path))
            self.text("findings", trace=path)
            self.text("compare", a=path, b=path)

    def test_a_changed_rank_is_read_anew(self):
        self.client.begin()
        shutil.copytree(RANKS, os.path.join(self.folder, "run"))
        run = os.path.join(self.folder, "run")
        self.assertIn("4 ranks", self.text("open", trace=run))
        os.remove(os.path.join(run, "rank3.json.zst"))
        self.assertIn("3 ranks", self.text("open", trace=run))
        for rank in (1, 2):
            os.remove(os.path.join(run, f"rank{rank}.json.zst"))
        self.assertIn("kineto-json", self.text("open", trace=run))

    def test_no_answer_names_options_of_a_command_line_or_markup(self):
        self.client.begin()
        for trace in (TRACE, recorded("train_sync_pageable"), RANKS, SNAPSHOT, REPORT):
            answers = [self.text(tool, trace=trace, max_chars=20_000)
                       for tool in ("open", "overview", "findings")]
            if trace != REPORT:
                answers.append(self.text("explain", trace=trace, finding="1", max_chars=20_000))
            answers.append(self.text("compare", a=trace, b=trace, max_chars=20_000))
            for answer in answers:
                self.assertNotRegex(answer, r"--(all|format|run)\b|'gaplight |\\_")

    def test_defaults_hold_what_they_promise(self):
        self.client.begin()
        for name in ("train_sync_pageable", "sync_small_before", "optimizer_loop"):
            overview = self.text("overview", trace=recorded(name))
            for heading in ("GPU 0", "Checklist", "Steps", "Findings"):
                self.assertIn("\n" + heading, overview, name)
        for pair in (("sync_small_before", "sync_small_after"), ("memory_growth", "memory_flat"),
                     ("train_sync_pageable", "train_workers_pinned")):
            text = self.text("compare", a=recorded(pair[0]), b=recorded(pair[1]))
            self.assertLess(text.index("Verdict"), text.index("gone (−)"), pair)

    def test_answers_are_capped(self):
        self.client.begin()
        text = self.text("overview", trace=TRACE, max_chars=500)
        self.assertRegex(text, r"\n\d+ lines more: pass a larger max_chars or a smaller range\n$")
        text = self.text("compare", a=TRACE, b=recorded("no_graph_breaks"), max_chars=500)
        self.assertRegex(text, r"\n\d+ lines more: pass a larger max_chars\n$")
        self.assertIn("\n5. ", self.text("findings", trace=TRACE, **{"from": 5}))
        self.assertNotIn("\n4. ", self.text("findings", trace=TRACE, **{"from": 5}))

    def test_images(self):
        self.client.begin()
        for width in (500, 900):
            failed, content = self.client.call("picture", trace=TRACE, width=width, finding="1")
            self.assertFalse(failed, content)
            self.assertEqual((content["type"], content["mimeType"]), ("image", "image/png"))
            image = base64.b64decode(content["data"], validate=True)
            self.assertTrue(image.startswith(b"\x89PNG"))
            self.assertEqual(int.from_bytes(image[16:20], "big"), width)

    def test_mistakes_of_arguments_are_errors_of_the_tool(self):
        self.client.begin()
        for tool, arguments, message in (
                ("overview", {}, "overview needs the argument 'trace'"),
                ("overview", {"trace": TRACE, "x": 1}, "overview has no argument 'x'; its arguments "
                 "are trace, range and max_chars"),
                ("slices", {"trace": TRACE, "limit": "x"}, 'limit: expected an integer, not "x"'),
                ("slices", {"trace": TRACE, "limit": 2.5}, "limit: expected an integer, not 2.5"),
                ("slices", {"trace": TRACE, "name": ["x"]}, 'name: expected a text, not ["x"]'),
                ("what_if", {"trace": TRACE, "edits": 5}, "edits: expected an array, not 5"),
                ("slices", {"trace": RANKS}, "slices takes a trace, not a set of ranks; open lists"),
                ("picture", {"trace": SNAPSHOT}, "picture takes a trace, not a memory snapshot"),
                ("overview", {"trace": RANKS, "range": "step:2"}, "range takes a trace"),
                ("compare", {"a": TRACE, "b": SNAPSHOT}, "a memory snapshot cannot be compared with"),
                ("explain", {"trace": SNAPSHOT, "finding": "99"}, "neither a number from 1 to"),
                ("overview", {"trace": "/nowhere"}, "there is no such file"),
                ("overview", {"trace": "node7:x.json"}, "there is no such file on this machine"),
                ("overview", {"trace": "-"}, "there is no such file"),
                ("overview", {"trace": "/dev/null"}, "there is no such file"),
                ("overview", {"trace": "/proc/self/maps"}, "of the system"),
                ("overview", {"trace": "/proc/self"}, "of the system"),
                ("overview", {"trace": self.without_traces()}, "the folder has no trace"),
                ("overview", {"trace": self.link_to("/proc/version")}, "of the system"),
                ("overview", {"trace": 5}, "there is no such file"),
                ("overview", {"trace": self.write("x", b"no trace")}, "x"),
                ("overview", {"trace": TRACE, "range": "step:99"}, "step:99"),
                ("explain", {"trace": TRACE, "finding": "99"}, "neither a number from 1 to"),
                ("what_if", {"trace": TRACE, "edits": "remove:x"}, "expected 1 to 20 texts"),
                ("what_if", {"trace": TRACE, "edits": ["explode:x"]}, "explode"),
                ("compare", {"a": TRACE, "b": "/nowhere"}, "b '/nowhere'"),
                ("picture", {"trace": TRACE, "finding": "99"}, "99")):
            with self.subTest(message):
                self.assertIn(message, self.refusal(tool, **arguments))
        self.assertIn("GPU 0", self.text("overview", trace=TRACE))

    def test_a_changed_trace_is_read_anew(self):
        self.client.begin()
        self.assertIn("3 slices", self.text("open", trace=self.small))
        self.write("small.json", b'{"traceEvents":[{"ph":"X","ts":1,"dur":2,"name":"a","pid":1,'
                                 b'"tid":1}]}')
        self.assertIn("1 slice", self.text("open", trace=self.small))

    def test_errors_of_the_protocol(self):
        for line, code in ((b"{", -32700), (b"[" * 100_000, -32700), (b'"x', -32700),
                           (b"5", -32600), (b"[]", -32600), (b'{"id":1}', -32600),
                           (b'{"id":[],"method":"ping"}', -32600), (b"x" * 3_000_000, -32600),
                           (b'{"id":1,"method":5}', -32600),
                           (b'{"id":1,"method":"nothing"}', -32601),
                           (b'{"id":1,"method":"ping","params":[]}', -32602),
                           (b'{"id":1,"method":"tools/call","params":{"name":"rm"}}', -32602),
                           (b'{"id":1,"method":"tools/call","params":{"name":"\xff"}}', -32700)):
            with self.subTest(line[:60]):
                self.client.send(line)
                self.assertEqual(self.client.receive()["error"]["code"], code)
        self.client.send(b'\n{"method":"ping"}\n{"id":1,"result":{}}\n'
                         b'[{"id":"a","method":"ping"},{"method":"x"}]')
        self.assertEqual(self.client.receive(), [{"jsonrpc": "2.0", "id": "a", "result": {}}])

    def test_the_last_line_needs_no_end(self):
        done = subprocess.run([PROGRAM, "mcp"], input=b'{"id":1,"method":"ping"}',
                              capture_output=True, timeout=60, check=False)
        self.assertEqual((done.returncode, json.loads(done.stdout)["id"], done.stderr), (0, 1, b""))

    def test_a_closed_pipe_ends_it(self):
        self.client.process.stdout.close()
        self.client.send(b'{"id":1,"method":"ping"}')
        self.assertEqual(self.client.process.wait(timeout=60), 5)
        self.assertEqual(self.client.process.stderr.read().count(b"\n"), 1)
        self.client.process.stdin.close()
        self.client.process.stderr.close()

    def test_a_signal_ends_it(self):
        self.client.ask("ping")
        self.client.process.send_signal(signal.SIGTERM)
        self.assertEqual(self.client.process.wait(timeout=60), 4)
        for pipe in (self.client.process.stdin, self.client.process.stdout,
                     self.client.process.stderr):
            pipe.close()


if __name__ == "__main__":
    main()
