// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>

#include "core/trace/trace.h"

namespace gaplight::bench {

// A trace of about `slices` slices on 50 threads, four deep: calls that call calls, with pauses of
// random length between them. The same one each time.
[[nodiscard]] std::shared_ptr<const Trace> madeTrace(std::size_t slices);

}  // namespace gaplight::bench
