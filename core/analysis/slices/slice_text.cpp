// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/slices/slice_text.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include <fmt/format.h>

#include "core/analysis/slices/slice_scan.h"
#include "core/base/quantity_text.h"

namespace gaplight {
namespace {

// The slices of a name that begin at an instant, track by track.
std::vector<SliceId> slicesAt(const Trace& trace, std::string_view name, Time start) {
    std::vector<SliceId> found;
    for (const Track& track : trace.tracks()) {
        const std::size_t first = track.firstSlice.index();
        const auto starts = trace.slices().starts().subspan(first, track.sliceCount);
        const auto [from, to] = std::equal_range(starts.begin(), starts.end(), start);
        for (auto at = from; at != to; ++at) {
            const SliceId slice(first + static_cast<std::size_t>(at - starts.begin()));
            if (trace.name(slice) == name) {
                found.push_back(slice);
            }
        }
    }
    return found;
}

Duration startOf(const Trace& trace, SliceId slice) {
    return trace.slices().start(slice) - trace.range().begin;
}

tl::unexpected<Error> wrong(std::string_view text, std::string_view why) {
    return fail(ErrorCode::BadArgument, fmt::format("slice '{}': {}", text, why));
}

}  // namespace

std::string sliceText(const Trace& trace, SliceId slice) {
    const std::vector<SliceId> same =
        slicesAt(trace, trace.name(slice), trace.slices().start(slice));
    const auto number = std::find(same.begin(), same.end(), slice) - same.begin();
    return fmt::format("{}@{}ns{}", trace.name(slice), startOf(trace, slice).count(),
                       number > 0 ? fmt::format("#{}", number + 1) : "");
}

Result<SliceId> sliceFromText(std::string_view text, const Trace& trace) {
    const std::size_t at = text.rfind('@');
    std::string_view when = at == std::string_view::npos ? "" : text.substr(at + 1);
    const std::size_t hash = when.find('#');
    std::size_t number = 1;
    if (hash != std::string_view::npos) {
        const char* end = when.data() + when.size();
        const auto [stop, error] = std::from_chars(when.data() + hash + 1, end, number);
        number = error == std::errc{} && stop == end ? number : 0;
        when = when.substr(0, hash);
    }
    const Result<Duration> start = parseDuration(when);
    if (!start || number == 0) {
        return wrong(text, "expected NAME@TIME, as in gemm@12345678ns, or gemm@12345678ns#2");
    }
    const std::string_view name = text.substr(0, at);
    const std::vector<SliceId> found = slicesAt(trace, name, trace.range().begin + *start);
    if (number <= found.size()) {
        return found[number - 1];
    }
    const std::vector<SliceId> named =
        scanSlices(trace, [&](SliceId slice) { return trace.name(slice) == name; });
    if (named.empty()) {
        return wrong(text, "there is no slice of that name");
    }
    const auto distance = [&](SliceId slice) {
        const Duration apart = startOf(trace, slice) - *start;
        return std::max(apart, -apart);
    };
    const SliceId nearest =
        *std::min_element(named.begin(), named.end(),
                          [&](SliceId a, SliceId b) { return distance(a) < distance(b); });
    return wrong(text, fmt::format("no such slice of that name begins then; the nearest begins at "
                                   "{}ns",
                                   startOf(trace, nearest).count()));
}

}  // namespace gaplight
