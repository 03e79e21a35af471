// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/memory/rules/memory_rules.h"
#include "core/scene/layout/viewport.h"
#include "core/scene/memory/memory_stack_scene.h"

namespace gaplight {

// A step of the program, named above the plot.
struct SnapshotStep {
    std::int64_t beginNs = 0;  // on the snapshot's clock
    std::int64_t endNs = 0;
    std::string label;
};

// Where a finding shows.
struct MemoryTick {
    Moment moment = 0;
    Role color = Role::SeverityInfo;
};

// Everything that the view of a snapshot with its axes is drawn from.
struct MemoryViewInput {
    const MemoryModel& model;
    const MemoryIndex& index;
    const OwnFrames& frames;
    const AddressMap& addresses;
    // Of the whole view; its names column is that of the axis of bytes.
    Viewport viewport;
    // On the snapshot's clock, since 1970: of Time 0, and of where the ruler counts from.
    std::int64_t clockNs = 0;
    std::int64_t originNs = 0;
    std::int64_t bytes = 0;  // from the lower to the upper edge of the plot; 0: all of the range
    std::int64_t bottom = 0;
    StackOrder order = StackOrder::Age;
    bool hasRuler = true;
    std::span<const SnapshotStep> steps = {};    // by begin
    std::span<const MemoryTick> ticks = {};      // of findings
    const std::vector<bool>* matches = nullptr;  // as MemoryStackInput::matches
    Moment peak = kNoMoment;                     // marked; kNoMoment: none
    Moment moment = kNoMoment;                   // the chosen one
    std::optional<Time> cursor = {};             // under the pointer
    std::optional<TimeRange> band = {};          // that a drag zooms to
    std::optional<std::uint32_t> selected = {};  // allocations
    std::optional<std::uint32_t> hovered = {};
    float pixelRatio = 1;
};

// Where a view shows what, for input; kept between frames for its memory.
struct MemoryViewLayout {
    Box plot;
    MemoryViewport view;           // of the plot
    std::vector<MemoryBox> boxes;  // within the plot
    DisplayList stack;

    // The allocation at a point of the view.
    std::optional<std::uint32_t> allocationAt(float x, float y) const;
    // Bytes at a y of the view.
    std::int64_t bytesAt(float y) const;
};

inline constexpr float kMemoryStepRow = 18;

// Draws the stack with ruler, steps, axis of bytes, what is reserved, peak, findings, chosen
// moment, selection and cursor. O(pixels).
void buildMemoryView(const MemoryViewInput& input, const TextMeasure& measure, DisplayList& list,
                     MemoryViewLayout& layout);

// Ticks of an axis of bytes: 1-2-5 steps of powers of ten, all labels in one unit.
struct ByteAxis {
    std::int64_t step = 1;   // between labeled ticks
    std::int64_t minor = 1;  // between all ticks; divides step
    std::int64_t unit = 1;   // 1, 1,000, 1,000,000, ...
    int decimals = 0;        // that `step` has in this unit
    const char* unitName = "B";
};

// The axis of a view of `bytes` bytes up to `top`, whose labeled ticks are at least `minPixels`
// of `height` apart. At least one byte apart.
[[nodiscard]] ByteAxis byteAxis(std::int64_t bytes, std::int64_t top, float height,
                                float minPixels);
// "1.4 GB", "0"; U+2009 before the unit.
[[nodiscard]] std::string byteTickText(const ByteAxis& axis, std::int64_t bytes);

// The steps of one GPU, as named above its view.
[[nodiscard]] std::vector<SnapshotStep> snapshotStepsOf(const MemoryModel& model,
                                                        const DeviceMemoryFacts& facts);

// Where the findings about one GPU show.
[[nodiscard]] std::vector<MemoryTick> memoryTicksOf(const MemoryAssessment& assessment,
                                                    std::int32_t device);

}  // namespace gaplight
