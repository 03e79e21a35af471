// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/host/sync_origin.h"

namespace gaplight {

// The label of a kind of wait for the GPU, and advice against it (resources/rules/sync_cures.toml).
struct SyncCure {
    std::string key;  // "begin-index"; the same cure may be there for several kinds of wait
    SyncSource wait = SyncSource::Unknown;
    // Only where the Python function, the annotation or the operator around the call contains one
    // of these; none: anywhere.
    std::vector<std::string> inside;
    std::string label;      // in a title: "`.item()`"
    std::string text;       // may be completed by the rule
    std::string otherText;  // for a program that does not use PyTorch; empty: `text`
    std::string source;     // where the cure is from
    bool isHarmless =
        false;  // caused by a library: reported only where it exceeds a threshold of time
};

// Of each kind of wait, the cures with conditions first, then the general one. Never empty.
[[nodiscard]] std::span<const SyncCure> syncCures();

// Position in syncCures() of the first that fits. `function`, `annotation`, `op`: names around
// the call, empty if there is none.
[[nodiscard]] std::uint32_t syncCureOf(SyncSource wait, std::string_view function,
                                       std::string_view annotation, std::string_view op);

}  // namespace gaplight
