// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>

#include "app/args/command_line.h"

namespace gaplight::ui {

// The options of 'gaplight cut', written to `request` when the command line is parsed.
void addCut(CLI::App& app, CutRequest& request);

}  // namespace gaplight::ui
