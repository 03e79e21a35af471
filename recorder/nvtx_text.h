// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "recorder/nvtx_functions.h"

namespace gaplight::recorder {

// Names in NVTX calls, as UTF-8; empty where there is none.
[[nodiscard]] std::string_view textOf(const char* text);
[[nodiscard]] std::string textOf(const wchar_t* text);
[[nodiscard]] std::string textOf(const nvtxEventAttributes_t* event);

// A copy of the text that the returned handle refers to; never freed.
[[nodiscard]] nvtxStringHandle_t registered(std::string_view text);

}  // namespace gaplight::recorder
