// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/args/command_line.h"

namespace gaplight::ui {

// 'gaplight pack'. Returns the exit code.
int runPack(const PackRequest& request);

}  // namespace gaplight::ui
