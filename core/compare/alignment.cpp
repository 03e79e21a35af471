// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/compare/alignment.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/base/intervals.h"
#include "core/base/quantity_text.h"
#include "core/compare/compared_steps.h"

namespace gaplight {
namespace {

using Sequence = std::span<const std::uint32_t>;
using Position = std::ptrdiff_t;

// How far each diagonal (a - b) was reached with d differences: diagonals -d, -d + 2, ..., d.
class Frontier {
public:
    explicit Frontier(Position differences)
        : m_differences(differences), m_reach(static_cast<std::size_t>(differences) + 1) {}

    [[nodiscard]] Position& at(Position diagonal) { return m_reach[slot(diagonal)]; }
    Position at(Position diagonal) const { return m_reach[slot(diagonal)]; }

private:
    std::size_t slot(Position diagonal) const {
        return static_cast<std::size_t>((diagonal + m_differences) / 2);
    }

    Position m_differences;
    std::vector<Position> m_reach;
};

// Whether the best way to a diagonal comes from the one above (an item of b is new) rather than
// from the one below (one of a is gone).
bool comesFromAbove(const Frontier& before, Position d, Position diagonal) {
    return diagonal == -d || (diagonal != d && before.at(diagonal - 1) < before.at(diagonal + 1));
}

// All frontiers until the end is reached; empty where that takes too many differences.
std::vector<Frontier> searchEnd(Sequence a, Sequence b) {
    const auto sizeA = static_cast<Position>(a.size());
    const auto sizeB = static_cast<Position>(b.size());
    const Position most = std::min(sizeA + sizeB, static_cast<Position>(kMaxDifferences));
    std::vector<Frontier> frontiers;
    for (Position d = 0; d <= most; ++d) {
        Frontier now(d);
        for (Position diagonal = -d; diagonal <= d; diagonal += 2) {
            Position x = 0;
            if (d > 0) {
                const Frontier& before = frontiers.back();
                x = comesFromAbove(before, d, diagonal) ? before.at(diagonal + 1)
                                                        : before.at(diagonal - 1) + 1;
            }
            Position y = x - diagonal;
            while (x < sizeA && y < sizeB && y >= 0 &&
                   a[static_cast<std::size_t>(x)] == b[static_cast<std::size_t>(y)]) {
                ++x;
                ++y;
            }
            now.at(diagonal) = x;
            if (x >= sizeA && y >= sizeB) {
                frontiers.push_back(std::move(now));
                return frontiers;
            }
        }
        frontiers.push_back(std::move(now));
    }
    return {};
}

std::vector<MatchRun> walkBack(Sequence a, Sequence b, const std::vector<Frontier>& frontiers) {
    std::vector<MatchRun> runs;
    auto x = static_cast<Position>(a.size());
    auto y = static_cast<Position>(b.size());
    const auto take = [&](Position startX, Position startY) {
        if (x > startX) {
            runs.push_back({static_cast<std::size_t>(startX), static_cast<std::size_t>(startY),
                            static_cast<std::size_t>(x - startX)});
        }
    };
    for (auto d = static_cast<Position>(frontiers.size()) - 1; d > 0; --d) {
        const Frontier& before = frontiers[static_cast<std::size_t>(d) - 1];
        const Position diagonal = x - y;
        const bool fromAbove = comesFromAbove(before, d, diagonal);
        const Position from = fromAbove ? diagonal + 1 : diagonal - 1;
        const Position oldX = before.at(from);
        const Position startX = fromAbove ? oldX : oldX + 1;
        take(startX, startX - diagonal);
        x = oldX;
        y = oldX - from;
    }
    take(0, 0);
    std::reverse(runs.begin(), runs.end());
    return runs;
}

}  // namespace

std::vector<MatchRun> matchSequences(Sequence a, Sequence b) {
    const std::vector<Frontier> frontiers = searchEnd(a, b);
    if (!frontiers.empty()) {
        return walkBack(a, b, frontiers);
    }
    const auto begin = static_cast<std::size_t>(
        std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
    const Sequence restA = a.subspan(begin);
    const Sequence restB = b.subspan(begin);
    const auto end = static_cast<std::size_t>(
        std::mismatch(restA.rbegin(), restA.rend(), restB.rbegin(), restB.rend()).first -
        restA.rbegin());
    std::vector<MatchRun> runs;
    if (begin > 0) {
        runs.push_back({0, 0, begin});
    }
    if (end > 0) {
        runs.push_back({a.size() - end, b.size() - end, end});
    }
    return runs;
}

namespace {

// Steps that only are as many as the other run's need this much GPU work in common.
constexpr std::size_t kMinSimilarPercent = 20;
constexpr std::size_t kMinAnchors = 4;

// By how many steps pinned ranges shift B against A; the first pin that is a step in both decides.
std::optional<std::ptrdiff_t> pinnedShift(const ComparedTrace& a, const ComparedTrace& b,
                                          const Pins& pins) {
    const auto stepOf = [](const Steps& steps, TimeRange range) -> std::optional<std::ptrdiff_t> {
        const std::vector<TimeRange>& hosts = steps.markers.host;
        const auto at = std::find(hosts.begin(), hosts.end(), range);
        return at == hosts.end() || steps.markers.source == StepSource::None
                   ? std::nullopt
                   : std::optional(at - hosts.begin());
    };
    for (const RangePin& pin : pins.ranges) {
        const auto stepA = stepOf(a.steps(), pin.a);
        const auto stepB = stepOf(b.steps(), pin.b);
        if (stepA && stepB) {
            return *stepB - *stepA;
        }
    }
    return std::nullopt;
}

// Share in percent of a run that the paired annotations cover.
template <class SliceOf>
std::int64_t coverPercent(const ComparedTrace& run, std::vector<AnnotationPair> pairs,
                          const SliceOf& sliceOf) {
    std::sort(pairs.begin(), pairs.end(), [&](const AnnotationPair& x, const AnnotationPair& y) {
        return sliceOf(x) < sliceOf(y);
    });
    RunningUnion covered;
    for (const AnnotationPair& pair : pairs) {
        covered.add(run.trace.slices().range(sliceOf(pair)));
    }
    const std::int64_t whole = run.analysis.range.length().count();
    return whole == 0 ? 0 : covered.length().count() * 100 / whole;
}

bool annotationsSuffice(const ComparedTrace& a, const ComparedTrace& b,
                        const std::vector<AnnotationPair>& pairs) {
    return coverPercent(a, pairs, [](const AnnotationPair& pair) { return pair.a; }) >=
               kMinCoverPercent &&
           coverPercent(b, pairs, [](const AnnotationPair& pair) { return pair.b; }) >=
               kMinCoverPercent;
}

// How the steps of a run were grouped; empty where they were not.
std::string groupsText(const ComparedTrace& run, const std::string& name,
                       const std::string& other) {
    return run.groupedSteps == nullptr
               ? std::string{}
               : " " + countText(run.steps().markers.unitsPerStep) + " times in " + name +
                     ", as operators show in " + other;
}

std::string anchorText(const Anchors& anchors) {
    return countText(anchors.pairs.size()) + " of " +
           countText(std::min(anchors.countA, anchors.countB)) +
           " copies and library kernels correspond";
}

std::string annotationText(const Alignment& alignment) {
    return countText(alignment.annotations.size(), "annotation", "annotations") + " in pairs";
}

void chooseLevel(const ComparedTrace& a, const ComparedTrace& b, const std::string& stepReason,
                 Alignment& alignment) {
    if (!alignment.steps.empty()) {
        alignment.level = AlignmentLevel::Steps;
        alignment.reason = stepReason;
        return;
    }
    if (alignment.stepsAreByKind) {  // of other load: what they took as a whole is not comparable
        alignment.level = AlignmentLevel::Totals;
        alignment.reason = stepReason;
        return;
    }
    if (annotationsSuffice(a, b, alignment.annotations)) {
        alignment.level = AlignmentLevel::Annotations;
        alignment.reason = stepReason + "; " + annotationText(alignment);
        return;
    }
    const bool hasAnchors = alignment.anchors.matchedPercent() >= kMinAnchorPercent &&
                            alignment.anchors.pairs.size() >= kMinAnchors;
    alignment.level = hasAnchors ? AlignmentLevel::Kernels : AlignmentLevel::Totals;
    alignment.reason =
        stepReason + "; " +
        (alignment.annotations.empty() ? "no annotations in common"
                                       : "annotations in common cover too little") +
        "; " +
        (alignment.anchors.countA == 0 && alignment.anchors.countB == 0 ? "no GPU work"
         : alignment.anchors.countA == 0 || alignment.anchors.countB == 0
             ? "no GPU work in one of the runs"
             : anchorText(alignment.anchors));
}

}  // namespace

std::string_view alignmentLevelName(AlignmentLevel level) {
    switch (level) {
        case AlignmentLevel::Steps:
            return "steps";
        case AlignmentLevel::Annotations:
            return "annotations";
        case AlignmentLevel::Kernels:
            return "kernels";
        case AlignmentLevel::Totals:
            break;
    }
    return "totals";
}

Alignment align(const ComparedTrace& a, const ComparedTrace& b, const AnnotationKeys& keys,
                const Pins& pins, const std::stop_token& stop) {
    const auto shift = pinnedShift(a, b, pins);
    StepPairing steps = areServers(a, b) && !shift
                            ? pairIterations(*a.analysis.serving, *b.analysis.serving)
                            : pairSteps(a.steps(), b.steps(), keys, shift);
    steps.reason += groupsText(a, "A", "B") + groupsText(b, "B", "A");
    Alignment alignment;
    alignment.openStep = leaveOutOpenSteps(a, b, steps);
    alignment.pins = pins.ranges;
    alignment.stepsOfA = a.steps().markers.host;
    alignment.stepsOfB = b.steps().markers.host;
    alignment.anchors = matchAnchors(a, b, steps.pairs, stop);
    if (steps.byNumberAlone && alignment.anchors.matchedPercent() < kMinSimilarPercent) {
        steps.pairs.clear();
        steps.reason += ", but hardly any GPU work in common";
        alignment.anchors = matchAnchors(a, b, {}, stop);
    }
    alignment.steps = std::move(steps.pairs);
    alignment.stepsAreByKind = steps.byKind;
    alignment.annotations = pairAnnotations(a, b, keys, alignment.steps, stop);
    chooseLevel(a, b, steps.reason, alignment);
    return alignment;
}

}  // namespace gaplight
