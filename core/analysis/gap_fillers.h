// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/analysis/gaps.h"
#include "core/base/time.h"
#include "core/trace/trace.h"

namespace gaplight {

// What the launching thread did while the GPU was idle (METRICS.md, "Filler").
enum class Filler : std::uint8_t {
    Sync,
    Launch,
    Alloc,
    Copy,
    Compile,
    DataLoader,
    Profiler,
    Python,
    Op,
    Annotation,
    Untraced,
    GpuSide,
    Count_,
};
// Stable snake_case name, as in the command line's JSON.
[[nodiscard]] std::string_view fillerName(Filler filler);

using IdleByFiller = std::array<Duration, static_cast<std::size_t>(Filler::Count_)>;

struct GapFillers {
    IdleByFiller total{};              // sums to the GPU's idle time exactly
    std::vector<Filler> mainFiller;    // per gap: the class with most of it
};

// Classifies every instant of every gap of one GPU. O(slices of the launching threads + gaps).
[[nodiscard]] GapFillers gapFillers(const Trace& trace, std::span<const Gap> gaps);

}  // namespace gaplight
