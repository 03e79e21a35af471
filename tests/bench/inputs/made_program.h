// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>

#include "core/trace/trace.h"

namespace gaplight::bench {

// A trace of about `kernels` kernels: steps of modules whose operators launch one kernel each, 200
// shapes, 40 names of kernels. Around each operator `frames` Python functions; without them three
// slices for each kernel. The same one each time.
[[nodiscard]] std::shared_ptr<const Trace> madeProgram(std::size_t kernels, std::size_t frames);

}  // namespace gaplight::bench
