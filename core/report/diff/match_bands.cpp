// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/diff/match_bands.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "core/analysis/steps/step_markers.h"
#include "core/base/duration_text.h"
#include "core/report/diff/compared_quantities.h"

namespace gaplight {
namespace {

// Of thousands of intervals between anchors, a sample of this many is drawn.
constexpr std::size_t kMaxIntervals = 64;

class Bands {
public:
    explicit Bands(const Verdict& verdict) : m_verdict(verdict) {}

    // A band of host time.
    void add(const std::string& name, TimeRange a, TimeRange b) { add(name, a, b, b.length()); }
    // A band of GPU time, which is judged at A's clock.
    void addGpu(TimeRange a, TimeRange b) { add("GPU", a, b, m_verdict.spanAtClock(b.length())); }

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
        const std::int64_t lengthA = a.length().count();
        const std::int64_t lengthB = b.length().count();
        const double floor = m_verdict.noiseFloor * static_cast<double>(lengthA);
        const auto delta = static_cast<double>(judgedB.count() - lengthA);
        MatchBand band;
        band.a = a;
        band.b = b;
        band.change = m_verdict.ranks  ? MatchChange::Same
                      : delta > floor  ? MatchChange::Slower
                      : delta < -floor ? MatchChange::Faster
                                       : MatchChange::Same;
        // A narrow band keeps the beginning.
        band.label = changeText(lengthA, lengthB) + "  " + name + "  " + durationText(a.length()) +
                     " → " + durationText(b.length());
        m_bands.push_back(std::move(band));
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
        if (rangeA.begin < rangeA.end && rangeB.begin < rangeB.end) {
            bands.addGpu(rangeA, rangeB);
        }
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
    for (const StepPair& pair : alignment.steps) {
        bands.add("step " + std::to_string(a.analysis.steps.markers.firstNumber + pair.a + 1),
                  a.analysis.steps.markers.host[pair.a], b.analysis.steps.markers.host[pair.b]);
    }
    for (const AnnotationPair& pair : alignment.annotations) {
        bands.add(annotationGroup(a.trace->name(pair.a)), a.trace->slices().range(pair.a),
                  b.trace->slices().range(pair.b));
    }
    if (alignment.level == AlignmentLevel::Kernels) {
        addIntervals(a, b, alignment.anchors, bands);
    }
    return bands.take();
}

}  // namespace gaplight
