// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
//
// share = host time inside a named region / time of the step (StepRow::span), median of the
//         steady steps
// fires where share > limit of that name; shipped: scheduler_step
// waits = blocking calls inside; the rest is the region's own share
// edits = its waits dropped, and its own host time scaled down to the limit where that is over it
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/share.h"
#include "core/base/statistics.h"
#include "core/detectors/engine/finding_groups.h"
#include "core/detectors/engine/rules.h"
#include "core/detectors/shared/host_finding.h"

namespace gaplight {
namespace {

constexpr std::string_view kShippedName = "scheduler_step";

constexpr std::array kAnnotationShareThresholds{
    Threshold{"limit", ThresholdUnit::Share, percent(5),
              "share of a step above which a region is reported: scheduler_step, and others by "
              "name",
              "diffusers profiling guide: a scheduler over 5 % of a step is not healthy", true},
    Threshold{"healthy", ThresholdUnit::Share, percent(1),
              "share of a step below which a region is called healthy in the text",
              "diffusers profiling guide: a scheduler under 1 % of a step is healthy", true},
};

// One region in the steady steps of a trace.
struct Region {
    StringId name;
    std::int64_t limitPpm = 0;
    std::vector<SliceId> slices;  // outermost, in all steps
    std::vector<SliceId> waits;   // blocking calls inside, in all steps
    Duration total{};
    Duration waiting{};
    Duration medianTime{};  // in the step of the median share
    Duration medianStep{};
    Duration medianWaiting{};
};

constexpr std::array kAnnotationShareValues{
    DeclaredValue{"region", QuantityKind::Text},
    DeclaredValue{"time", QuantityKind::Nanoseconds},
    DeclaredValue{"step", QuantityKind::Nanoseconds},
    DeclaredValue{"step_share", QuantityKind::Share},
    DeclaredValue{"limit", QuantityKind::Text},
    DeclaredValue{"healthy", QuantityKind::Text},
    DeclaredValue{"waiting", QuantityKind::Nanoseconds, true},
    DeclaredValue{"waiting_share", QuantityKind::Share, true},
    DeclaredValue{"waits", QuantityKind::Count, true},
    DeclaredValue{"own_share", QuantityKind::Share, true},
    DeclaredValue{"own_work", QuantityKind::Case, true, "within-limit over-limit"},
    DeclaredValue{"fix", QuantityKind::Case, false, "waits own-work"},
};

class AnnotationShare {
public:
    explicit AnnotationShare(const DetectorInput& input)
        : m_input(input), m_steps(input.analysis.steps) {}

    DetectorResult run() {
        DetectorResult result;
        bool hasRegion = false;
        for (const AnnotationTotals& totals : m_input.analysis.annotations) {
            const auto limit = limitOf(m_input.trace.text(totals.name));
            if (limit) {
                hasRegion = true;
                const Region region = measure(totals.name, *limit);
                if (isOver(region.medianTime, region.medianStep, region.limitPpm)) {
                    result.findings.push_back(finding(region, totals));
                }
            }
        }
        if (!hasRegion) {
            result.notApplicable = "no region with a limit was recorded; `scheduler_step` has one";
        } else if (m_steps.count() == 0) {
            result.notApplicable =
                "no loop was recognized, so there are no steps to take shares of";
        }
        return result;
    }

private:
    std::optional<std::int64_t> limitOf(std::string_view name) const {
        const auto own = m_input.settings.named("limit", name);
        return own || name != kShippedName ? own : std::optional(m_input.settings.value("limit"));
    }

    [[nodiscard]] static bool isOver(Duration part, Duration whole, std::int64_t ppm) {
        return whole > Duration::zero() && exceedsPpm(part, whole, ppm);
    }

    Region measure(StringId name, std::int64_t limitPpm) const {
        const SliceTable& slices = m_input.trace.slices();
        Region region;
        region.name = name;
        region.limitPpm = limitPpm;
        std::vector<Duration> times(m_steps.count());
        std::vector<Duration> waiting(m_steps.count());
        for (const SliceId slice : m_input.analysis.annotationSlices) {
            if (slices.name(slice) != name || isInside(slice, region)) {
                continue;
            }
            region.slices.push_back(slice);
            region.total += slices.duration(slice);
            const Duration waits = addWaits(slice, region);
            if (const auto step = m_steps.stepAt(slices.start(slice))) {
                times[*step] += slices.duration(slice);
                waiting[*step] += waits;
            }
        }
        pickMedianStep(times, waiting, region);
        return region;
    }

    bool isInside(SliceId slice, const Region& region) const {
        return !region.slices.empty() &&
               m_input.trace.trackOf(region.slices.back()) == m_input.trace.trackOf(slice) &&
               m_input.trace.slices().start(slice) <
                   m_input.trace.slices().end(region.slices.back());
    }

    Duration addWaits(SliceId slice, Region& region) const {
        const SliceTable& slices = m_input.trace.slices();
        const auto& calls = m_input.analysis.blockingCalls;
        const TrackId track = m_input.trace.trackOf(slice);
        auto call = std::lower_bound(
            calls.begin(), calls.end(), slice,
            [](const BlockingCall& one, SliceId bound) { return one.slice < bound; });
        Duration waiting{};
        for (; call != calls.end() && call->track == track &&
               slices.start(call->slice) < slices.end(slice);
             ++call) {
            if (!call->byProfiler) {
                region.waits.push_back(call->slice);
                waiting += slices.duration(call->slice);
            }
        }
        region.waiting += waiting;
        return waiting;
    }

    Duration periodOf(std::size_t step) const {
        return m_input.analysis.steps.rows[step].span.length();
    }

    // The steady step whose share is the median; of equal ones the earliest.
    void pickMedianStep(const std::vector<Duration>& times, const std::vector<Duration>& waiting,
                        Region& region) const {
        std::vector<std::size_t> order;
        for (std::size_t at = 0; at < m_steps.count(); ++at) {
            if (m_steps.isSteady(at)) {
                order.push_back(at);
            }
        }
        if (order.empty()) {
            return;
        }
        const auto share = [&](std::size_t step) {
            return static_cast<double>(times[step].count()) /
                   static_cast<double>(std::max<std::int64_t>(periodOf(step).count(), 1));
        };
        const std::size_t median =
            lowerMedian(order, [&](std::size_t step) { return std::pair(share(step), step); });
        region.medianTime = times[median];
        region.medianStep = periodOf(median);
        region.medianWaiting = waiting[median];
    }

    Finding finding(const Region& region, const AnnotationTotals& totals) const {
        const Trace& trace = m_input.trace;
        const SliceTable& slices = trace.slices();
        Finding found;
        found.rule = "annotation-share";
        found.where.annotation = trace.text(region.name);
        found.count = region.slices.size();
        found.cost.gpuIdle = totals.exposedIdle;
        found.cost.host = region.total;
        std::vector<Time> starts;
        for (const SliceId slice : region.slices) {
            starts.push_back(slices.start(slice));
            found.evidence.push_back(
                {EvidenceShape::Outline, {}, trace.trackOf(slice), slice, slices.range(slice), 0});
        }
        std::stable_sort(
            found.evidence.begin(), found.evidence.end(),
            [](const Evidence& a, const Evidence& b) { return a.range.begin < b.range.begin; });
        found.perStep = m_steps.medianPerStep(starts);
        addEdits(region, found);
        setValues(region, found);
        return found;
    }

    void addEdits(const Region& region, Finding& found) const {
        const Trace& trace = m_input.trace;
        for (const SliceId wait : region.waits) {
            found.edits.push_back({ReplayEdit::Kind::DropWait, wait, trace.trackOf(wait), {}, 0});
        }
        const Duration own = region.medianTime - region.medianWaiting;
        if (!isOver(own, region.medianStep, region.limitPpm)) {
            return;
        }
        const double factor = static_cast<double>(region.limitPpm) / 1e6 *
                              static_cast<double>(region.medianStep.count()) /
                              static_cast<double>(own.count());
        for (const SliceId slice : region.slices) {
            found.edits.push_back({ReplayEdit::Kind::ScaleHost,
                                   {},
                                   trace.trackOf(slice),
                                   trace.slices().range(slice),
                                   factor});
        }
    }

    void setValues(const Region& region, Finding& found) const {
        const std::string& name = found.where.annotation;
        const Duration own = region.medianTime - region.medianWaiting;
        const std::int64_t healthyPpm =
            m_input.settings.named("healthy", name).value_or(m_input.settings.value("healthy"));
        const bool isWaiting = !isOver(own, region.medianStep, region.limitPpm);
        FindingValues& values = found.values;
        values.set("region", name);
        values.set("time", region.medianTime);
        values.set("step", region.medianStep);
        values.set("step_share", shareOf(region.medianTime, region.medianStep));
        values.set("limit", thresholdText(kAnnotationShareThresholds[0], region.limitPpm));
        values.set("healthy", thresholdText(kAnnotationShareThresholds[1], healthyPpm));
        if (region.medianWaiting > Duration::zero()) {
            values.set("waiting", region.medianWaiting);
            values.set("waiting_share", shareOf(region.medianWaiting, region.medianTime));
            values.set("waits", static_cast<std::int64_t>(region.waits.size()));
            values.set("own_share", shareOf(own, region.medianStep));
            values.set("own_work", CaseName{isWaiting ? "within-limit" : "over-limit"});
        }
        values.set("fix", CaseName{isWaiting ? "waits" : "own-work"});
    }

    const DetectorInput& m_input;
    StepIndex m_steps;
};

DetectorResult detectAnnotationShare(const DetectorInput& input) {
    return AnnotationShare(input).run();
}

}  // namespace

const Detector& annotationShareRule() {
    static const Detector kRule{
        {.id = "annotation-share",
         .name = "Region share",
         .question = "Does a named region, such as the scheduler, take too much of a "
                     "step?",
         .thresholds = kAnnotationShareThresholds,
         .values = kAnnotationShareValues,
         .idleClass = IdleClass::Host},
        detectAnnotationShare};
    return kRule;
}

}  // namespace gaplight
