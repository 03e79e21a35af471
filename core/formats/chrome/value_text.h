// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace gaplight {

// The text displayed for one JSON value. Strings lose their quotes and escapes; numbers and
// literals keep their spelling. Arrays and objects stay JSON: on one line if they have less than
// 72 characters, else one element a line, indented by depth. An array or object that cannot be
// read is returned unchanged.
//
// `json`: spelling of the value without white space around it, valid UTF-8, readable kTextPadding
// bytes beyond its end. Cost: O(length × depth).
[[nodiscard]] std::string valueText(std::string_view json);

}  // namespace gaplight
