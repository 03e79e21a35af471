// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/time.h"
#include "core/compare/alignment.h"
#include "core/compare/compared_trace.h"
#include "core/compare/finding_changes.h"
#include "core/compare/function_totals.h"
#include "core/compare/kernel_changes.h"
#include "core/compare/measures.h"
#include "core/compare/time_link.h"
#include "core/compare/verdict.h"

namespace gaplight {

struct CompareOptions {
    Pins pins;
    std::optional<double> noiseFloor;    // of a change; empty: 2 %, or as measured (verdict.h)
    std::vector<std::string> functions;  // to total besides those that findings name
    // Requested: the comparison returns within one pass over the GPU activities of a run, with
    // parts missing; drop it.
    std::stop_token stop;
};

enum class PartKind : std::uint8_t { Whole, SteadySteps, Step, Annotation, Pin };
// Stable snake_case name.
[[nodiscard]] std::string_view partKindName(PartKind kind);

// One side of a part.
struct PartSide {
    Measures measures;
    std::uint64_t count = 0;            // slices, or steps
    std::string name;                   // as this run calls it
    TimeRange place{};                  // where to look: its first occurrence on the host
    std::vector<Duration> gapsBetween;  // annotations: host time from one to the next, in order
};

// A part of the program with its measures in both runs; in one alone where it has no partner.
struct ComparedPart {
    PartKind kind = PartKind::Whole;
    std::string name;
    std::optional<PartSide> a;
    std::optional<PartSide> b;
    // Whether B is a percentage of A: both runs do as much of it.
    bool isComparable = true;
};

struct ComparedFunction {
    FunctionTotals a;
    FunctionTotals b;
};

// Two runs side by side: what corresponds, what changed, and whether that is better.
struct Comparison {
    Alignment alignment;
    TimeLink link;
    std::vector<ComparedPart> parts;  // whole, steady steps, steps, pins, annotations
    std::vector<ComparedFunction> functions;
    KernelChanges kernels;
    std::size_t kernelSteps = 0;  // that kernels and steady steps are summed over; 0: whole runs
    FindingChanges findings;
    Verdict verdict;
};

// Pure; `a` is the baseline. O(a tenth of loading both).
[[nodiscard]] Comparison compare(const ComparedTrace& a, const ComparedTrace& b,
                                 const CompareOptions& options = {});

}  // namespace gaplight
