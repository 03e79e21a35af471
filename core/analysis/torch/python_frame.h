// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace gaplight {

// The function of a Python frame's name ("a/module.py(2600): named_modules" → "named_modules"),
// or the whole name of anything else. A view into `name`.
[[nodiscard]] std::string_view functionOfFrame(std::string_view name);

// File and line of a Python frame's name ("a/module.py(2600): named_modules" →
// "a/module.py:2600"); empty for anything else.
[[nodiscard]] std::string sourceOfFrame(std::string_view name);

}  // namespace gaplight
