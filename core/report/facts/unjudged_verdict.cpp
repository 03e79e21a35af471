// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/facts/unjudged_verdict.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/quantity_text.h"
#include "core/detectors/engine/rules.h"
#include "core/report/facts/report_sections.h"

namespace gaplight {

TraceVerdict captureVerdict(const ReportSubject& subject,
                            std::span<const DeviceAnalysis* const> devices) {
    const std::vector<Finding>& findings = subject.findings.findings;
    const bool isCapture = std::ranges::all_of(devices, [&](const DeviceAnalysis* device) {
        return isMostlyGraphCapture(subject.trace, subject.analysis, *device);
    });
    if (!isCapture || findings.empty() || findings.front().severity != Severity::Info) {
        return {};
    }
    Duration busy{};
    std::uint64_t works = 0;
    for (const DeviceAnalysis* device : devices) {
        busy += device->totals.busy;
        works += device->byStart.size();
    }
    return {{{"This is mostly graph capture, in which launches are recorded and do not run",
              firstFindingOf(subject.findings, "capture-quality"),
              {}},
             {": the GPU runs only " + countText(works, "kernel or copy", "kernels or copies") +
                  ", for " + durationText(busy) + " of " +
                  durationText(subject.analysis.range.length()) + ".",
              {},
              {}}}};
}

TraceVerdict lostVerdict(const ReportSubject& subject) {
    std::size_t missing = 0;
    std::size_t all = 0;
    for (const LostKernels& process : subject.analysis.lostKernels) {
        missing += process.isUnjudged() ? process.lost.size() : 0;
        all += process.isUnjudged() ? process.all : 0;
    }
    if (missing == 0) {
        return {};
    }
    return {{{countText(missing, "launch", "launches") +
                  (missing == all ? ", no kernel"
                                  : " of " + std::to_string(all) + " without a kernel") +
                  ": the capture lost the GPU's side",
              firstFindingOf(subject.findings, "capture-quality"),
              {}},
             {". How busy the GPU is, is not known.", {}, {}}}};
}

}  // namespace gaplight
