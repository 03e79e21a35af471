# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""A client of 'gaplight mcp'."""
import json
import subprocess

from program import PROGRAM

PROTOCOLS = ("2024-11-05", "2025-03-26", "2025-06-18")


class Client:
    """Speaks to a server until it is closed."""

    def __init__(self):
        self.number = 0
        # pylint: disable=consider-using-with
        self.process = subprocess.Popen([PROGRAM, "mcp"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def send(self, line):
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def receive(self):
        return json.loads(self.process.stdout.readline())

    def ask(self, method, **params):
        self.number += 1
        self.send(json.dumps({"jsonrpc": "2.0", "id": self.number, "method": method,
                              "params": params}).encode())
        reply = self.receive()
        assert reply["jsonrpc"] == "2.0" and reply["id"] == self.number, reply
        return reply

    def begin(self):
        self.ask("initialize", protocolVersion=PROTOCOLS[-1], capabilities={},
                 clientInfo={"name": "test", "version": "1"})
        self.send(b'{"jsonrpc":"2.0","method":"notifications/initialized"}')

    def call(self, tool, **arguments):
        result = self.ask("tools/call", name=tool, arguments=arguments)["result"]
        return result["isError"], result["content"][0]

    def close(self):
        self.process.stdin.close()
        code = self.process.wait(timeout=60)
        self.process.stdout.close()
        error = self.process.stderr.read()
        self.process.stderr.close()
        return code, error
