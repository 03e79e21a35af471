// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/idle/host_cause.h"

#include <algorithm>
#include <unordered_map>

namespace gaplight {
namespace {

// Time that slices of one function cover, each instant once.
struct Covered {
    Duration total{};
    Time until = Time::min();
    StringId name;
    std::uint16_t deepestRow = 0;
};

class FunctionCoverage {
public:
    // In the order of their starts.
    void add(StringId function, StringId name, TimeRange call, std::uint16_t row) {
        Covered& covered = m_byFunction[function];
        covered.name = covered.name.isValid() ? covered.name : name;
        const Time begin = std::max(call.begin, covered.until);
        if (call.end > begin) {
            covered.total += call.end - begin;
            covered.until = call.end;
        }
        covered.deepestRow = std::max(covered.deepestRow, row);
    }

    // Of the functions that `accept` takes.
    template <class Accept>
    StringId deepestCovering(Duration enough, const Accept& accept) const {
        StringId best;
        std::uint16_t bestRow = 0;
        for (const auto& [function, covered] : m_byFunction) {
            const bool deeper =
                covered.deepestRow > bestRow || (covered.deepestRow == bestRow && function < best);
            if (covered.total >= enough && (!best.isValid() || deeper) && accept(covered.name)) {
                best = function;
                bestRow = covered.deepestRow;
            }
        }
        return best;
    }

    Duration timeOf(StringId function) const {
        const auto at = m_byFunction.find(function);
        return at == m_byFunction.end() ? Duration::zero() : at->second.total;
    }

    StringId nameOf(StringId function) const {
        const auto at = m_byFunction.find(function);
        return at == m_byFunction.end() ? StringId{} : at->second.name;
    }

private:
    std::unordered_map<StringId, Covered> m_byFunction;
};

// functionOf(name): what makes names equal. passesOn(name): see onlyForwardsCall.
template <class FunctionOf, class PassesOn>
FunctionCoverage coverageOf(const IdleCallTree& tree, const FunctionOf& functionOf,
                            const PassesOn& passesOn, StringId& cause, StringId& part) {
    const SliceTable& slices = tree.trace().slices();
    FunctionCoverage coverage;
    for (const IdleCall& call : tree.calls()) {
        const StringId name = slices.name(call.slice);
        coverage.add(functionOf(name), name, tree.inside(call), slices.row(call.slice));
    }
    const Duration enough = tree.range().length() * kMajorityPercent / 100;
    const auto isCode = [&](StringId name) { return !passesOn(name); };
    cause = coverage.deepestCovering(enough, isCode);
    if (!cause.isValid()) {
        cause = coverage.deepestCovering(enough, [](StringId) { return true; });
    }
    part = coverage.deepestCovering(coverage.timeOf(cause) * kMainPartPercent / 100, isCode);
    return coverage;
}

// Tells functions apart within a few names, without a table of all texts.
class FewFunctions {
public:
    explicit FewFunctions(const Trace& trace) : m_trace(trace) {}

    StringId operator()(StringId name) const {
        const auto [known, isNew] = m_functionOf.try_emplace(name, name);
        if (isNew) {
            const FunctionKey key = functionKey(m_trace.text(name));
            if (!key.path.empty()) {
                known->second = m_first.try_emplace(key, name).first->second;
            }
        }
        return known->second;
    }

private:
    const Trace& m_trace;
    mutable std::unordered_map<StringId, StringId> m_functionOf;
    mutable std::unordered_map<FunctionKey, StringId, FunctionKeyHash> m_first;
};

}  // namespace

StringId hostCauseOf(const Trace& trace, const Gap& gap) {
    const TimeRange range = hostRangeOf(trace, gap);
    if (range.length() <= Duration::zero()) {
        return {};
    }
    StringId cause;
    StringId part;
    IdleCallTree tree(trace);
    tree.jumpTo(trace.trackOf(gap.launch), range);
    const FunctionCoverage coverage = coverageOf(
        tree, FewFunctions(trace),
        [&](StringId name) { return onlyForwardsCall(trace.text(name)); }, cause, part);
    return coverage.nameOf(cause);
}

HostCause hostCauseOf(const IdleCallTree& tree, const PlaceFinder& places) {
    HostCause cause;
    if (tree.range().length() <= Duration::zero()) {
        return cause;
    }
    coverageOf(
        tree, [&](StringId name) { return places.functionOf(name); },
        [&](StringId name) { return places.onlyForwardsCall(name); }, cause.function, cause.part);
    if (cause.function.isValid()) {
        cause.part = cause.part.isValid() ? cause.part : cause.function;
        cause.slices = slicesOfFunction(tree, places, cause.function);
    }
    return cause;
}

std::vector<SliceId> slicesOfFunction(const IdleCallTree& tree, const PlaceFinder& places,
                                      StringId function) {
    const SliceTable& slices = tree.trace().slices();
    std::vector<SliceId> found;
    Time until = Time::min();
    for (const IdleCall& call : tree.calls()) {
        const bool isOutermost = call.whole.begin >= until;
        if (isOutermost && places.functionOf(slices.name(call.slice)) == function) {
            found.push_back(call.slice);
            until = call.whole.end;
        }
    }
    return found;
}

}  // namespace gaplight
