// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/scene/figure/figure_page.h"

namespace gaplight::test {

// Texts of the sheet itself stand apart from each other and inside it.
void expectTidy(const Figure& figure, const std::string& what);

// Without what differs from one release to the next.
[[nodiscard]] std::string withoutVersion(std::string text);

}  // namespace gaplight::test
