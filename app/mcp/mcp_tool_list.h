// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace gaplight::ui {

using McpJson = nlohmann::ordered_json;

// The tools as tools/list describes them: name, description, JSON schema of the arguments.
[[nodiscard]] McpJson mcpToolList();
[[nodiscard]] bool isMcpTool(std::string_view name);
// How to use them together, for the client's model.
[[nodiscard]] std::string mcpInstructions();

}  // namespace gaplight::ui
