// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/report/facts/trace_verdict.h"

namespace gaplight {

// Of a capture whose window is mostly graph capture, in which launches are recorded and do not run,
// and about which nothing else is said; empty for any other.
[[nodiscard]] TraceVerdict captureVerdict(const ReportSubject& subject,
                                          std::span<const DeviceAnalysis* const> devices);
// Of a capture without most kernels of what it shows, or without any; empty for any other.
[[nodiscard]] TraceVerdict lostVerdict(const ReportSubject& subject);

}  // namespace gaplight
