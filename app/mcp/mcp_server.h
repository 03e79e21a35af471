// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <utility>

#include "app/mcp/mcp_tools.h"

namespace gaplight::ui {

// The Model Context Protocol: JSON-RPC 2.0, one message a line.
class McpServer {
public:
    static constexpr std::size_t kMaxLine = std::size_t{1} << 20U;  // bytes of a message

    // The result of tools/call; `name`: isMcpTool().
    using CallTool = std::function<McpJson(const std::string& name, const McpJson& arguments)>;
    explicit McpServer(CallTool callTool) : m_callTool(std::move(callTool)) {}

    // The answer to a line, without its line feed; null: a notification or a response, which have
    // none, or nothing at all. A longer line than kMaxLine may come as its beginning.
    [[nodiscard]] McpJson answerLine(const std::string& line);

private:
    [[nodiscard]] McpJson answer(const McpJson& message);
    [[nodiscard]] McpJson answerOne(const McpJson& message);
    [[nodiscard]] McpJson request(const McpJson& id, const std::string& method,
                                  const McpJson& params);

    CallTool m_callTool;
};

// Runs 'gaplight mcp': answers requests of the Model Context Protocol (JSON-RPC 2.0, one message a
// line) from standard input on standard output until the input ends. Returns the exit code.
int runMcp();

}  // namespace gaplight::ui
