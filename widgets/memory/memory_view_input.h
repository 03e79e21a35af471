// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/memory/memory_view_scene.h"
#include "widgets/memory/memory_selection.h"
#include "widgets/memory/memory_view.h"

namespace gaplight::ui {

// The input of the stack of allocations, without hover: the snapshot of `selection` (which must
// have one), what is selected in it, the byte range of `view` and the time range of `viewport`.
[[nodiscard]] MemoryViewInput viewInputOf(const MemorySelection& selection, const MemoryView& view,
                                          const Viewport& viewport);

}  // namespace gaplight::ui
