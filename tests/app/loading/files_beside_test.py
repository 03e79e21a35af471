# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Files beside a trace may come from someone else: what they change is said in every output, they
can be ignored, and they can neither stop nor crash the program."""

import json
import os
import shutil

from program import Case, main, recorded, run

# No finding is left with these.
GATES_OFF = b"""[gpu-idle]
min_gap = "100000s"
[annotation-share]
limit = "100%"
"""
SET = "gpu-idle.min_gap=100000s"
NOBODY = 65534


class Settings(Case):
    def setUp(self):
        super().setUp()
        self.trace = os.path.join(self.folder, "trace.json.zst")
        shutil.copy(recorded("copy_before"), self.trace)
        self.settings = os.path.join(self.folder, "gaplight.toml")

    def analyze(self, *arguments):
        return run("analyze", self.trace, *arguments)

    def test_are_named_on_standard_error_by_every_command(self):
        self.write("gaplight.toml", GATES_OFF)
        figure = os.path.join(self.folder, "figure.svg")
        part = os.path.join(self.folder, "part.json")
        for arguments in (["info", self.trace], ["analyze", self.trace],
                          ["analyze", self.trace, "--quiet", "--format", "csv"],
                          ["compare", self.trace, self.trace],
                          ["export", self.trace, "--out", figure],
                          ["cut", self.trace, "--range", "0ns..1ms", "--out", part]):
            with self.subTest(arguments=arguments):
                named = run(*arguments)
                self.assertEqual(named.returncode, 0, named.stderr)
                self.assertIn(f"gaplight: thresholds are set by {self.settings}: ".encode(),
                              named.stderr)
                ignored = run(*arguments, "--no-settings")
                self.assertEqual(ignored.returncode, 0, ignored.stderr)
                self.assertNotIn(b"gaplight.toml", ignored.stderr)

    def test_a_limit_for_no_region_is_named(self):
        limit = "annotation-share.limit.lod=5%"
        says = f"gaplight: {limit} has no effect: the trace has no annotation 'lod'; "
        self.assertIn(says.encode(), self.analyze("--set", limit).stderr)
        self.write("gaplight.toml", b'[annotation-share]\n"limit.lod" = "5%"\n')
        self.assertIn(says.encode(), self.analyze().stderr)
        for arguments in (["--no-settings"],
                          ["--no-settings", "--set", "annotation-share.limit.load=5%"]):
            self.assertEqual(self.analyze(*arguments).stderr, b"")

    def test_are_named_in_every_report(self):
        self.write("gaplight.toml", GATES_OFF)
        for form in ("text", "markdown", "html", "sarif", "json"):
            with self.subTest(form=form):
                report = self.analyze("--format", form).stdout.decode()
                self.assertIn("gaplight.toml", report)
                self.assertIn("=100000s", report)
                self.assertNotIn("gaplight.toml",
                                 self.analyze("--format", form, "--no-settings").stdout.decode())
        self.assertIn("gaplight.toml", run("info", self.trace).stdout.decode())
        for form in ("text", "markdown", "html"):
            both = run("compare", self.trace, self.trace, "--format", form).stdout.decode()
            self.assertEqual(both.count("thresholds are set by"), 1)
        self.assertIn("thresholds are set by", run("compare", self.trace, self.trace,
                                                   self.trace).stdout.decode())

    def test_have_their_place_in_json(self):
        self.write("gaplight.toml", b'[gpu-idle]\nmin_gap = "100000s"\n')
        expected = [{"path": self.settings, "beside_trace": True, "settings": [SET],
                     "refusal": None}]
        report = json.loads(self.analyze("--format", "json").stdout)
        self.assertEqual(report["settings_files"], expected)
        compared = json.loads(run("compare", self.trace, self.trace, "--format", "json").stdout)
        self.assertEqual(compared["a"]["settings_files"], expected)
        report = json.loads(self.analyze("--format", "json", "--no-settings").stdout)
        self.assertEqual(report["settings_files"], [])
        sarif = json.loads(self.analyze("--format", "sarif").stdout)
        notes = sarif["runs"][0]["invocations"][0]["toolConfigurationNotifications"]
        self.assertEqual([note["message"]["text"] for note in notes],
                         [f"thresholds are set by {self.settings}: {SET}"])

    def test_cannot_open_a_gate_that_ignores_them(self):
        gate = ("--fail-on", "warning")
        self.assertEqual(self.analyze(*gate).returncode, 1)
        rules = json.loads(run("detectors", "--format", "json").stdout)["detectors"]
        lines = []
        for rule in rules:
            lines.append(f"[{rule['id']}]")
            for threshold in rule["thresholds"]:
                largest = {"ns": '"100000s"', "ppm": '"100%"'}.get(threshold["unit"])
                if largest is not None:
                    lines.append(f"{threshold['key']} = {largest}")
        self.write("gaplight.toml", "\n".join(lines).encode())
        self.assertIn(b"gaplight.toml", self.analyze(*gate).stderr)
        self.assertEqual(self.analyze(*gate, "--no-settings").returncode, 1)

    def assert_not_applied(self):
        for arguments in (["info"], ["analyze"]):
            result = run(*arguments, self.trace, "--format", "json")
            self.assertEqual(result.returncode, 0, result.stderr)
            (file,) = json.loads(result.stdout)["settings_files"]
            self.assertEqual((file["path"], file["settings"]), (self.settings, []))
            self.assertTrue(file["refusal"])
            self.assertEqual(result.stderr.decode(), f"gaplight: thresholds of {self.settings} are "
                                                     f"not applied: {file['refusal']}\n")

    def test_that_are_links_or_pipes_are_not_applied(self):
        os.symlink(self.write("elsewhere.toml", GATES_OFF), self.settings)
        self.assert_not_applied()
        os.remove(self.settings)
        os.mkfifo(self.settings)
        self.assert_not_applied()
        os.remove(self.settings)
        os.mkdir(self.settings)
        self.assert_not_applied()

    def test_of_another_user_are_not_applied(self):
        self.write("gaplight.toml", GATES_OFF)
        if os.geteuid() == 0:
            os.chown(self.settings, NOBODY, NOBODY)
            self.assert_not_applied()
        else:  # only root can give a file away; the unit test reads one of root's
            self.assertIn(b"thresholds are set by", run("info", self.trace).stderr)

    def test_are_bounded_in_depth_and_size(self):
        self.write("gaplight.toml", b"[" + b".".join([b"a"] * 100000) + b"]\nx=1\n")
        self.assert_refused(run("info", self.trace), 2, self.settings, "nested more than 32 deep",
                            "--no-settings")
        self.write("gaplight.toml", b"#" * 300_000)
        self.assert_refused(run("info", self.trace), 2, self.settings, "larger than 262144 bytes")
        self.assertEqual(run("info", self.trace, "--no-settings").returncode, 0)

    def test_of_the_user_are_named_in_reports(self):
        config = os.path.join(self.folder, "config", "gaplight")
        os.makedirs(config)
        path = self.write("config/gaplight/gaplight.toml", GATES_OFF)
        environment = {**os.environ, "XDG_CONFIG_HOME": os.path.dirname(config)}
        result = run("analyze", self.trace, "--format", "json", env=environment)
        self.assertEqual(result.stderr, b"")
        files = json.loads(result.stdout)["settings_files"]
        self.assertEqual([(file["path"], file["beside_trace"]) for file in files], [(path, False)])
        result = run("analyze", self.trace, "--format", "json", "--no-settings", env=environment)
        self.assertEqual(json.loads(result.stdout)["settings_files"], [])
        for arguments in ((), ("--no-settings",)):
            listed = run("detectors", "gpu-idle", *arguments, env=environment).stdout
            self.assertEqual(b"(preset " in listed, not arguments)


class Notes(Case):
    VIEW = b'{"gaplight_view": 1, "notes": [{"begin_ns": 0, "end_ns": 5000, "text": "<b>look</b>"}]}'

    def export(self):
        figure = os.path.join(self.folder, "figure.svg")
        return run("export", self.small, "--annotate", "notes", "--out", figure)

    def test_in_a_figure_are_named(self):
        path = self.write("small.json.gaplight.json", self.VIEW)
        result = self.export()
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stderr.decode().count(path), 1)

    def test_that_are_links_are_not_read(self):
        path = os.path.join(self.folder, "small.json.gaplight.json")
        os.symlink(self.write("elsewhere", self.VIEW), path)
        result = self.export()
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertRegex(result.stderr.decode(), f"^gaplight: {path} is not read: .*\n$")

    def test_of_brackets_alone_are_refused_at_once(self):
        self.write("small.json.gaplight.json", b"[" * 15_000_000)
        self.assertEqual(self.export().returncode, 2)
        self.write("small.json.gaplight.json", b"[" * 60_000_000)
        self.assertIn(b"larger than 16777216 bytes", self.export().stderr)


if __name__ == "__main__":
    main()
