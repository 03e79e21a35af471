// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace gaplight {

// What a GPU waited for while it was idle. Explanations of idle time (IdleExplanations) of one
// class have one color wherever idle time is shown.
enum class IdleClass : std::uint8_t {
    Launch,  // kernels launched one by one, each after the one before has ended
    Host,    // other host code between two launches
    Data,    // the data loader
    Sync,    // a host that itself waited for the GPU, or for a copy, before it launched more
    Rank,    // another rank
    Other,   // not of the steady program (first use, recording, begin and end of the capture), or
             // unexplained
    Count_,
};
// Stable snake_case name, as in the command line's JSON.
[[nodiscard]] std::string_view idleClassName(IdleClass idleClass);

// The class of an explanation: the id of a rule or the name of a GapExplanation; Other for any
// other name.
[[nodiscard]] IdleClass idleClassOf(std::string_view explanation);

}  // namespace gaplight
