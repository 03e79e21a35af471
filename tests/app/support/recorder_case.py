# SPDX-FileCopyrightText: 2026 The Gaplight authors
# SPDX-License-Identifier: Apache-2.0
"""A program that does without a GPU what a recorder does."""
# Does what the recorder does, with bytes that it sent on a GPU.
SPEAKER = """
import os, socket, struct, sys
call = socket.socket(socket.AF_UNIX)
call.connect(os.environ["GAPLIGHT_RECORD_SOCKET"])
call.recv(struct.unpack("<I", call.recv(4, socket.MSG_WAITALL))[0], socket.MSG_WAITALL)
call.sendall(open(sys.argv[1], "rb").read())
sys.exit(int(sys.argv[2]))
"""
