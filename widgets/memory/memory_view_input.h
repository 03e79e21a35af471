// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/memory/memory_view_scene.h"
#include "widgets/memory/memory_selection.h"
#include "widgets/memory/memory_view.h"

namespace gaplight::ui {

// What the stack of a selection that has data is drawn from: its snapshot, what is selected in it,
// and the bytes of `view`, at the times of `viewport`; nothing of the pointer.
[[nodiscard]] MemoryViewInput viewInputOf(const MemorySelection& selection, const MemoryView& view,
                                          const Viewport& viewport);

}  // namespace gaplight::ui
