// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/gap_cause.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace gaplight {
namespace {

// Time that slices of one name cover, each instant once.
struct Covered {
    Duration total{};
    Time until = Time::min();
    std::uint16_t deepestRow = 0;
};

class NameCoverage {
public:
    explicit NameCoverage(TimeRange range) : m_range(range) {}

    // In the order of their starts.
    void add(StringId name, TimeRange slice, std::uint16_t row) {
        Covered& covered = m_byName[name];
        const Time begin = std::max({slice.begin, covered.until, m_range.begin});
        const Time end = std::min(slice.end, m_range.end);
        if (end > begin) {
            covered.total += end - begin;
            covered.until = end;
        }
        covered.deepestRow = std::max(covered.deepestRow, row);
    }

    // Of the names that `accept` takes.
    template <class Accept>
    [[nodiscard]] StringId deepestCovering(Duration enough, const Accept& accept) const {
        StringId best;
        std::uint16_t bestRow = 0;
        for (const auto& [name, covered] : m_byName) {
            const bool deeper =
                covered.deepestRow > bestRow || (covered.deepestRow == bestRow && name < best);
            if (covered.total >= enough && (!best.isValid() || deeper) && accept(name)) {
                best = name;
                bestRow = covered.deepestRow;
            }
        }
        return best;
    }

private:
    TimeRange m_range;
    std::unordered_map<StringId, Covered> m_byName;
};

// Frames that stand between a caller and what it called.
bool onlyPassesOn(std::string_view name) {
    constexpr std::array<std::string_view, 5> kBeginnings{
        "<built-in ", "<frozen ", "nn.Module: ", "contextlib.py(", "threading.py("};
    constexpr std::array<std::string_view, 4> kFunctions{"_call_impl", "_wrapped_call_impl",
                                                         "decorate_context", "wrapper"};
    return std::any_of(kBeginnings.begin(), kBeginnings.end(),
                       [&](std::string_view prefix) { return name.starts_with(prefix); }) ||
           std::find(kFunctions.begin(), kFunctions.end(), functionOfFrame(name)) !=
               kFunctions.end();
}

}  // namespace

StringId hostCauseOf(const Trace& trace, const Gap& gap) {
    if (!gap.launch.isValid()) {
        return {};
    }
    const SliceTable& slices = trace.slices();
    const TimeRange range{gap.begin, std::min(gap.end, slices.start(gap.launch))};
    if (range.end <= range.begin) {
        return {};
    }
    const Track& track = trace.tracks()[trace.trackOf(gap.launch).index()];
    const std::size_t first = track.firstSlice.index();
    const auto starts = slices.starts().subspan(first, track.sliceCount);
    const auto at = std::upper_bound(starts.begin(), starts.end(), range.begin);
    std::size_t next = first + static_cast<std::size_t>(at - starts.begin());

    NameCoverage coverage(range);
    const auto add = [&](SliceId slice) {
        coverage.add(slices.name(slice), slices.range(slice), slices.row(slice));
    };
    if (next > first) {
        for (SliceId open(next - 1); open.isValid(); open = slices.parent(open)) {
            add(open);
        }
    }
    for (; next < first + track.sliceCount && slices.start(SliceId(next)) < range.end; ++next) {
        add(SliceId(next));
    }
    const Duration enough = range.length() * kCausePercent / 100;
    const StringId own = coverage.deepestCovering(
        enough, [&](StringId name) { return !onlyPassesOn(trace.text(name)); });
    return own.isValid() ? own : coverage.deepestCovering(enough, [](StringId) { return true; });
}

std::string_view functionOfFrame(std::string_view name) {
    const std::size_t at = name.find("): ");
    return at == std::string_view::npos ? name : name.substr(at + 3);
}

}  // namespace gaplight
