// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/views/overlay_filtering.h"

#include <algorithm>
#include <limits>

#include "core/scene/model/overlay_table.h"
#include "tests/bench/timing/stopwatch.h"

namespace gaplight::bench {
namespace {

constexpr std::size_t kFindings = 40;
constexpr std::size_t kRules = 8;
constexpr int kFilterings = 20;
constexpr std::uint64_t kAll = ~std::uint64_t{0};

// One half are gaps of a GPU, which do not overlap; of the others on 16 rows every eighth overlaps
// the one before. Every 16th is a mark of two findings,
// but for those of the last one.
OverlayTable madeOverlays(std::size_t count) {
    std::vector<Overlay> overlays;
    overlays.reserve(count + count / 16);
    for (std::size_t at = 0; at < count; ++at) {
        Overlay overlay;
        const bool isGap = at % 2 == 0;
        const auto begin = static_cast<std::int64_t>(at / 2) * 1000;
        overlay.kind = isGap ? OverlayKind::IdleGap : OverlayKind::Outline;
        overlay.gpu = GpuId(SourceId(), isGap ? 0 : -1);
        overlay.track = isGap ? TrackId() : TrackId(std::size_t{0});
        overlay.row = static_cast<std::uint16_t>(isGap ? 0 : at / 2 % 16);
        overlay.slice = isGap ? SliceId() : SliceId(at);
        overlay.range = {timeFromNs(begin),
                         timeFromNs(begin + (!isGap && at / 32 % 8 == 0 ? 20'000 : 500))};
        const std::size_t finding = at * 2'654'435'761U / 1024 % kFindings;
        overlay.source = {static_cast<std::uint16_t>(finding % kRules), OverlayWeight::Warning,
                          static_cast<std::int32_t>(finding), static_cast<std::int32_t>(at), 0};
        overlays.push_back(overlay);
        if (at % 16 == 0 && finding + 1 < kFindings) {
            const std::size_t other = (finding + 1) % (kFindings - 1);
            overlay.source.finding = static_cast<std::int32_t>(other);
            overlay.source.rule = static_cast<std::uint16_t>(other % kRules);
            overlays.push_back(overlay);
        }
    }
    return OverlayTable::build(std::move(overlays));
}

OverlayFiltering measured(const char* what, const OverlayTable& before,
                          const OverlayFilter& filter) {
    OverlayFiltering best{what, std::numeric_limits<double>::max(),
                          std::numeric_limits<double>::max()};
    for (int repeat = 0; repeat < kFilterings; ++repeat) {
        const double begin = threadSeconds();
        const OverlayTable after = before.filtered(filter);
        const double filtered = threadSeconds();
        const bool hasSpans = !after.spans(OverlayWeight::Warning).empty();
        const double joined = hasSpans ? threadSeconds() : filtered;
        best.filterMilliseconds = std::min(best.filterMilliseconds, (filtered - begin) * 1000);
        best.spansMilliseconds = std::min(best.spansMilliseconds, (joined - begin) * 1000);
    }
    return best;
}

}  // namespace

std::vector<OverlayFiltering> overlayFilterings(std::size_t overlays) {
    const OverlayTable table = madeOverlays(overlays);
    const OverlayTable someRules = table.filtered({kAll & ~std::uint64_t{0b100}, -1});
    return {measured("next finding", table, {kAll, kFindings - 1}),
            measured("next finding, of shared marks", table, {kAll, 5}),
            measured("rule hidden", table, {kAll & ~std::uint64_t{0b100}, -1}),
            measured("finding of a hidden rule", someRules, {kAll & ~std::uint64_t{0b100}, 2})};
}

}  // namespace gaplight::bench
