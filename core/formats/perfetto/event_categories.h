// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/trace/slice_kind.h"

namespace gaplight {

// The kind of a category: of Kineto's spelling, or of rocprofv3's ("hip_api").
[[nodiscard]] SliceKind kindOfPerfettoCategory(std::string_view category);

// Kineto's category of a kind, for slices whose kind is known by their values alone. Empty for
// SliceKind::Other.
[[nodiscard]] std::string_view categoryOfSliceKind(SliceKind kind);

// "HtoD" of "MEMORY_COPY_HOST_TO_DEVICE", as rocprofv3 names copies; else empty.
[[nodiscard]] std::string_view copyKindOfRocmName(std::string_view name);

}  // namespace gaplight
