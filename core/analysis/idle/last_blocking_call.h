// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/analysis/host/blocking_calls.h"

namespace gaplight {

// The last blocking call that started before `launch` on the same thread; an invalid id if there is
// none. `calls`: in ascending order of their slices. O(log calls).
[[nodiscard]] SliceId lastBlockingCallBefore(const Trace& trace,
                                             std::span<const BlockingCall> calls, SliceId launch);

}  // namespace gaplight
