// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace gaplight {

// The help page of a rule (resources/help/rules/ID.md), of the overlays ("overlays"), or of
// navigation
// ("timeline"), compiled into the program; empty if there is none.
[[nodiscard]] std::string_view rulePage(std::string_view id);

}  // namespace gaplight
