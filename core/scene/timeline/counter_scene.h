// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "core/scene/layout/track_layout.h"
#include "core/scene/model/frame.h"
#include "core/trace/gpu_id.h"

namespace gaplight {

// Where a curve is drawn, and the values at its lower and upper edge.
struct CurveArea {
    float top = 0;
    float height = 0;
    double low = 0;
    double high = 1;
    ClipIndex clip = 0;
    Time end = Time::max();  // nothing is drawn from here on
    // Color of a line along the base where the curve is at `low`; empty: no line.
    std::optional<Role> baseColor = {};
};

// Draws a step line over a filled area; each pixel shows the smallest and the largest value within
// it. O(pixels × log values).
void drawCurve(Frame& frame, const CounterCurve& curve, const CurveArea& area);

// Draws a counter, from zero or its smallest value to its largest.
void drawCounter(Frame& frame, const Lane& lane);

// Largest value of a counter's scale, shown beside its name: "12.3 GB", "4.5 k".
[[nodiscard]] std::string scaleText(const CounterCurve& curve);
// Formats a value of a counter: "3.42 GB", "17".
[[nodiscard]] std::string counterText(CounterUnit kind, double value);

// The curve of a GPU; null if none.
[[nodiscard]] const QueueCurve* queueCurveOf(const SceneModel& model, GpuId gpu);

// Draws how far the host is ahead of a GPU: an area on a logarithmic scale from 1 µs to 10 ms or
// the longest lead, with lines at 10 µs and 1 ms; a red line at the base where the queue is empty.
// `lane`: of the kind QueueLead. O(pixels × log points).
void drawQueue(Frame& frame, const Lane& lane, GpuId gpu);

// Draws its name and, at its lines, their leads.
void drawQueueName(Frame& frame, const Lane& lane);

}  // namespace gaplight
