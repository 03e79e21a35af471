// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/base/time.h"
#include "core/detectors/engine/rule.h"
#include "core/session/session.h"
#include "core/trace/ids.h"

namespace gaplight {

// What a function of the launching thread took of a gap: time in its calls that no call inside them
// covers.
struct GapHostPart {
    StringId name;
    Duration self{};
    SliceId longest;  // the call with most of it
};

// One gap of one GPU: which call ended it, what the host did meanwhile, and what explains it.
struct GapFacts {
    GpuId gpu;
    TimeRange range{};
    bool isIdle = true;       // false: the GPU ran work from before the capture
    std::string explanation;  // label, as in reports: "launch-bound"
    std::string label;        // as on the timeline: "host: named_modules"
    IdleClass idleClass = IdleClass::Other;
    SliceId activity;       // that ends the gap
    SliceId launch;         // its launch call; invalid: not recorded
    SliceId blockingCall;   // in which the host had waited before; invalid: none
    std::string codePlace;  // the user's Python frame around the launch: "file(line): function"
    std::vector<GapHostPart> hostParts;   // longest first, at most kMaxHostParts
    std::optional<std::size_t> finding;   // that explains it
    std::optional<TimeRange> nextOfKind;  // the next gap of the same explanation; wraps around
};
inline constexpr std::size_t kMaxHostParts = 6;

// Facts of the gap that covers exactly this range; empty if there is none. O(gaps + evidence +
// slices of the launching thread inside the gap).
[[nodiscard]] std::optional<GapFacts> gapFacts(const Session& session, TimeRange range);

}  // namespace gaplight
