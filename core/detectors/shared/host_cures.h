// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <toml++/toml.h>

#include "core/analysis/host/sync_origin.h"

namespace gaplight {

// The [[cure]] tables of resources/rules/<id>.toml, in the order of the file; none where it cannot
// be parsed, which a test finds.
[[nodiscard]] std::vector<toml::table> cureTables(std::string_view id);

// A text of a table, with line breaks and runs of spaces as one space; empty where there is none.
[[nodiscard]] std::string cureText(const toml::table& cure, std::string_view key);

// The code that a cure is for: code that matches all parts that are not empty.
struct HostPattern {
    std::string file;      // part of the path of a frame
    std::string function;  // a glob of the function's name, or of the whole name of anything that
                           // is no frame
    std::string calledBy;  // the code around it; as `function`
};

// Host code that is known to take long while the GPU waits, and what to try instead
// (resources/rules/host_cures.toml).
struct HostCure {
    std::string key;  // "hook-walk"
    std::vector<HostPattern> patterns;
    std::string text;         // "{function}" is replaced by the user's function
    std::string source;       // where the cure is from
    bool isInherent = false;  // work that every such program has to do
};

[[nodiscard]] std::span<const HostCure> hostCures();

// The first cure with a pattern that matches; null where there is none. O(patterns).
[[nodiscard]] const HostCure* hostCureOf(std::string_view name, std::string_view caller);

struct HostAdvice {
    std::string key;  // of the cure: "hook-walk", "own-code"
    std::string text;
};
// Advice about host code: of hostCureOf(), else a general one. `name`: of the frame, operator or
// annotation that takes the time; `caller`: the user's code around it, or empty. `inLoop`: it runs
// in the steps, as far as known.
[[nodiscard]] HostAdvice hostAdvice(std::string_view name, std::string_view caller,
                                    bool inLoop = true);

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

// Position in syncCures() of the first that fits. `function`, `annotation`, `ops`: names around
// the call, empty if there is none; of operators all.
[[nodiscard]] std::uint32_t syncCureOf(SyncSource wait, std::string_view function,
                                       std::string_view annotation, std::string_view ops);

}  // namespace gaplight
