// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace gaplight::recorder {

// True if a call is recorded. Queries and bookkeeping without GPU work outnumber all others and are
// skipped: cudaGetDevice, cudaGetLastError, cuDeviceGetAttribute, ...
[[nodiscard]] bool isRecordedCall(std::string_view name);

// True if --stacks records the call stack of this call: launches, copies, waits and allocations.
[[nodiscard]] bool hasStack(std::string_view name);

}  // namespace gaplight::recorder
