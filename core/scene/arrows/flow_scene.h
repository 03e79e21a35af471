// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/model/frame.h"

namespace gaplight {

// Draws the flow arrows of the selected slice, incoming and outgoing: launch to activity, and the
// flow events of the trace. An arrow to an end outside the view points towards it.
void drawFlows(Frame& frame);

}  // namespace gaplight
