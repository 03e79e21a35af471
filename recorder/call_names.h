// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace gaplight::recorder {

// Whether a call is worth a record. Questions and bookkeeping that touch no GPU outnumber the rest
// and say nothing: cudaGetDevice, cudaGetLastError, cuDeviceGetAttribute, ...
[[nodiscard]] bool isRecordedCall(std::string_view name);

// Whether --stacks wants to know who made this call: launches, copies, waits and allocations.
[[nodiscard]] bool hasStack(std::string_view name);

}  // namespace gaplight::recorder
