// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/args/command_line.h"

namespace gaplight::ui {

// Runs 'gaplight cache': lists the packs, removes them or adds one. Returns the exit code.
int runCache(const CacheRequest& request);

}  // namespace gaplight::ui
