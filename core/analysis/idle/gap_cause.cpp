// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/idle/gap_cause.h"

#include <algorithm>
#include <unordered_map>

#include "core/analysis/slices/slices_during.h"

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
    explicit FunctionCoverage(TimeRange range) : m_range(range) {}

    // In the order of their starts.
    void add(StringId function, StringId name, TimeRange slice, std::uint16_t row) {
        if (slice.end <= m_range.begin) {
            return;
        }
        Covered& covered = m_byFunction[function];
        covered.name = covered.name.isValid() ? covered.name : name;
        const Time begin = std::max({slice.begin, covered.until, m_range.begin});
        const Time end = std::min(slice.end, m_range.end);
        if (end > begin) {
            covered.total += end - begin;
            covered.until = end;
        }
        covered.deepestRow = std::max(covered.deepestRow, row);
    }

    // Of the functions that `accept` takes.
    template <class Accept>
    [[nodiscard]] StringId deepestCovering(Duration enough, const Accept& accept) const {
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

    [[nodiscard]] Duration timeOf(StringId function) const {
        const auto at = m_byFunction.find(function);
        return at == m_byFunction.end() ? Duration::zero() : at->second.total;
    }

    [[nodiscard]] StringId nameOf(StringId function) const {
        const auto at = m_byFunction.find(function);
        return at == m_byFunction.end() ? StringId{} : at->second.name;
    }

private:
    TimeRange m_range;
    std::unordered_map<StringId, Covered> m_byFunction;
};

// functionOf(name): what makes names equal. passesOn(name): see onlyPassesOn.
template <class FunctionOf, class PassesOn>
FunctionCoverage coverageOf(const Trace& trace, TrackId track, TimeRange range,
                            const FunctionOf& functionOf, const PassesOn& passesOn, StringId& cause,
                            StringId& part) {
    const SliceTable& slices = trace.slices();
    FunctionCoverage coverage(range);
    forEachSliceDuring(trace, track, range, [&](SliceId slice) {
        const StringId name = slices.name(slice);
        coverage.add(functionOf(name), name, slices.range(slice), slices.row(slice));
    });
    const Duration enough = range.length() * kCausePercent / 100;
    const auto isCode = [&](StringId name) { return !passesOn(name); };
    cause = coverage.deepestCovering(enough, isCode);
    if (!cause.isValid()) {
        cause = coverage.deepestCovering(enough, [](StringId) { return true; });
    }
    part = coverage.deepestCovering(coverage.timeOf(cause) * kPartPercent / 100, isCode);
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

TimeRange hostRangeOf(const Trace& trace, const Gap& gap) {
    if (!gap.launch.isValid()) {
        return {gap.begin, gap.begin};
    }
    const Time launch = trace.slices().start(gap.launch);
    return {gap.begin, std::clamp(launch, gap.begin, gap.end)};
}

StringId hostCauseOf(const Trace& trace, const Gap& gap) {
    const TimeRange range = hostRangeOf(trace, gap);
    if (range.length() <= Duration::zero()) {
        return {};
    }
    StringId cause;
    StringId part;
    const FunctionCoverage coverage = coverageOf(
        trace, trace.trackOf(gap.launch), range, FewFunctions(trace),
        [&](StringId name) { return onlyPassesOn(trace.text(name)); }, cause, part);
    return coverage.nameOf(cause);
}

HostCause hostCauseOf(const Trace& trace, const PlaceFinder& places, const Gap& gap,
                      TrackId track) {
    const TimeRange range = hostRangeOf(trace, gap);
    HostCause cause;
    if (range.length() <= Duration::zero()) {
        return cause;
    }
    coverageOf(
        trace, track, range, [&](StringId name) { return places.functionOf(name); },
        [&](StringId name) { return places.onlyPassesOn(name); }, cause.function, cause.part);
    if (cause.function.isValid()) {
        cause.part = cause.part.isValid() ? cause.part : cause.function;
        cause.slices = slicesOfFunction(trace, places, gap, track, cause.function);
    }
    return cause;
}

std::vector<SliceId> slicesOfFunction(const Trace& trace, const PlaceFinder& places, const Gap& gap,
                                      TrackId track, StringId function) {
    const TimeRange range = hostRangeOf(trace, gap);
    std::vector<SliceId> found;
    if (range.length() <= Duration::zero()) {
        return found;
    }
    const SliceTable& slices = trace.slices();
    Time until = Time::min();
    forEachSliceDuring(trace, track, range, [&](SliceId slice) {
        if (places.functionOf(slices.name(slice)) != function || slices.end(slice) <= range.begin) {
            return;
        }
        if (slices.start(slice) >= until) {
            found.push_back(slice);
            until = slices.end(slice);
        }
    });
    return found;
}

}  // namespace gaplight
