// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// between = from the last work that a decode iteration of a server launched to the first work of
//           the next iteration, on the GPUs that are idle then
// lost    = sum of between; time = of the decode iterations, each to the begin of the next
// fires   = at least min_iterations decode iterations, and lost >= min_share of time
// code    = outermost calls and frames of the server's thread within the host's gaps, by time
// edits   = the host takes no time from the end of a decode iteration to the begin of the next; as
//           a bound, since some of it has to be done, if beside the GPU
#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/analysis/serving/iterations.h"
#include "core/base/intervals.h"
#include "core/base/quantity_text.h"
#include "core/base/statistics.h"
#include "core/detectors/engine/rules.h"
#include "core/detectors/shared/host_finding.h"

namespace gaplight {
namespace {

constexpr std::array kDecodeHostGapThresholds{
    Threshold{"min_iterations", ThresholdUnit::Count, 4, "decode iterations", "fewer are chance"},
    Threshold{"min_share", ThresholdUnit::Share, percent(25),
              "idle share of the time of decode iterations that lies between them",
              "servers that schedule between iterations leave 10 % to 20 %"},
};

constexpr std::array kDecodeHostGapValues{
    DeclaredValue{"iterations", QuantityKind::Count},
    DeclaredValue{"share", QuantityKind::Share},
    DeclaredValue{"median_gap", QuantityKind::Nanoseconds},
    DeclaredValue{"median_host", QuantityKind::Nanoseconds},
    DeclaredValue{"median_time", QuantityKind::Nanoseconds},
    DeclaredValue{"code", QuantityKind::Case, false, "recorded unrecorded"},
    DeclaredValue{"calls", QuantityKind::List, true},
};

constexpr std::size_t kCallsNamed = 3;

// Idle time between iterations, and what the host did meanwhile.
struct Between {
    std::vector<Duration> idle;  // per decode iteration
    std::vector<Duration> host;
    std::vector<Duration> time;
    std::map<std::string, Duration> code;
    Duration recorded{};
};

// The gaps of a GPU that overlap a range.
std::span<const Gap> gapsIn(const DeviceAnalysis& device, TimeRange range) {
    const auto first = std::ranges::partition_point(
        device.gaps, [&](const Gap& gap) { return gap.end <= range.begin; });
    const auto last = std::partition_point(first, device.gaps.end(),
                                           [&](const Gap& gap) { return gap.begin < range.end; });
    return {first, last};
}

// The outermost slices of a thread that lie in a range, by what they are called.
void addCode(const Trace& trace, TrackId track, TimeRange range, Between& between) {
    const Track& thread = trace.tracks()[track.index()];
    const auto starts = trace.slices().starts();
    const auto begin = starts.begin() + static_cast<std::ptrdiff_t>(thread.firstSlice.index());
    auto at = std::lower_bound(begin, begin + thread.sliceCount, range.begin);
    Time covered = range.begin;
    for (; at != begin + thread.sliceCount && *at < range.end; ++at) {
        const SliceId slice(static_cast<std::size_t>(at - starts.begin()));
        const TimeRange own = trace.slices().range(slice);
        if (own.begin >= covered && own.end <= range.end) {
            between.code[shortCodeName(trace.name(slice))] += own.length();
            between.recorded += own.length();
            covered = own.end;
        }
    }
}

// What lies between iteration `at` and the next one.
void addBetween(const DetectorInput& input, std::size_t at, Between& between, Finding& finding) {
    const ServingIteration& row = input.analysis.serving->rows[at];
    const ServingIteration& next = input.analysis.serving->rows[at + 1];
    const TimeRange range{row.gpu.end, std::max(row.gpu.end, next.gpu.begin)};
    const TimeRange host{row.host.end, std::max(row.host.end, next.host.begin)};
    const TrackId track = input.trace.trackOf(row.annotation);
    Duration idle{};
    for (const DeviceAnalysis& device : input.analysis.devices) {
        if (device.graphsUnderRecorded || device.totals.gpu.source != input.trace.sourceOf(track)) {
            continue;
        }
        for (const Gap& gap : gapsIn(device, range)) {
            const Duration inside = commonPart(gap.range(), range).length();
            idle += inside;
            if (2 * inside >= gap.length()) {
                finding.evidence.push_back(gapEvidence(input.trace, device, gap, 0));
            }
        }
    }
    between.idle.push_back(idle);
    between.host.push_back(host.length());
    between.time.push_back(input.analysis.steps.rows[at].span.length());
    addCode(input.trace, track, host, between);
    ReplayEdit edit;
    edit.kind = ReplayEdit::Kind::ScaleHost;
    edit.track = track;
    edit.range = host;
    finding.edits.push_back(edit);
    finding.cost.gpuIdle += idle;
    finding.cost.host += host.length();
}

// "`schedule` 1.02 ms", of an iteration; the longest first.
TextList callsOf(const Between& between) {
    std::vector<std::pair<std::string, Duration>> calls(between.code.begin(), between.code.end());
    std::ranges::stable_sort(calls, std::ranges::greater{},
                             &std::pair<std::string, Duration>::second);
    TextList texts;
    for (const auto& [name, time] : calls) {
        if (texts.size() < kCallsNamed) {
            const auto count = static_cast<std::int64_t>(between.host.size());
            texts.push_back("`" + name + "` " + durationText(time / count));
        }
    }
    return texts;
}

void setValues(Between& between, Duration time, Finding& finding) {
    Duration host{};
    for (const Duration one : between.host) {
        host += one;
    }
    FindingValues& values = finding.values;
    values.setCount("iterations", between.idle.size());
    values.set("share", shareOf(finding.cost.gpuIdle, time));
    // Half of the host's gap in recorded code, and the code has names.
    const bool isRecorded = 2 * between.recorded >= host && !between.code.empty();
    values.set("code", CaseName{isRecorded ? "recorded" : "unrecorded"});
    if (isRecorded) {
        values.set("calls", callsOf(between));
    }
    values.set("median_gap", lowerMedian(between.idle));
    values.set("median_host", lowerMedian(between.host));
    values.set("median_time", lowerMedian(between.time));
}

DetectorResult detectDecodeHostGap(const DetectorInput& input) {
    if (input.analysis.serving == nullptr) {
        return {};
    }
    const std::vector<ServingIteration>& rows = input.analysis.serving->rows;
    Finding finding;
    Between between;
    for (std::size_t at = 0; at + 1 < rows.size(); ++at) {
        const bool hasWork = rows[at].gpu.length() > Duration::zero() &&
                             rows[at + 1].gpu.length() > Duration::zero();
        if (rows[at].name.phase == ServingPhase::Decode && hasWork) {
            addBetween(input, at, between, finding);
        }
    }
    Duration time{};
    for (const Duration one : between.time) {
        time += one;
    }
    if (static_cast<std::int64_t>(between.idle.size()) < input.settings.value("min_iterations") ||
        !input.settings.reaches("min_share", finding.cost.gpuIdle, time) ||
        finding.evidence.empty()) {
        return {};
    }
    finding.rule = "decode-host-gap";
    finding.isBound = true;
    finding.count = between.idle.size();
    finding.perStep = 1;
    finding.where = findingPlaceOf(input.places, input.places.placeOf(rows.front().annotation),
                                   finding.evidence.front().gpu);
    finding.notes = {};
    setValues(between, time, finding);
    std::ranges::stable_sort(finding.evidence, {},
                             [](const Evidence& one) { return one.range.begin; });
    DetectorResult result;
    result.findings.push_back(std::move(finding));
    return result;
}

}  // namespace

const Detector& decodeHostGapRule() {
    static const Detector kRule{
        {.id = "decode-host-gap",
         .name = "Decode host gap",
         .question = "Is the GPU idle between the iterations of an LLM server, while the host "
                     "schedules, samples and detokenizes?",
         .thresholds = kDecodeHostGapThresholds,
         .values = kDecodeHostGapValues,
         .idleClass = IdleClass::Host,
         .idlePhrase = "because of the decode host gap"},
        detectDecodeHostGap};
    return kRule;
}

}  // namespace gaplight
