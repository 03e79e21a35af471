// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/report/facts/trace_verdict.h"

// Verdicts on traces whose GPU time is not judged.

namespace gaplight {

// Of a capture whose window is mostly graph capture, in which launches are recorded and do not run,
// and about which nothing else is said; empty for any other.
[[nodiscard]] TraceVerdict captureVerdict(const ReportSubject& subject,
                                          std::span<const DeviceAnalysis* const> devices);
// Of a capture without most kernels of what it shows, or without any; empty for any other.
[[nodiscard]] TraceVerdict lostVerdict(const ReportSubject& subject);
// On a trace without GPU work: what its host threads spend their time in. Waits are apart: "74.0 %
// of 12.0 s on host threads is waiting, most of it in time.sleep 71.3 %. Most self time in work:
// parse 20.0 %." O(slices).
[[nodiscard]] TraceVerdict hostVerdict(const ReportSubject& subject);

}  // namespace gaplight
