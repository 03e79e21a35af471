// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace gaplight::bench {

// Writes the events of a Kineto trace as a Perfetto trace, laid out as PyTorch does, with all args.
// Throws std::runtime_error where that fails.
void writePerfettoCopy(const std::string& trace, const std::string& path);

}  // namespace gaplight::bench
