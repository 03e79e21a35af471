// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "recorder/nvtx_functions.h"

namespace gaplight::recorder {

// What NVTX calls name things by, as UTF-8; nothing becomes an empty text.
[[nodiscard]] std::string_view textOf(const char* text);
[[nodiscard]] std::string textOf(const wchar_t* text);
[[nodiscard]] std::string textOf(const nvtxEventAttributes_t* event);

// A text that a program names by its handle from now on; never freed.
[[nodiscard]] nvtxStringHandle_t registered(std::string_view text);

}  // namespace gaplight::recorder
