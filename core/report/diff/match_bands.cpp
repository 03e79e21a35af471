// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/diff/match_bands.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>

#include "core/analysis/steps/annotation_forest.h"
#include "core/analysis/torch/annotation_name.h"
#include "core/base/quantity_text.h"
#include "core/report/diff/compared_quantities.h"

namespace gaplight {
namespace {

// Of thousands of intervals between anchors, a sample of this many is drawn.
constexpr std::size_t kMaxIntervals = 64;

// "165 → 120 ms": lengths of one unit name it once.
std::string lengthsText(Duration a, Duration b) {
    std::string from = durationText(a);
    const std::string to = durationText(b);
    const std::size_t unit = from.rfind("\u2009");
    if (unit != std::string::npos && to.ends_with(from.substr(unit))) {
        from.resize(unit);
    }
    return from + " → " + to;
}

class Bands {
public:
    explicit Bands(const Verdict& verdict) : m_verdict(verdict) {}

    // A band of host time.
    void add(const std::string& name, TimeRange a, TimeRange b) { add(name, a, b, b.length()); }
    // A band of GPU time, which is judged at A's clock.
    void addGpu(const std::string& name, TimeRange a, TimeRange b) {
        add(name, a, b, m_verdict.spanAtClock(b.length()));
    }

    std::vector<MatchBand> take() {
        std::stable_sort(
            m_bands.begin(), m_bands.end(), [](const MatchBand& x, const MatchBand& y) {
                return x.a.begin != y.a.begin ? x.a.begin < y.a.begin : x.a.end > y.a.end;
            });
        std::vector<std::uint32_t> open;
        for (std::size_t at = 0; at < m_bands.size(); ++at) {
            while (!open.empty() && m_bands[open.back()].a.end < m_bands[at].a.end) {
                open.pop_back();
            }
            m_bands[at].outer = open.empty() ? MatchBand::kNone : open.back();
            open.push_back(static_cast<std::uint32_t>(at));
        }
        return std::move(m_bands);
    }

private:
    void add(const std::string& name, TimeRange a, TimeRange b, Duration judgedB) {
        if (a.length() <= Duration::zero() || b.length() <= Duration::zero()) {
            return;
        }
        MatchBand band;
        band.a = a;
        band.b = b;
        band.change = changeOf(a.length(), judgedB);
        const std::string change =
            changeText(a.length().count(), judgedB.count(), !m_verdict.otherWork);
        const std::string prefix = change + (change.empty() ? "" : "  ");
        band.name = name;
        band.label = prefix + name + "  " + durationText(a.length()) + " → " +
                     durationText(judgedB) + (judgedB == b.length() ? "" : " at A's clock");
        const std::string lengths = lengthsText(a.length(), judgedB);
        band.briefLabels = {prefix + lengths, lengths};
        if (!change.empty()) {
            band.briefLabels.push_back(change);
        }
        m_bands.push_back(std::move(band));
    }

    // Parts of runs that are not judged are not judged either: they would contradict the verdict.
    MatchChange changeOf(Duration a, Duration judgedB) const {
        const bool isJudged =
            m_verdict.kind == VerdictKind::Improved || m_verdict.kind == VerdictKind::Regressed;
        // A step changes by its parts: those below a two-hundredth of it do not matter.
        const double minimum = m_verdict.perStep ? static_cast<double>(m_verdict.a.count()) /
                                                       static_cast<double>(kMinShareOfRun)
                                                 : 0;
        const double floor =
            std::max(minimum, m_verdict.noiseFloor * static_cast<double>(a.count()));
        const auto delta = static_cast<double>((judgedB - a).count());
        return !isJudged        ? MatchChange::Same
               : delta > floor  ? MatchChange::Slower
               : delta < -floor ? MatchChange::Faster
                                : MatchChange::Same;
    }

    const Verdict& m_verdict;
    std::vector<MatchBand> m_bands;
};

void addIntervals(const Session& a, const Session& b, const Anchors& anchors, Bands& bands) {
    const auto startOf = [](const Session& session, ActivityId id) {
        return session.trace->slices().start(session.trace->gpuActivities()[id.index()].slice);
    };
    const std::size_t count = std::min(kMaxIntervals, anchors.pairs.size() / 2);
    for (std::size_t at = 0; at < count; ++at) {
        const AnchorPair& first = anchors.pairs[at * (anchors.pairs.size() - 1) / count];
        const AnchorPair& last = anchors.pairs[(at + 1) * (anchors.pairs.size() - 1) / count];
        const TimeRange rangeA{startOf(a, first.a), startOf(a, last.a)};
        const TimeRange rangeB{startOf(b, first.b), startOf(b, last.b)};
        bands.addGpu("GPU", rangeA, rangeB);
    }
}

// By annotation that launched GPU work: its range on the GPUs together.
std::unordered_map<std::uint32_t, TimeRange> gpuOfAnnotations(const Session& session) {
    std::unordered_map<std::uint32_t, TimeRange> ranges;
    for (const AnnotationExtent& extent : annotationExtents(
             *session.trace, session.indexes->launches, session.analysis.annotationSlices)) {
        const auto [at, isNew] = ranges.try_emplace(extent.annotation.value, extent.range);
        if (!isNew) {
            at->second = {std::min(at->second.begin, extent.range.begin),
                          std::max(at->second.end, extent.range.end)};
        }
    }
    return ranges;
}

// Annotations that mark a step are left out: the step is drawn.
void addGpuParts(const Session& a, const Session& b, const Comparison& comparison, Bands& bands) {
    for (const ComparedPart& part : comparison.parts) {
        if (part.kind == PartKind::Step && part.a && part.b) {
            bands.addGpu(part.name, part.a->gpu, part.b->gpu);
        }
    }
    const std::vector<TimeRange>& steps = a.analysis.steps.markers.host;
    const auto marksStep = [&](SliceId annotation) {
        const Time begin = a.trace->slices().start(annotation);
        const auto step =
            std::lower_bound(steps.begin(), steps.end(), begin,
                             [](const TimeRange& range, Time time) { return range.begin < time; });
        return step != steps.end() && step->begin == begin;
    };
    const auto gpuOfA = gpuOfAnnotations(a);
    const auto gpuOfB = gpuOfAnnotations(b);
    for (const AnnotationPair& pair : comparison.alignment.annotations) {
        const auto atA = gpuOfA.find(pair.a.value);
        const auto atB = gpuOfB.find(pair.b.value);
        if (atA != gpuOfA.end() && atB != gpuOfB.end() && !marksStep(pair.a)) {
            bands.addGpu(annotationGroup(a.trace->name(pair.a)), atA->second, atB->second);
        }
    }
}

void addHostParts(const Session& a, const Session& b, const Comparison& comparison, Bands& bands) {
    for (const ComparedPart& part : comparison.parts) {
        if (part.kind == PartKind::Step && part.a && part.b) {
            bands.add(part.name, part.a->place, part.b->place);
        }
    }
    for (const AnnotationPair& pair : comparison.alignment.annotations) {
        bands.add(annotationGroup(a.trace->name(pair.a)), a.trace->slices().range(pair.a),
                  b.trace->slices().range(pair.b));
    }
}

}  // namespace

std::vector<MatchBand> matchBands(const Session& a, const Session& b,
                                  const Comparison& comparison) {
    const Alignment& alignment = comparison.alignment;
    Bands bands(comparison.verdict);
    for (const RangePin& pin : alignment.pins) {
        bands.add(pin.name, pin.a, pin.b);
    }
    const bool bothHaveGpus = !a.analysis.devices.empty() && !b.analysis.devices.empty();
    (bothHaveGpus ? addGpuParts : addHostParts)(a, b, comparison, bands);
    if (alignment.level == AlignmentLevel::Kernels) {
        addIntervals(a, b, alignment.anchors, bands);
    }
    return bands.take();
}

}  // namespace gaplight
