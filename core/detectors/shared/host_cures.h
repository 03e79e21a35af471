// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gaplight {

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

}  // namespace gaplight
