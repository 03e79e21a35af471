// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/steps/step_markers.h"
#include "core/trace/trace.h"

namespace gaplight {

// Whether what repeats is the layers of one pass of a model, not iterations: at least half of the
// units run modules that the trace names one by one ("nn.Module: Block_7", "FSDP::pre_forward
// (blocks.7)"), and no module runs on one thread in two units. An iteration runs the modules of the
// one before again. False without such names.
// O(texts); with such names one parallel pass over all slices and O(modules run × log units).
[[nodiscard]] bool areModuleLayers(const Trace& trace, const StepMarkers& markers);

}  // namespace gaplight
