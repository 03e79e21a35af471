// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/mcp/mcp_tool_list.h"
#include "core/session/session.h"

namespace gaplight::ui {

// Runs the tools of mcpToolList() on traces of this machine, which are only read. The last few stay
// open; a file that changed is read anew.
class McpTools {
public:
    explicit McpTools(std::stop_token stop) : m_stop(std::move(stop)) {}

    // The result of tools/call; of what fails one with isError and the reason. `name`: isMcpTool().
    [[nodiscard]] McpJson call(const std::string& name, const McpJson& arguments);

private:
    struct OpenTrace {
        std::string path;
        std::int64_t writtenNs = 0;
        std::uint64_t bytes = 0;
        std::shared_ptr<const Session> session;
    };
    using Opened = Result<std::shared_ptr<const Session>>;

    [[nodiscard]] Result<McpJson> contentOf(const std::string& name, const McpJson& arguments);
    [[nodiscard]] Result<std::string> textOf(const std::string& name, const McpJson& arguments);
    [[nodiscard]] Result<std::string> compared(const McpJson& arguments);
    [[nodiscard]] Result<std::string> picture(const McpJson& arguments);
    // The trace that an argument names, measured in the range of the arguments, if there is one.
    [[nodiscard]] Opened part(const McpJson& arguments);
    [[nodiscard]] Opened open(const McpJson& arguments, const char* argument = "trace");

    std::stop_token m_stop;
    std::vector<OpenTrace> m_open;  // last used at the end
};

}  // namespace gaplight::ui
