// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/args/command_line.h"

namespace gaplight::ui {

// Writes a part of a trace as a trace; returns the exit code. Failures are one line on standard
// error.
int runCut(const CutRequest& request);

}  // namespace gaplight::ui
