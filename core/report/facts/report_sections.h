// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/report/facts/json_sections.h"
#include "core/report/facts/report_subject.h"
#include "core/report/table/table.h"
#include "core/report/text/report_page.h"

namespace gaplight {

// Sections of several reports, and the selection of their contents.

// The GPUs, and the findings by rank, that the report is about: all, or those of one GPU (findings
// also of none in particular).
[[nodiscard]] std::vector<const DeviceAnalysis*> shownDevices(const ReportSubject& subject);
// Of them, those whose idle time says something: their graphs were recorded, and they are no side
// GPUs (isSideGpu).
[[nodiscard]] std::vector<const DeviceAnalysis*> judgedDevices(const ReportSubject& subject);
[[nodiscard]] std::vector<const Finding*> shownFindings(const ReportSubject& subject);
// False if the report is about one GPU and the track is not of that GPU.
[[nodiscard]] bool isShown(const ReportSubject& subject, const Track& track);
// "GPU 0 · NVIDIA H200"
[[nodiscard]] std::string deviceTitle(const Trace& trace, const DeviceAnalysis& device);
// The sentence of a report without GPU activity.
[[nodiscard]] std::string noActivityLine(const ReportSubject& subject);
// "kineto-json in zstd, 3.57 MB, 283,738 slices, 3.19 s".
[[nodiscard]] std::string traceLine(const ReportSubject& subject);

// A line for each file that sets thresholds, or that is beside the trace and is not applied.
void writeSettingsFiles(const ReportSubject& subject, ReportPage& page);
// The trace's path as title, traceLine, and writeSettingsFiles.
void writeTraceHead(const ReportSubject& subject, ReportPage& page);
// For each GPU that idles much (IdleExplanations::isMuch), what explains it, and what all findings
// gain together: "GPU 0 idle 81.4 %: Launch-bound 1.51 s (95.1 %) · …; up to 620 ms (32 %) to
// gain". At most `count` GPUs.
void writeIdleSummary(const ReportSubject& subject, std::size_t count, ReportPage& page);
// Annotations by name, most host time first, and calls in which the host waited for a GPU.
[[nodiscard]] Table annotationsTable(const ReportSubject& subject);
[[nodiscard]] Table blockingCallsTable(const ReportSubject& subject);
// The annotations with most host time, at most `count`; nothing if there are none.
void writeAnnotations(const ReportSubject& subject, std::size_t count, ReportPage& page);
// The four parts of a GPU's time, if there is communication, and what it ran from before the
// capture, if that is known.
void writeGpuTime(const DeviceAnalysis& device, ReportPage& page);
// Irregularities of the file and of its launches together.
[[nodiscard]] Table importIssuesTable(const ReportSubject& subject);
// The same as a section; nothing if there are none.
void writeIssues(const ReportSubject& subject, ReportPage& page);

// How the steps were recognized, the first one (it warms up) and the medians of the others.
void writeSteps(const ReportSubject& subject, ReportPage& page);

// Results of the replay; nothing, or null, if the report has none.
void writeWhatIf(const ReportSubject& subject, ReportPage& page);
void writeCriticalPath(const ReportSubject& subject, ReportPage& page);
[[nodiscard]] Json jsonWhatIf(const ReportSubject& subject);
[[nodiscard]] Json jsonCriticalPath(const ReportSubject& subject);

// Parts of a whole, the largest first, without those that took no time: name, time, share.
template <class Kind, std::size_t Size>
[[nodiscard]] Table partsTable(const std::array<std::string_view, 3>& titles,
                               const std::array<Duration, Size>& times, Duration whole,
                               std::string_view (&nameOf)(Kind)) {
    std::vector<std::pair<Kind, Duration>> parts;
    for (std::size_t at = 0; at < Size; ++at) {
        if (times.at(at) > Duration::zero()) {
            parts.emplace_back(static_cast<Kind>(at), times.at(at));
        }
    }
    std::ranges::stable_sort(parts, std::ranges::greater{}, &std::pair<Kind, Duration>::second);
    return tableOf(
        parts, column("", titles[0], Unit::Text, [&](auto& part) { return nameOf(part.first); }),
        column("", titles[1], Unit::Nanoseconds, &std::pair<Kind, Duration>::second),
        column("", titles[2], Unit::Share,
               [&](auto& part) { return shareOf(part.second, whole); }));
}

// A note for each kind of issue that occurred: how often, its name, how it was handled.
template <class Kind, std::size_t Size>
void writeIssueCounts(const std::array<std::uint64_t, Size>& counts,
                      std::string_view (&nameOf)(Kind), std::string_view (&explanationOf)(Kind),
                      ReportPage& page) {
    for (std::size_t at = 0; at < Size; ++at) {
        if (counts.at(at) > 0) {
            const auto kind = static_cast<Kind>(at);
            page.note(countText(counts.at(at)) + " × " + std::string(nameOf(kind)) + ": " +
                      std::string(explanationOf(kind)));
        }
    }
}

}  // namespace gaplight
