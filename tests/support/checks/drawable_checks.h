// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/scene/display/display_list.h"
#include "tests/support/checks/problems.h"

namespace gaplight::test {

// Adds a problem where coordinates of a display list are not finite or too far away for a painter,
// a size is negative, or a text lies outside of the list's bytes.
void checkDrawable(const DisplayList& list, std::string_view what, Problems& problems);

}  // namespace gaplight::test
