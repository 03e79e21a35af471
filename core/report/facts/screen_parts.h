// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/report/facts/report_subject.h"
#include "core/report/text/report_page.h"

namespace gaplight {

// Parts that the one-screen report and the full one share.

// The GPUs that the report is about.
[[nodiscard]] std::vector<const DeviceAnalysis*> shownDevices(const ReportSubject& subject);
// "GPU 0 · NVIDIA H200"
// False where only GPUs of one number are reported and the track is of none of them.
[[nodiscard]] bool isShown(const ReportSubject& subject, const Track& track);
[[nodiscard]] std::string deviceTitle(const Trace& trace, const DeviceAnalysis& device);
// What is said if there is none.
[[nodiscard]] std::string noActivityLine(const ReportSubject& subject);

void writeChecklist(const ReportSubject& subject, ReportPage& page);
// The annotations with most host time, at most `count` of them; nothing if there are none.
void writeAnnotations(const ReportSubject& subject, std::size_t count, ReportPage& page);

}  // namespace gaplight
