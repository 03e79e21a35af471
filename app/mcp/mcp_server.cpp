// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/mcp_server.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "core/base/result.h"
#include "core/report/text/tool_version.h"
#include "core/session/nesting_limit.h"

namespace gaplight::ui {
namespace {

constexpr std::size_t kMaxMcpValues = 100'000;
// Newest last: what is answered to a client that knows another one.
constexpr std::array<std::string_view, 3> kProtocols{"2024-11-05", "2025-03-26", "2025-06-18"};
// JSON-RPC 2.0, section 5.1.
constexpr int kParseError = -32700;
constexpr int kInvalidRequest = -32600;
constexpr int kMethodNotFound = -32601;
constexpr int kInvalidParams = -32602;

McpJson errorReply(const McpJson& id, int code, const std::string& message) {
    return {{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", code}, {"message", message}}}};
}

McpJson initialized(const McpJson& params) {
    const McpJson wanted = params.value("protocolVersion", McpJson());
    const auto known = std::find_if(kProtocols.begin(), kProtocols.end(),
                                    [&](std::string_view one) { return wanted == one; });
    return {{"protocolVersion", known != kProtocols.end() ? *known : kProtocols.back()},
            {"capabilities", {{"tools", McpJson::object()}}},
            {"serverInfo", {{"name", "gaplight"}, {"version", toolVersion()}}},
            {"instructions", mcpInstructions()}};
}

}  // namespace

McpJson McpServer::answerLine(const std::string& line) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) {
        return {};
    }
    if (line.size() > kMaxLine) {
        return errorReply(nullptr, kInvalidRequest,
                          "a message has at most " + std::to_string(kMaxLine) + " bytes");
    }
    const Result<void> nesting = checkJsonNesting(line, kMaxMcpValues);
    const McpJson message =
        nesting ? McpJson::parse(line, nullptr, false) : McpJson(McpJson::value_t::discarded);
    return message.is_discarded()
               ? errorReply(nullptr, kParseError, "no valid JSON, or too deeply nested")
               : answer(message);
}

McpJson McpServer::answer(const McpJson& message) {
    if (message.is_array() && !message.empty()) {  // a batch, of protocol 2025-03-26
        McpJson answers = McpJson::array();
        for (const McpJson& one : message) {
            if (McpJson reply = answerOne(one); !reply.is_null()) {
                answers.push_back(std::move(reply));
            }
        }
        return answers.empty() ? McpJson() : answers;
    }
    return answerOne(message);
}

McpJson McpServer::answerOne(const McpJson& message) {
    if (!message.is_object()) {
        return errorReply(nullptr, kInvalidRequest, "expected an object with a method");
    }
    const McpJson id = message.value("id", McpJson());
    const auto method = message.find("method");
    if (method == message.end() && (message.contains("result") || message.contains("error"))) {
        return {};
    }
    const bool isIdValid = id.is_null() || id.is_string() || id.is_number();
    if (method == message.end() || !method->is_string() || !isIdValid) {
        return errorReply(isIdValid ? id : McpJson(), kInvalidRequest,
                          "expected a method, and a text or a number as id");
    }
    if (!message.contains("id")) {
        return {};
    }
    return request(id, method->get_ref<const std::string&>(),
                   message.value("params", McpJson::object()));
}

McpJson McpServer::request(const McpJson& id, const std::string& method, const McpJson& params) {
    if (!params.is_object()) {
        return errorReply(id, kInvalidParams, "params: expected an object");
    }
    McpJson result = McpJson::object();
    if (method == "initialize") {
        result = initialized(params);
    } else if (method == "tools/list") {
        result = {{"tools", mcpToolList()}};
    } else if (method == "tools/call") {
        const McpJson name = params.value("name", McpJson());
        if (!name.is_string() || !isMcpTool(name.get_ref<const std::string&>())) {
            return errorReply(id, kInvalidParams, "unknown tool " + name.dump(-1, ' ', true));
        }
        result = m_callTool(name.get_ref<const std::string&>(),
                            params.value("arguments", McpJson::object()));
    } else if (method != "ping") {
        return errorReply(id, kMethodNotFound, "unknown method " + method);
    }
    return {{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}};
}

}  // namespace gaplight::ui
