// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/report/facts/trace_verdict.h"

namespace gaplight {

// The verdict on a trace without GPU work: what its host threads spend their time in. Waits are
// apart: "74.0 % of 12.0 s on host threads are waits, most of it in time.sleep 71.3 %. Most self
// time in work: parse 20.0 %." O(slices).
[[nodiscard]] TraceVerdict hostVerdict(const ReportSubject& subject);

}  // namespace gaplight
