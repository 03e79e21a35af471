// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/formats/chrome/json_token.h"

namespace gaplight {

// A value as the user reads it: strings without quotes and escapes, numbers as they are spelled,
// null as "null". Arrays and objects stay JSON: on one line where they are short and flat, over
// indented lines otherwise; text that is not JSON is given as it stands.
[[nodiscard]] std::string valueText(const Token& value);

}  // namespace gaplight
