# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""Opening traces from Python: refusals, interrupts, other threads, documentation and stub."""

import ast
import inspect
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time

import gaplight
import program

FOLDER = pathlib.Path(gaplight.__file__).parent


class Opening(program.Case):
    def assert_error(self, code, part, *arguments, **options):
        with self.assertRaises(gaplight.Error) as raised:
            gaplight.open(*arguments, **options)
        self.assertEqual(raised.exception.code, code)
        self.assertIn(part, str(raised.exception))
        return str(raised.exception)

    def test_refusals_are_the_program_s_messages(self):
        text = self.write("notes.txt", b"these are only notes")
        missing = os.path.join(self.folder, "missing.json")
        for path, code in ((text, "not_a_trace"), (missing, "not_found")):
            message = self.assert_error(code, path, path)
            self.assertEqual(program.run("analyze", path).stderr.decode().rstrip("\n"),
                             "gaplight: " + message)
        self.assert_error("not_readable", "is a directory", self.folder)

    def test_options_that_make_no_sense(self):
        self.assert_error("bad_argument", "step:77", self.small, range="step:77")
        self.assert_error("bad_argument", "no rule 'no-such'", self.small,
                          settings={"no-such.key": 1})
        with self.assertRaises(TypeError):
            gaplight.open(None)

    def test_damaged_files(self):
        """Every cut and every changed byte of a small trace gives a trace or an Error."""
        with open(self.small, "rb") as file:
            whole = file.read()
        for at in range(0, len(whole), 7):
            for content in (whole[:at], whole[:at] + b"\xff" + whole[at + 1:]):
                try:
                    trace = gaplight.open(self.write("damaged.json", content))
                    self.assertEqual(len(trace.slices.track), len(trace.slices))
                    self.assertEqual(len(trace.kernels.name), len(trace.kernels))
                except gaplight.Error as error:
                    self.assertIn("damaged.json", str(error))

    def test_empty_tables(self):
        empty = gaplight.open(self.write("empty.json", b'{"traceEvents": []}'))
        for table in ("slices", "tracks", "activities", "kernels", "gaps", "findings", "evidence"):
            self.assertEqual(len(getattr(empty, table)), 0, table)
            for name, column in getattr(empty, table).columns().items():
                self.assertEqual(len(column), 0, name)
                self.assertFalse(column.flags.writeable, name)
        # The type of a column does not depend on what the trace has.
        full = gaplight.open(program.recorded("graph_small_after"))
        for table in ("slices", "tracks", "activities", "kernels", "gaps", "findings", "evidence"):
            for name, column in getattr(empty, table).columns().items():
                self.assertEqual(column.dtype, getattr(full, table)[name].dtype, f"{table}.{name}")

    def test_args(self):
        trace = gaplight.open(self.small)
        slices = trace.slices
        kernel = int(trace.kernels.slice[0])
        self.assertEqual(trace.args(kernel), {"device": "0", "stream": "7", "correlation": "1"})
        for wrong in (-1, len(slices)):
            with self.assertRaisesRegex(IndexError, "the trace has 3 slices"):
                trace.args(wrong)
        os.remove(self.small)
        self.write("small.json", b"something else")
        try:
            self.assertIsInstance(trace.args(kernel), dict)
        except gaplight.Error as error:
            self.assertEqual(error.code, "not_readable")

    def test_paths(self):
        path = pathlib.Path(self.write("caf\xe9 1.json", pathlib.Path(self.small).read_bytes()))
        self.assertEqual(gaplight.open(path).path, str(path))
        self.assertIn("3 slices", repr(gaplight.open(path)))

    def test_lock_is_released_while_loading(self):
        """Another thread counts on while a trace loads that never ends."""
        fifo = os.path.join(self.folder, "pipe.json")
        os.mkfifo(fifo)
        failure = []

        def load():
            try:
                gaplight.open(fifo)
            except gaplight.Error as error:
                failure.append(error)

        loading = threading.Thread(target=load)
        loading.start()
        with open(fifo, "wb") as writer:
            writer.write(b'{"traceEvents": [')
            time.sleep(0.2)  # this thread runs, although the other one waits for bytes
            self.assertTrue(loading.is_alive())
        loading.join(30)
        self.assertFalse(loading.is_alive())

    def test_another_machine(self):
        """"HOST:PATH" through a program in place of ssh, which needs gaplight in its PATH."""
        ssh = self.write("ssh", b'#!/bin/sh\nfor last; do :; done\nexec sh -c "$last"\n')
        os.chmod(ssh, 0o700)
        code = ("import gaplight, sys\ntrace = gaplight.open(sys.argv[1])\n"
                "print(trace.path, len(trace.slices), trace.args(int(trace.kernels.slice[0])))\n"
                "try:\n    gaplight.open('node:/nowhere')\n"
                "except gaplight.Error as error:\n    print(error.code, error)\n")
        path = os.path.dirname(program.PROGRAM) + ":" + os.environ["PATH"]
        done = subprocess.run([sys.executable, "-c", code, "node:" + self.small], check=True,
                              stdout=subprocess.PIPE, timeout=60,
                              env={**os.environ, "GAPLIGHT_SSH": ssh, "PATH": path})
        lines = done.stdout.decode().splitlines()
        self.assertEqual(lines[0], f"node:{self.small} 3 {{'device': '0', 'stream': '7', "
                                   "'correlation': '1'}")
        self.assertIn("not_readable node:/nowhere: on node: cannot open '/nowhere'", lines[1])

    def test_interrupt(self):
        """Ctrl+C stops a load, raises KeyboardInterrupt, and the interpreter goes on."""
        fifo = os.path.join(self.folder, "pipe.json")
        os.mkfifo(fifo)
        code = ("import gaplight, sys\n"
                "try:\n    gaplight.open(sys.argv[1])\n"
                "except KeyboardInterrupt:\n"
                "    print('interrupted', len(gaplight.open(sys.argv[2]).slices), flush=True)\n")
        child = subprocess.Popen([sys.executable, "-c", code, fifo, self.small],
                                 stdout=subprocess.PIPE)
        with open(fifo, "wb") as writer:
            # More than a pipe holds: when it is written, the load has read from it.
            writer.write(b'{"traceEvents": [' + b'{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,'
                         b'"dur":1},' * 10_000)
            writer.flush()
            child.send_signal(signal.SIGINT)
            self.assertEqual(child.stdout.readline(), b"interrupted 3\n")
        child.communicate(timeout=60)


class Documentation(program.Case):
    def test_stub_lists_what_the_module_has(self):
        tree = ast.parse((FOLDER / "_native.pyi").read_text(encoding="utf-8"))
        functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
        classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
        native = {name for name in dir(gaplight._native) if not name.startswith("_")}
        self.assertEqual(functions | set(classes), native)
        methods = {node.name for node in classes["Handle"].body
                   if isinstance(node, ast.FunctionDef)}
        self.assertEqual(methods, {name for name in dir(gaplight._native.Handle)
                                   if not name.startswith("_")})
        self.assertTrue((FOLDER / "py.typed").exists())

    def test_annotations_are_the_columns(self):
        """Each table annotates or computes every column, with the type that it has."""
        trace = gaplight.open(program.recorded("graph_small_after"))
        kinds = {"Int64": "int64", "Int32": "int32", "Int16": "int16", "Uint64": "uint64",
                 "Uint32": "uint32", "Uint16": "uint16", "Uint8": "uint8", "Float64": "float64",
                 "Float32": "float32", "Bool": "bool", "Text": "object"}
        for name in ("slices", "tracks", "categories", "activities", "kernel_configs",
                     "correlations", "kernels", "gaps", "findings", "evidence"):
            table = getattr(trace, name)
            noted = dict(type(table).__annotations__)
            for key, value in vars(type(table)).items():
                if hasattr(value, "func"):
                    noted[key] = value.func.__annotations__["return"]
            self.assertEqual({key: kinds[value] for key, value in noted.items()},
                             {key: str(column.dtype) for key, column in table.columns().items()})

    def test_everything_public_is_documented(self):
        for name in gaplight.__all__:
            value = getattr(gaplight, name)
            if not isinstance(value, tuple):
                self.assertGreater(len(inspect.getdoc(value) or ""), 20, name)
        for name, member in vars(gaplight.Trace).items():
            if not name.startswith("_"):
                self.assertTrue(inspect.getdoc(member), name)


if __name__ == "__main__":
    program.main()
