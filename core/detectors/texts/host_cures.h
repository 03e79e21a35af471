// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace gaplight {

// Host code that is known to take long while the GPU waits, and what to try instead.
struct HostCure {
    std::string_view inFile;    // part of the path of a frame; empty: any name
    std::string_view function;  // the function's name, or the whole name of anything that is no
                                // frame; ends with "*": begins so; empty: any
    std::string_view called;    // the code around it; as `function`; empty: any
    std::string_view fix;       // "{}" represents the user's function
    std::string_view origin;    // where the cure is from
    bool isInherent = false;    // what any such program does: not to be taken away
};

// The cure for this very code; null where there is only the general one.
[[nodiscard]] const HostCure* hostCureOf(std::string_view name, std::string_view caller);

// What to try about host code. `name`: of the frame, operator or annotation that takes the time;
// `caller`: the user's code around it, or empty. `inLoop`: it runs in the steps, as far as known.
[[nodiscard]] std::string hostFix(std::string_view name, std::string_view caller,
                                  bool inLoop = true);

}  // namespace gaplight
