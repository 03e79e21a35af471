// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/trace/slice_kind.h"

namespace gaplight {

// The kind of a category, by the spellings that Kineto has used since 2021
// (libkineto/src/ActivityType.cpp and the capitalized ones before October 2022).
// O(spellings): called once for each category.
[[nodiscard]] SliceKind sliceKindOfCategory(std::string_view category);

}  // namespace gaplight
