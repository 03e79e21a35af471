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
#include "core/compare/change_causes.h"
#include "core/compare/compared_trace.h"
#include "core/compare/kernel_changes.h"
#include "core/compare/measures.h"
#include "core/compare/time_link.h"
#include "core/compare/verdict.h"

namespace gaplight {

struct CompareOptions {
    Pins pins;
    std::optional<double>
        noiseFloor;  // smallest change that counts; empty: 2 %, or measured (verdict.h)
    std::vector<std::string> functions;  // to sum up, in addition to those named by findings
    // Requested: the comparison returns within one pass over the GPU activities of a run, with
    // parts missing; drop it.
    std::stop_token stop;
};

// SteadySteps: the median one of each run (Verdict::stepsA, stepsB).
enum class PartKind : std::uint8_t { Whole, SteadySteps, Step, Annotation, Pin };
// Stable snake_case name.
[[nodiscard]] std::string_view partKindName(PartKind kind);

// One side of a part.
struct PartSide {
    Measures measures;
    std::uint64_t count = 0;            // slices, or steps
    std::string name;                   // name in this run: "step 3 and step 5" of two steps
    TimeRange place{};                  // its first occurrence on the host
    std::vector<Duration> gapsBetween;  // annotations: host time from one to the next, in order
    TimeRange gpu{};                    // steps: MeasuredRun::spanOfStep
};

// A part of the program with its measures in both runs, or in one if it has no partner.
struct ComparedPart {
    PartKind kind = PartKind::Whole;
    std::string name;
    std::optional<PartSide> a;
    std::optional<PartSide> b;
    // True if both runs do the same amount of work in it, so that a percentage is meaningful.
    bool isComparable = true;
};

struct ComparedFunction {
    FunctionTotals a;
    FunctionTotals b;
};

// Result of comparing two runs: alignment, changes and verdict.
struct Comparison {
    Alignment alignment;
    TimeLink link;
    // By the GPU time of the steps that correspond, which hosts that run ahead do not shift; `link`
    // if there are no steps, or pins.
    TimeLink gpuLink;
    std::vector<ComparedPart> parts;  // whole, steady steps, steps, pins, annotations
    std::vector<ComparedFunction> functions;
    std::vector<SelfTimeChange> selfTimes;  // where neither run has GPU work
    KernelChanges kernels;
    std::size_t kernelSteps = 0;  // steady steps of each run, summed over in kernels; 0: whole runs
    FindingChanges findings;
    Verdict verdict;
};

// Compares `b` with the baseline `a`. Pure function; takes about a tenth of the time of loading
// both.
[[nodiscard]] Comparison compare(const ComparedTrace& a, const ComparedTrace& b,
                                 const CompareOptions& options = {});

}  // namespace gaplight
