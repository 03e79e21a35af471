// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/steps/steps.h"
#include "core/compare/annotation_key.h"

namespace gaplight {

// Steps that correspond, by their position in Steps::rows.
struct StepPair {
    std::size_t a = 0;
    std::size_t b = 0;
    bool warmsUp = false;  // the first of both: compared with each other, not with steady ones

    friend bool operator==(const StepPair&, const StepPair&) = default;
};

struct StepPairing {
    std::vector<StepPair> pairs;  // empty: steps do not tell what corresponds
    std::string reason;           // why, for people: "4 steps each (scheduler_step in both)"
    bool byNumberAlone = false;   // nothing but their number says that they correspond
};

// The first of at least two steps warms up, unless a range was cut from a longer trace.
[[nodiscard]] bool hasWarmUp(const Steps& steps);

// Steps are of one kind where both runs mark them with ProfilerStep, where their units share an
// annotation, or where there are as many of them. Then the first warming one goes with the other
// run's, and the steady ones go in order; what is left over has no partner. `shift` (a person's
// pin) pairs step i of A with step i + shift of B instead.
[[nodiscard]] StepPairing pairSteps(const Steps& a, const Steps& b, const AnnotationKeys& keys,
                                    std::optional<std::ptrdiff_t> shift);

}  // namespace gaplight
