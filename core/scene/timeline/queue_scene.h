// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/model/frame.h"
#include "core/trace/gpu_id.h"

namespace gaplight {

// The curve of a GPU; null if none.
[[nodiscard]] const QueueCurve* queueCurveOf(const SceneModel& model, GpuId gpu);

// Draws how far the host is ahead of a GPU: an area on a logarithmic scale from 1 µs to 10 ms or
// the longest lead, with lines at 10 µs and 1 ms; a red line at the base where the queue is empty.
// `lane`: of the kind QueueLead. O(pixels × log points).
void drawQueue(Frame& frame, const Lane& lane, GpuId gpu);

// Draws its name and, at its lines, their leads.
void drawQueueName(Frame& frame, const Lane& lane);

}  // namespace gaplight
