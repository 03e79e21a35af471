// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/trace/event_details.h"
#include "core/trace/slice_table.h"

namespace gaplight {

// The keys of a field's values among the args of an event; the values are joined by semicolons.
[[nodiscard]] std::span<const std::string_view> keysOfKinetoField(DetailField field);

// A field of an event among its args, by the keys that PyTorch's profiler gives them in every
// format that it writes. Empty where the event has none.
[[nodiscard]] std::string fieldOfKinetoArgs(std::span<const Arg> args, DetailField field);

// The kind of a category, by the spellings that Kineto has used since 2021
// (libkineto/src/ActivityType.cpp and the capitalized ones before October 2022).
// O(spellings): called once for each category.
[[nodiscard]] SliceKind sliceKindOfCategory(std::string_view category);

// The category that Kineto gives slices of a kind now; "other" where it has none.
[[nodiscard]] std::string_view categoryOfSliceKind(SliceKind kind);

}  // namespace gaplight
