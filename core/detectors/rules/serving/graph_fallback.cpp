// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// alone   = decode iterations of a server whose kernels are launched one by one
// fires   = |alone| >= min_iterations, and >= min_share of the decode iterations, and the GPU is
//           idle for >= min_idle of the time from their first work to their last
// replays = largest bucket, or batch where no bucket is known, of the decode iterations that replay
//           a graph; the batches of `alone` are above it, or within, or there is none
// edits   = in each of them, the launches between two waits of the host that are most, as one graph
//           launch
#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/analysis/serving/iterations.h"
#include "core/base/statistics.h"
#include "core/detectors/engine/rules.h"
#include "core/detectors/shared/host_finding.h"

namespace gaplight {
namespace {

constexpr std::array kGraphFallbackThresholds{
    Threshold{"min_iterations", ThresholdUnit::Count, 4, "decode iterations launched one by one",
              "fewer are chance, or warm-up"},
    Threshold{"min_share", ThresholdUnit::Share, percent(10), "share of the decode iterations",
              "a batch that no graph holds is rare in a server that is set up well"},
    Threshold{"min_idle", ThresholdUnit::Share, percent(10), "idle share of their time on the GPU",
              "where launches keep the GPU busy, a graph gains little"},
};

constexpr std::array kGraphFallbackValues{
    DeclaredValue{"alone", QuantityKind::Count},
    DeclaredValue{"decodes", QuantityKind::Count},
    DeclaredValue{"batch", QuantityKind::Count},
    DeclaredValue{"kernels", QuantityKind::Count},
    DeclaredValue{"median_time", QuantityKind::Nanoseconds},
    DeclaredValue{"graphs", QuantityKind::Case, false, "none smaller fitting"},
    DeclaredValue{"largest", QuantityKind::Count, true},
};

// The calls of a trace that launch work or wait for it, by time.
class ThreadCalls {
public:
    explicit ThreadCalls(const DetectorInput& input) : m_input(input) {}

    // The part of an iteration, between two waits of its thread, with most launches.
    TimeRange longestUnit(const ServingIteration& row) const {
        const Trace& trace = m_input.trace;
        const TrackId track = trace.trackOf(row.annotation);
        const auto& waits = m_input.analysis.blockingCalls;
        auto wait = std::ranges::partition_point(waits, [&](const BlockingCall& call) {
            return call.track < track ||
                   (call.track == track && trace.slices().start(call.slice) < row.host.begin);
        });
        TimeRange longest{row.host.begin, row.host.begin};
        std::size_t most = 0;
        Time begin = row.host.begin;
        for (;;) {
            const bool isWait = wait != waits.end() && wait->track == track &&
                                trace.slices().start(wait->slice) < row.host.end;
            const Time end = isWait ? trace.slices().start(wait->slice) : row.host.end;
            const std::size_t launches = launchesIn(track, {begin, end});
            if (launches > most) {
                most = launches;
                longest = {begin, end};
            }
            if (!isWait) {
                return longest;
            }
            begin = trace.slices().end(wait->slice);
            ++wait;
        }
    }

private:
    // Launches are by slice, those of a thread by time.
    std::size_t launchesIn(TrackId track, TimeRange range) const {
        const Trace& trace = m_input.trace;
        const auto launches = m_input.launches.launches();
        const Track& thread = trace.tracks()[track.index()];
        const std::size_t end = thread.firstSlice.index() + thread.sliceCount;
        const auto isBefore = [&](Time time) {
            return [&trace, &thread, end, time](SliceId launch) {
                return launch < thread.firstSlice ||
                       (launch.index() < end && trace.slices().start(launch) < time);
            };
        };
        const auto first = std::ranges::partition_point(launches, isBefore(range.begin));
        const auto last = std::ranges::partition_point(launches, isBefore(range.end));
        return first < last ? static_cast<std::size_t>(last - first) : 0;
    }

    const DetectorInput& m_input;
};

struct Decodes {
    std::vector<std::size_t> alone;
    std::size_t count = 0;
    std::optional<std::int64_t> largest;  // of those that replay a graph
};

Decodes decodesOf(const ServingIterations& serving) {
    Decodes decodes;
    if (!serving.capturedSizes.empty()) {
        decodes.largest = serving.capturedSizes.back();
    }
    for (std::size_t at = 0; at < serving.rows.size(); ++at) {
        const ServingIteration& row = serving.rows[at];
        if (row.name.phase != ServingPhase::Decode) {
            continue;
        }
        ++decodes.count;
        if (row.mode == LaunchMode::Eager) {
            decodes.alone.push_back(at);
        } else if (row.mode != LaunchMode::Unknown) {
            const std::int64_t size = row.bucket.value_or(row.name.requests);
            decodes.largest = std::max(decodes.largest.value_or(size), size);
        }
    }
    return decodes;
}

// Idle time of all GPUs inside an iteration's work.
Duration idleInside(const DetectorInput& input, const ServingIteration& row) {
    Duration idle{};
    for (const DeviceAnalysis& device : input.analysis.devices) {
        auto gap = std::ranges::partition_point(
            device.gaps, [&](const Gap& one) { return one.end <= row.gpu.begin; });
        for (; gap != device.gaps.end() && gap->end <= row.gpu.end; ++gap) {
            idle += gap->begin >= row.gpu.begin ? gap->length() : Duration::zero();
        }
    }
    return idle;
}

void setValues(const DetectorInput& input, const Decodes& decodes, Finding& finding) {
    const auto rowOf = [&](std::size_t at) -> const ServingIteration& {
        return input.analysis.serving->rows[at];
    };
    const std::int64_t batch =
        lowerMedianOf(decodes.alone, [&](std::size_t at) { return rowOf(at).name.requests; });
    FindingValues& values = finding.values;
    values.setCount("alone", decodes.alone.size());
    values.setCount("decodes", decodes.count);
    values.set("batch", batch);
    values.setCount("kernels", lowerMedianOf(decodes.alone, [&](std::size_t at) {
                        return rowOf(at).otherKernels;
                    }));
    values.set("median_time", lowerMedianOf(decodes.alone, [&](std::size_t at) {
                   return input.analysis.steps.rows[at].span.length();
               }));
    values.set("graphs", CaseName{!decodes.largest           ? "none"
                                  : *decodes.largest < batch ? "smaller"
                                                             : "fitting"});
    if (decodes.largest) {
        values.set("largest", *decodes.largest);
    }
}

DetectorResult detectGraphFallback(const DetectorInput& input) {
    if (input.analysis.serving == nullptr) {
        return {};
    }
    const std::vector<ServingIteration>& rows = input.analysis.serving->rows;
    const Decodes decodes = decodesOf(*input.analysis.serving);
    if (static_cast<std::int64_t>(decodes.alone.size()) < input.settings.value("min_iterations") ||
        static_cast<std::int64_t>(decodes.alone.size()) * 1'000'000 <
            input.settings.ppm("min_share") * static_cast<std::int64_t>(decodes.count)) {
        return {};
    }
    Finding finding;
    finding.rule = "graph-fallback";
    finding.priceOrder = PriceOrder::RestatesOther;  // of launch-bound
    finding.count = decodes.alone.size();
    finding.perStep = 1;
    const ThreadCalls calls(input);
    Duration time{};
    for (const std::size_t at : decodes.alone) {
        const ServingIteration& row = rows[at];
        const TimeRange unit = calls.longestUnit(row);
        const TrackId track = input.trace.trackOf(row.annotation);
        Evidence outline;
        outline.shape = EvidenceShape::Outline;
        outline.track = track;
        outline.slice = row.annotation;
        outline.range = row.host;
        finding.evidence.push_back(outline);
        ReplayEdit edit;
        edit.kind = ReplayEdit::Kind::GraphLaunch;
        edit.track = track;
        edit.range = unit;
        finding.edits.push_back(edit);
        finding.cost.host += unit.length();
        finding.cost.gpuIdle += idleInside(input, row);
        time += row.gpu.length();
    }
    if (!input.settings.reaches("min_idle", finding.cost.gpuIdle, time)) {
        return {};
    }
    const GpuId gpu =
        input.analysis.devices.empty() ? GpuId{} : input.analysis.devices.front().totals.gpu;
    finding.where = findingPlaceOf(
        input.places, input.places.placeOf(rows[decodes.alone.front()].annotation), gpu);
    setValues(input, decodes, finding);
    DetectorResult result;
    result.findings.push_back(std::move(finding));
    return result;
}

}  // namespace

const Detector& graphFallbackRule() {
    static const Detector kRule{
        {.id = "graph-fallback",
         .name = "Graph fallback",
         .question = "Are decode iterations of an LLM server launched kernel by kernel in place of "
                     "as CUDA graphs?",
         .thresholds = kGraphFallbackThresholds,
         .values = kGraphFallbackValues,
         .idleClass = IdleClass::Launch},
        detectGraphFallback};
    return kRule;
}

}  // namespace gaplight
