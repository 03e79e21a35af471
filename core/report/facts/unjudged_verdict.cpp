// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/facts/unjudged_verdict.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/analysis/slices/slice_scan.h"
#include "core/analysis/torch/python_frame.h"
#include "core/base/quantity_text.h"
#include "core/base/share.h"
#include "core/detectors/engine/rules.h"
#include "core/index/summary_thread.h"
#include "core/index/wait_name.h"
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

namespace {

constexpr std::size_t kFunctions = 3;

void add(TraceVerdict& verdict, std::string text, StringId name = {},
         VerdictWeight weight = VerdictWeight::Plain) {
    verdict.parts.push_back({std::move(text), {}, name, weight});
}

// "The critical path takes 4.21 s of 8.99 s, longest: action 'Compiling x' 1.32 s."
void addCriticalPath(const Trace& trace, TraceVerdict& verdict) {
    const auto path = std::ranges::find_if(
        trace.tracks(), [&](const Track& track) { return isCriticalPath(trace, track); });
    if (path == trace.tracks().end()) {
        return;
    }
    const std::size_t first = path->firstSlice.index();
    SliceId longest = path->firstSlice;
    Duration total{};
    for (std::size_t at = first; at < first + path->sliceCount; ++at) {
        const Duration length = trace.slices().duration(SliceId(at));
        total += length;
        longest = length > trace.slices().duration(longest) ? SliceId(at) : longest;
    }
    add(verdict, " The critical path takes " + durationText(total) + " of " +
                     durationText(trace.range().length()) + ", longest: ");
    add(verdict,
        std::string(trace.name(longest)) + " " + durationText(trace.slices().duration(longest)),
        trace.slices().name(longest));
    add(verdict, ".");
}

// Where the newest slice of a cut file begins: those around it were written with their ends.
Time lastStart(const Trace& trace) {
    Time last = trace.range().begin;
    for (const Track& track : trace.tracks()) {
        if (track.sliceCount > 0) {
            const SliceId slice(track.firstSlice.index() + track.sliceCount - 1);
            last = std::max(last, trace.slices().start(slice));
        }
    }
    return last;
}

std::string withoutGpu(const Trace& trace) {
    const ImportIssues& issues = trace.issues();
    if (issues.count(IssueKind::Truncated) + issues.count(IssueKind::BrokenContainer) == 0) {
        return "No GPU activity that Gaplight knows in this file.";
    }
    return "The file is cut: the last slice in it begins after " +
           durationText(lastStart(trace) - trace.range().begin) +
           ". It has no GPU activity, which a profiler may write last.";
}

void addFunction(const Trace& trace, const NameSelfTime& one, Duration total, VerdictWeight weight,
                 TraceVerdict& verdict) {
    const std::string_view name = trace.text(one.name);
    add(verdict, frameLabel(name).value_or(std::string(name)) + " " + percentText(one.self, total),
        one.name, weight);
}

void addFunctions(const Trace& trace, TraceVerdict& verdict) {
    HostSelfTimes times = hostSelfTimes(trace, std::numeric_limits<std::size_t>::max());
    const auto works = std::ranges::stable_partition(times.longest, [&](const NameSelfTime& one) {
        return isNamedAsWait(trace.text(one.name));
    });
    const std::span<const NameSelfTime> waits(times.longest.begin(), works.begin());
    Duration waiting{};
    for (const NameSelfTime& wait : waits) {
        waiting += wait.self;
    }
    const bool areWaitsSaid =
        !waits.empty() && reachesPercent(waiting, times.total, kVerdictPercent);
    if (areWaitsSaid) {
        add(verdict, " " + percentText(waiting, times.total) + " of " + durationText(times.total) +
                         " on host threads is waiting, most of it in ");
        addFunction(trace, waits.front(), times.total, VerdictWeight::Plain, verdict);
        add(verdict, ".");
    }
    for (std::size_t at = 0; at < std::min(kFunctions, works.size()); ++at) {
        // The first function is read where there is no room for the others.
        const VerdictWeight weight = at > 0 ? VerdictWeight::Place : VerdictWeight::Plain;
        add(verdict,
            at > 0         ? ", "
            : areWaitsSaid ? " Most self time in work: "
                           : " Most self time: ",
            {}, weight);
        addFunction(trace, works.begin()[static_cast<std::ptrdiff_t>(at)], times.total, weight,
                    verdict);
    }
    if (!works.empty()) {
        add(verdict, ".", {}, works.size() > 1 ? VerdictWeight::Place : VerdictWeight::Plain);
    }
}

}  // namespace

TraceVerdict hostVerdict(const ReportSubject& subject) {
    TraceVerdict verdict;
    add(verdict, withoutGpu(subject.trace), {}, VerdictWeight::Opening);
    addCriticalPath(subject.trace, verdict);
    addFunctions(subject.trace, verdict);
    return verdict;
}

}  // namespace gaplight
