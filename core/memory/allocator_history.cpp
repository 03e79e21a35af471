// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/allocator_history.h"

#include <array>

namespace gaplight {

std::string_view allocatorActionName(AllocatorAction action) {
    constexpr std::array<std::string_view, static_cast<std::size_t>(AllocatorAction::Count_)>
        kNames{"alloc",        "free_requested", "free_completed", "segment_alloc",
               "segment_free", "segment_map",    "segment_unmap",  "oom",
               "snapshot"};
    return kNames[static_cast<std::size_t>(action)];
}

}  // namespace gaplight
