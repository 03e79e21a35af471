// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/compare/step_pairs.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "core/analysis/slices/slice_scan.h"
#include "core/analysis/steps/step_markers.h"
#include "core/analysis/torch/annotation_name.h"
#include "core/analysis/torch/name_classes.h"
#include "core/base/quantity_text.h"
#include "core/compare/alignment.h"

namespace gaplight {
namespace {

Duration meanOf(const std::vector<Duration>& steps, std::size_t begin, std::size_t end) {
    Duration sum{};
    for (std::size_t at = begin; at < end; ++at) {
        sum += steps[at];
    }
    return sum / static_cast<std::int64_t>(end - begin);
}

}  // namespace

std::optional<StepModes> findStepModes(std::vector<Duration> steps) {
    constexpr std::size_t kMinPart = 2;
    constexpr std::size_t kMinQuarter = 4;
    if (steps.size() < kMinModeSteps) {
        return std::nullopt;
    }
    std::sort(steps.begin(), steps.end());
    std::size_t cut = 1;
    for (std::size_t at = 2; at < steps.size(); ++at) {
        cut = steps[at] - steps[at - 1] > steps[cut] - steps[cut - 1] ? at : cut;
    }
    const std::size_t fewer = std::min(cut, steps.size() - cut);
    if (fewer < kMinPart || fewer * kMinQuarter < steps.size()) {
        return std::nullopt;
    }
    StepModes modes{meanOf(steps, 0, cut), meanOf(steps, cut, steps.size()), cut,
                    steps.size() - cut};
    const auto distance = static_cast<double>((modes.longer - modes.shorter).count());
    const auto gap = static_cast<double>((steps[cut] - steps[cut - 1]).count());
    const bool isClear =
        distance >= kMinModeDistance * static_cast<double>(modes.shorter.count()) &&
        gap >= kMinModeGap * distance;
    return isClear ? std::optional(modes) : std::nullopt;
}

namespace {

bool hasSteps(const Steps& steps) {
    return steps.markers.source != StepSource::None && !steps.markers.host.empty();
}

// The name that the units of both have in common, values in it apart; empty if there is none.
std::string sharedName(const Steps& a, const Steps& b, const AnnotationKeys& keys) {
    for (const std::string& name : a.markers.unit) {
        const bool isShared = std::any_of(
            b.markers.unit.begin(), b.markers.unit.end(), [&](const std::string& other) {
                return nameTemplate(keys.ofA(name)) == nameTemplate(keys.ofB(other));
            });
        if (isShared) {
            return name;
        }
    }
    return {};
}

std::string countsText(const Steps& a, const Steps& b) {
    const std::size_t countA = a.rows.size();
    const std::size_t countB = b.rows.size();
    return countA == countB ? countText(countA, "step each", "steps each")
                            : countText(countA) + " steps against " + countText(countB);
}

std::string missingSteps(const Steps& a, const Steps& b) {
    return hasSteps(a)   ? "no steps were recognized in B"
           : hasSteps(b) ? "no steps were recognized in A"
                         : "no steps were recognized";
}

std::string_view sourceLabel(const Steps& steps) {
    return steps.markers.source == StepSource::Kernels       ? "kernels that repeat"
           : steps.markers.source == StepSource::Annotations ? "annotations that repeat"
                                                             : kProfilerStepGroup;
}

// Whether the steps of both are of one kind, and why.
void findKinship(const Steps& a, const Steps& b, const AnnotationKeys& keys, StepPairing& pairing) {
    const bool bothKernels =
        a.markers.source == StepSource::Kernels && b.markers.source == StepSource::Kernels;
    const std::string shared = bothKernels ? std::string{} : sharedName(a, b, keys);
    if (!shared.empty()) {
        const bool isInBoth = std::ranges::find(b.markers.unit, shared) != b.markers.unit.end();
        pairing.reason = countsText(a, b) + ", marked by " +
                         (isInBoth ? shared : nameTemplate(shared)) + " in both";
    } else if (a.rows.size() == b.rows.size() && a.rows.size() > 1) {
        pairing.byNumberAlone = true;
        pairing.reason = countsText(a, b) + ", recognized by " + std::string(sourceLabel(a)) +
                         (a.markers.source == b.markers.source
                              ? std::string{}
                              : " in A and by " + std::string(sourceLabel(b)) + " in B");
    }
}

void append(StepRow& row, const StepRow& next) {
    row.host.end = next.host.end;
    row.span.end = next.span.end;
    row.kernels += next.kernels;
    row.launches += next.launches;
    row.gpuBusy += next.gpuBusy;
    row.gpuIdle += next.gpuIdle;
    row.blockingCalls += next.blockingCalls;
}

}  // namespace

std::size_t steadyPairs(std::span<const StepPair> steps) {
    return static_cast<std::size_t>(std::count_if(
        steps.begin(), steps.end(), [](const StepPair& pair) { return !pair.warmsUp; }));
}

bool hasWarmUp(const Steps& steps) {
    return hasSteps(steps) && steps.rows.size() > 1 && steps.markers.firstNumber == 0;
}

std::string stepName(const ComparedTrace& run, std::size_t step) {
    const StepMarkers& markers = run.steps().markers;
    const std::size_t number = markers.firstNumber + step + 1;
    const std::size_t each = markers.unitsPerStep / run.analysis.steps.markers.unitsPerStep;
    if (each > 1) {
        return "steps " + std::to_string((number - 1) * each + 1) + " to " +
               std::to_string(number * each);
    }
    return "step " + std::to_string(stepNumber(run.trace, markers.host[step].begin, number));
}

std::optional<Steps> groupedLike(const Steps& steps, const Steps& other) {
    const StepMarkers& own = steps.markers;
    const bool areSameKernels = own.source == StepSource::Kernels &&
                                other.markers.source == StepSource::Kernels &&
                                own.unit == other.markers.unit;
    if (!areSameKernels || other.markers.unitsPerStep <= own.unitsPerStep ||
        other.markers.unitsPerStep % own.unitsPerStep != 0) {
        return std::nullopt;
    }
    const std::size_t each = other.markers.unitsPerStep / own.unitsPerStep;
    if (steps.rows.size() % each != 0 || own.firstNumber % each != 0) {
        return std::nullopt;
    }
    Steps grouped;
    grouped.markers = own;
    grouped.markers.unitsPerStep = other.markers.unitsPerStep;
    grouped.markers.firstNumber = own.firstNumber / each;
    grouped.markers.host.clear();
    for (std::size_t at = 0; at < steps.rows.size(); ++at) {
        if (at % each == 0) {
            grouped.rows.push_back(steps.rows[at]);
            grouped.markers.host.push_back(own.host[at]);
        } else {
            append(grouped.rows.back(), steps.rows[at]);
            grouped.markers.host.back().end = own.host[at].end;
        }
    }
    return grouped;
}

StepPairing pairSteps(const Steps& a, const Steps& b, const AnnotationKeys& keys,
                      std::optional<std::ptrdiff_t> shift) {
    StepPairing pairing;
    if (!hasSteps(a) || !hasSteps(b)) {
        pairing.reason = missingSteps(a, b);
        return pairing;
    }
    if (shift) {
        for (std::size_t at = 0; at < a.rows.size(); ++at) {
            const std::ptrdiff_t other = static_cast<std::ptrdiff_t>(at) + *shift;
            if (other >= 0 && other < static_cast<std::ptrdiff_t>(b.rows.size())) {
                const bool warms = (at == 0 && hasWarmUp(a)) || (other == 0 && hasWarmUp(b));
                pairing.pairs.push_back({at, static_cast<std::size_t>(other), warms});
            }
        }
        pairing.reason =
            "pinned by hand: step 1 of A is step " + std::to_string(*shift + 1) + " of B";
        return pairing;
    }
    findKinship(a, b, keys, pairing);
    if (pairing.reason.empty()) {
        pairing.reason = countsText(a, b) + ", which share neither marks nor number";
        return pairing;
    }
    const std::size_t firstA = hasWarmUp(a) ? 1 : 0;
    const std::size_t firstB = hasWarmUp(b) ? 1 : 0;
    if (firstA == 1 && firstB == 1) {
        pairing.pairs.push_back({0, 0, true});
    }
    const std::size_t steady = std::min(a.rows.size() - firstA, b.rows.size() - firstB);
    for (std::size_t at = 0; at < steady; ++at) {
        pairing.pairs.push_back({firstA + at, firstB + at, false});
    }
    return pairing;
}

namespace {

using Kind = std::pair<ServingPhase, std::optional<std::int64_t>>;

class Kinds {
public:
    Kinds(const ServingIterations& a, const ServingIterations& b) {
        for (const ServingIterations* run : {&a, &b}) {
            for (const ServingIteration& row : run->rows) {
                if (row.bucket && row.name.phase == ServingPhase::Decode) {
                    m_buckets.insert(*row.bucket);
                }
            }
        }
    }

    Kind of(const ServingIteration& row) const {
        if (row.name.phase != ServingPhase::Decode) {
            return {row.name.phase, std::nullopt};
        }
        // Some servers count a graph's requests, others its tokens.
        const std::int64_t tokens = row.name.tokens.value_or(row.name.requests);
        const bool isOfRequests = row.bucket && tokens > *row.bucket;
        const auto bucket = m_buckets.lower_bound(isOfRequests ? row.name.requests : tokens);
        return {ServingPhase::Decode,
                bucket == m_buckets.end() ? std::nullopt : std::optional(*bucket)};
    }

private:
    std::set<std::int64_t> m_buckets;  // of graphs of both runs that decode
};

std::string nameOf(const Kind& kind) {
    const std::string phase(servingPhaseName(kind.first));
    return kind.second ? phase + ":" + std::to_string(*kind.second) : phase;
}

// "decode:8, decode:16 and mixed"; beyond kMaxNames their number.
std::string kindsText(const std::set<Kind>& kinds) {
    constexpr std::size_t kMaxNames = 4;
    std::vector<std::string> names;
    for (const Kind& kind : kinds) {
        names.push_back(nameOf(kind));
    }
    if (names.size() > kMaxNames) {
        const std::size_t more = names.size() - kMaxNames + 1;
        names.resize(kMaxNames - 1);
        names.push_back(countText(more, "more", "more"));
    }
    return listText(names);
}

}  // namespace

std::vector<IterationKind> iterationKinds(const ServingIterations& a, const ServingIterations& b) {
    const Kinds kinds(a, b);
    std::map<Kind, IterationKind> byKind;
    const auto add = [&](const ServingIterations& run, auto side) {
        for (std::size_t at = 0; at < run.rows.size(); ++at) {
            const Kind kind = kinds.of(run.rows[at]);
            IterationKind& own = byKind[kind];
            const bool isOpen = at + 1 == run.rows.size() && !(own.*side).empty();
            if (!isOpen) {
                (own.*side).push_back(at);
            }
        }
    };
    add(a, &IterationKind::a);
    add(b, &IterationKind::b);
    std::vector<IterationKind> all;
    for (auto& [kind, one] : byKind) {
        one.name = nameOf(kind);
        one.phase = kind.first;
        all.push_back(std::move(one));
    }
    return all;
}

StepPairing pairIterations(const ServingIterations& a, const ServingIterations& b) {
    const Kinds kinds(a, b);
    std::map<Kind, std::uint32_t> numbers;
    std::set<Kind> ofA;
    std::set<Kind> ofB;
    const auto sequenceOf = [&](const ServingIterations& run, std::set<Kind>& own) {
        std::vector<std::uint32_t> sequence;
        for (const ServingIteration& row : run.rows) {
            const Kind kind = kinds.of(row);
            own.insert(kind);
            sequence.push_back(numbers.try_emplace(kind, static_cast<std::uint32_t>(numbers.size()))
                                   .first->second);
        }
        return sequence;
    };
    const std::vector<std::uint32_t> sequenceA = sequenceOf(a, ofA);
    const std::vector<std::uint32_t> sequenceB = sequenceOf(b, ofB);
    // Of several longest sequences the same one with A and B exchanged.
    const auto keyOf = [](const ServingIterations& run) {
        std::vector<std::int64_t> sizes;
        for (const ServingIteration& row : run.rows) {
            sizes.push_back(row.name.requests);
        }
        return std::pair(run.rows.size(), std::move(sizes));
    };
    const bool isExchanged = keyOf(b) < keyOf(a);
    StepPairing pairing;
    pairing.byKind = true;
    for (const MatchRun& run : isExchanged ? matchSequences(sequenceB, sequenceA)
                                           : matchSequences(sequenceA, sequenceB)) {
        for (std::size_t at = 0; at < run.length; ++at) {
            const std::size_t first = run.a + at;
            const std::size_t second = run.b + at;
            pairing.pairs.push_back(
                {isExchanged ? second : first, isExchanged ? first : second, false});
        }
    }
    const std::string counts =
        a.rows.size() == b.rows.size()
            ? countText(a.rows.size(), "iteration each", "iterations each")
            : countText(a.rows.size()) + " iterations against " + countText(b.rows.size());
    pairing.reason = pairing.pairs.empty()
                         ? counts + ", none of one phase and bucket: " + kindsText(ofA) +
                               " in A, " + kindsText(ofB) + " in B"
                         : counts + ", " + countText(pairing.pairs.size()) +
                               " in pairs of equal phase and bucket";
    return pairing;
}

bool isLastStepOpen(const ComparedTrace& run) {
    const Trace& trace = run.trace;
    const SliceTable& slices = trace.slices();
    if (!hasSteps(run.steps()) || run.launches.launches().empty()) {
        return false;
    }
    const TimeRange last = run.steps().markers.host.back();
    std::set<StringId> names;  // of calls that have activities
    Time known = Time::min();
    for (const SliceId launch : run.launches.launches()) {
        names.insert(slices.name(launch));
        if (last.contains(slices.start(launch))) {
            known = std::max(known, slices.start(launch));
        }
    }
    const std::vector<SliceId> later = scanSlices(trace, [&](SliceId slice) {
        return slices.start(slice) > known && last.contains(slices.start(slice)) &&
               isApiCall(trace.kind(slice)) &&
               run.analysis.names.apiCall(slices.name(slice)) == ApiCall::Launch &&
               names.contains(slices.name(slice));
    });
    return !later.empty();
}

std::string leaveOutOpenSteps(const ComparedTrace& a, const ComparedTrace& b,
                              StepPairing& pairing) {
    const bool isOpenA = isLastStepOpen(a);
    const bool isOpenB = isLastStepOpen(b);
    const bool isPair = std::ranges::any_of(pairing.pairs, [&](const StepPair& one) {
        return one.a + 1 == a.steps().rows.size() && one.b + 1 == b.steps().rows.size();
    });
    if (isOpenA && isOpenB && isPair) {
        return {};
    }
    std::string open;
    for (const auto& [run, name, side] :
         {std::tuple(&a, "A", &StepPair::a), std::tuple(&b, "B", &StepPair::b)}) {
        const auto pair = std::ranges::find_if(pairing.pairs, [&](const StepPair& one) {
            return one.*side + 1 == run->steps().rows.size() && !one.warmsUp;
        });
        if (pair == pairing.pairs.end() || !(run == &a ? isOpenA : isOpenB)) {
            continue;
        }
        const std::string text = "the last launch of " + stepName(*run, (*pair).*side) + " in " +
                                 name + " has no recorded kernel";
        if (steadyPairs(pairing.pairs) > 1) {
            pairing.pairs.erase(pair);
            pairing.reason += "; " + text + ", which leaves this step out";
        } else {
            open = text + ", so that it is not known when that step ended";
        }
    }
    return open;
}

}  // namespace gaplight
