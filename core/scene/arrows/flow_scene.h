// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/model/frame.h"

namespace gaplight {

// Arrows of the selected slice both ways: from its launch, to what it launched, and along the
// file's own flows. An arrow whose other end is out of sight leaves the view towards it.
void drawFlows(Frame& frame);

}  // namespace gaplight
