// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/mcp_arguments.h"

#include <algorithm>
#include <cstddef>

#include "core/base/printable_text.h"

namespace gaplight::ui {
namespace {

constexpr std::int64_t kMaxEdits = 20;

}  // namespace

Result<void> checkArguments(const std::string& tool, const McpJson& arguments) {
    if (!arguments.is_object()) {
        return fail(ErrorCode::BadArgument, "arguments: expected an object");
    }
    const McpJson list = mcpToolList();
    const auto described = std::find_if(list.begin(), list.end(),
                                        [&](const McpJson& one) { return one["name"] == tool; });
    const McpJson& schema = (*described)["inputSchema"];
    for (const auto& [name, value] : arguments.items()) {
        if (!schema["properties"].contains(name)) {
            return fail(ErrorCode::BadArgument,
                        tool + " has no argument '" + printable(name) + "'");
        }
    }
    for (const McpJson& name : schema["required"]) {
        if (!arguments.contains(name.get<std::string>())) {
            return fail(ErrorCode::BadArgument,
                        tool + " needs the argument '" + name.get<std::string>() + "'");
        }
    }
    return {};
}

std::string textArgument(const McpJson& arguments, const char* name) {
    const auto found = arguments.find(name);
    return found == arguments.end()     ? std::string()
           : found->is_string()         ? found->get<std::string>()
           : found->is_number_integer() ? found->dump()
                                        : std::string();
}

std::int64_t numberArgument(const McpJson& arguments, const char* name, std::int64_t otherwise,
                            std::int64_t largest) {
    const auto found = arguments.find(name);
    if (found == arguments.end() || !found->is_number_integer()) {
        return otherwise;
    }
    const bool isBeyond = found->is_number_unsigned() &&
                          found->get<std::uint64_t>() > static_cast<std::uint64_t>(largest);
    return isBeyond ? largest : std::clamp<std::int64_t>(found->get<std::int64_t>(), 1, largest);
}

Result<std::vector<std::string>> editsArgument(const McpJson& arguments) {
    const McpJson& edits = arguments["edits"];
    const bool isList =
        edits.is_array() && !edits.empty() && edits.size() <= static_cast<std::size_t>(kMaxEdits) &&
        std::all_of(edits.begin(), edits.end(), [](const McpJson& one) { return one.is_string(); });
    if (!isList) {
        return fail(ErrorCode::BadArgument, "edits: expected 1 to 20 texts");
    }
    return edits.get<std::vector<std::string>>();
}

}  // namespace gaplight::ui
