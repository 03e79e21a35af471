// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/analysis/host/sync_site.h"

namespace gaplight {

// What a wait for the GPU is called and what to try instead.
struct SyncCure {
    SyncSource source = SyncSource::Unknown;
    // Only where the Python function, the annotation or the operator around the call contains
    // this; empty: anywhere.
    std::string_view inside;
    std::string_view label;   // in a title: "`.item()`"
    std::string_view fix;     // may be completed by the rule
    std::string_view origin;  // where the cure is from
    bool isHarmless = false;  // not the program's doing: to be told only where it stands out
};

// The narrower cures of a source first, then the one that always holds.
[[nodiscard]] std::span<const SyncCure> syncCures();

// Position in syncCures() of the first that fits. `function`, `annotation`, `op`: names around
// the call, empty if there is none.
[[nodiscard]] std::uint32_t syncCureOf(SyncSource source, std::string_view function,
                                       std::string_view annotation, std::string_view op);

}  // namespace gaplight
