// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace gaplight::ui {

// Runs 'gaplight mcp': answers requests of the Model Context Protocol (JSON-RPC 2.0, one message a
// line) from standard input on standard output until the input ends. Returns the exit code.
int runMcp();

}  // namespace gaplight::ui
