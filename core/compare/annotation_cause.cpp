// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/compare/annotation_cause.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "core/analysis/serving/iteration_name.h"
#include "core/analysis/torch/annotation_name.h"
#include "core/compare/step_scope.h"
#include "core/compare/verdict.h"

namespace gaplight {
namespace {

// An annotation that covers this much of both runs is a name of the run.
constexpr std::int64_t kRunCoverPercent = 97;

// Blocking calls of a run by thread and start.
class BlockedTime {
public:
    explicit BlockedTime(const ComparedTrace& run) : m_trace(run.trace) {
        for (const BlockingCall& call : run.analysis.blockingCalls) {
            m_calls.push_back(call.slice);
        }
        std::sort(m_calls.begin(), m_calls.end(),
                  [&](SliceId x, SliceId y) { return keyOf(x) < keyOf(y); });
    }

    // In blocking calls that start inside of the slice, on its thread.
    Duration inside(SliceId slice) const {
        const std::pair begin = keyOf(slice);
        const Time end = m_trace.slices().end(slice);
        auto call = std::partition_point(m_calls.begin(), m_calls.end(),
                                         [&](SliceId one) { return keyOf(one) < begin; });
        Duration blocked{};
        for (; call != m_calls.end() && keyOf(*call).first == begin.first &&
               m_trace.slices().start(*call) < end;
             ++call) {
            blocked += m_trace.slices().duration(*call);
        }
        return blocked;
    }

private:
    std::pair<std::size_t, Time> keyOf(SliceId slice) const {
        return {m_trace.trackOf(slice).index(), m_trace.slices().start(slice)};
    }

    const Trace& m_trace;
    std::vector<SliceId> m_calls;
};

// Host time of an annotation without waits, in scope.
Duration hostTime(const Trace& trace, const MeasuredAnnotation& row, const BlockedTime& blocked,
                  const StepScope& scope) {
    Duration total{};
    std::map<std::size_t, Time> until;  // per thread: an annotation inside itself counts once
    for (const SliceId slice : row.slices) {
        const TimeRange range = trace.slices().range(slice);
        Time& done = until.try_emplace(trace.trackOf(slice).index(), Time::min()).first->second;
        if (range.begin >= done && scope.contains(range.begin)) {
            total += range.length() - std::min(range.length(), blocked.inside(slice));
            done = range.end;
        }
    }
    return total;
}

struct Candidate {
    Duration a{};
    Duration b{};
    std::string nameInA;
    std::string nameInB;
    bool marksSteps = false;

    // Of the run that it takes longer in; the same with A and B exchanged.
    const std::string& name() const { return a < b || nameInA.empty() ? nameInB : nameInA; }
};

class Candidates {
public:
    void add(const ComparedTrace& run, const MeasuredRun& measured, const StepScope& scope,
             Duration Candidate::*side, std::string Candidate::*name, const auto& keyOf) {
        const BlockedTime blocked(run);
        const std::vector<std::string>& unit = run.steps().markers.unit;
        for (const MeasuredAnnotation& row : measured.annotations) {
            Candidate& one = m_list[keyOf(row.group)];
            one.*name = (one.*name).empty() ? row.group : one.*name;
            one.*side += hostTime(run.trace, row, blocked, scope);
            one.marksSteps = one.marksSteps || row.group == kProfilerStepGroup ||
                             unit == std::vector{row.group} ||
                             readIterationName(run.trace.name(row.slices.front()));
        }
    }

    const std::map<std::string, Candidate>& list() const { return m_list; }

private:
    std::map<std::string, Candidate> m_list;  // by key
};

// The key in A of the annotation whose place a group of B takes (AnnotationPair::byPlace).
std::map<std::string, std::string> keysByPlace(const ComparedTrace& a, const ComparedTrace& b,
                                               const AnnotationKeys& keys,
                                               const Alignment& alignment) {
    std::map<std::string, std::string> keyOfGroup;
    for (const AnnotationPair& pair : alignment.annotations) {
        if (pair.byPlace) {
            keyOfGroup.emplace(annotationGroup(b.trace.name(pair.b)),
                               keys.ofA(annotationGroup(a.trace.name(pair.a))));
        }
    }
    return keyOfGroup;
}

}  // namespace

std::optional<AnnotationCause> findAnnotationCause(const ComparedTrace& a, const ComparedTrace& b,
                                                   const MeasuredRun& measuredA,
                                                   const MeasuredRun& measuredB,
                                                   const AnnotationKeys& keys,
                                                   const Alignment& alignment, Duration step,
                                                   Duration idle) {
    const auto change = static_cast<double>(step.count());
    if (change == 0 || static_cast<double>(idle.count()) / change < kMinCauseIdle) {
        return std::nullopt;
    }
    constexpr auto kSteady = StepScope::With::SteadySteps;
    const std::map<std::string, std::string> byPlace = keysByPlace(a, b, keys, alignment);
    Candidates candidates;
    candidates.add(a, measuredA, StepScope(a.steps(), alignment.steps, true, kSteady),
                   &Candidate::a, &Candidate::nameInA,
                   [&](const std::string& group) { return keys.ofA(group); });
    candidates.add(b, measuredB, StepScope(b.steps(), alignment.steps, false, kSteady),
                   &Candidate::b, &Candidate::nameInB, [&](const std::string& group) {
                       const auto place = byPlace.find(group);
                       return place == byPlace.end() ? keys.ofB(group) : place->second;
                   });
    const auto steps =
        static_cast<std::int64_t>(std::max<std::size_t>(1, steadyPairs(alignment.steps)));
    const Candidate* best = nullptr;
    for (const auto& [key, one] : candidates.list()) {
        const double share =
            static_cast<double>((one.b - one.a).count()) / static_cast<double>(steps) / change;
        const bool coversRuns = steadyPairs(alignment.steps) == 0 &&
                                one.a * 100 >= measuredA.whole.wall * kRunCoverPercent &&
                                one.b * 100 >= measuredB.whole.wall * kRunCoverPercent;
        const bool explains = share >= kMinCauseShare && share <= kMaxCauseShare;
        const bool isInner = best == nullptr || one.a + one.b < best->a + best->b;
        best = explains && isInner && !one.marksSteps && !coversRuns ? &one : best;
    }
    return best == nullptr
               ? std::nullopt
               : std::optional(AnnotationCause{best->name(), best->a / steps, best->b / steps});
}

}  // namespace gaplight
