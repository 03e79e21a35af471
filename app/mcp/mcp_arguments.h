// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/mcp/mcp_tool_list.h"
#include "core/base/result.h"

namespace gaplight::ui {

// The arguments of a call as a client sends them: any JSON.

// Whether they are an object with what the tool's schema requires, and nothing else than it names.
// Errors: BadArgument.
[[nodiscard]] Result<void> checkArguments(const std::string& tool, const McpJson& arguments);

// A text, or an integer as text; empty where there is neither.
[[nodiscard]] std::string textArgument(const McpJson& arguments, const char* name);
// An integer as the nearest one from 1 to `largest`; `otherwise` where there is none.
[[nodiscard]] std::int64_t numberArgument(const McpJson& arguments, const char* name,
                                          std::int64_t otherwise, std::int64_t largest);
// The edits of a prediction. Errors: BadArgument.
[[nodiscard]] Result<std::vector<std::string>> editsArgument(const McpJson& arguments);

}  // namespace gaplight::ui
