// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/mcp_command.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <unistd.h>

#include <nlohmann/json.hpp>

#include "app/mcp/mcp_tool_list.h"
#include "app/mcp/mcp_tools.h"
#include "app/process/exit_code.h"
#include "app/process/interrupt_watch.h"
#include "app/process/message_line.h"
#include "core/io/output_file.h"
#include "core/report/text/tool_version.h"
#include "core/session/nesting_limit.h"

namespace gaplight::ui {
namespace {

constexpr std::size_t kMaxLine = std::size_t{1} << 20U;  // bytes of a message
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

// Lines of standard input; a longer one than kMaxLine comes as its beginning.
class McpInput {
public:
    // Empty: the input has ended.
    std::optional<std::string> nextLine() {
        std::string line;
        bool hasAny = false;
        while (m_at < m_count || fill()) {
            hasAny = true;
            const char* begin = m_buffer.data() + m_at;
            const char* end = std::find(begin, begin + (m_count - m_at), '\n');
            const auto length = static_cast<std::size_t>(end - begin);
            line.append(begin, std::min(length, kMaxLine + 1 - line.size()));
            m_at += length;
            if (m_at < m_count) {
                ++m_at;
                return line;
            }
        }
        return hasAny ? std::optional(line) : std::nullopt;
    }

private:
    bool fill() {
        ssize_t got = -1;
        do {
            got = ::read(STDIN_FILENO, m_buffer.data(), m_buffer.size());
        } while (got < 0 && errno == EINTR);
        m_at = 0;
        m_count = got > 0 ? static_cast<std::size_t>(got) : 0;
        return got > 0;
    }

    std::array<char, 65536> m_buffer{};
    std::size_t m_at = 0;
    std::size_t m_count = 0;
};

class McpServer {
public:
    explicit McpServer(std::stop_token stop) : m_tools(std::move(stop)) {}

    // The answer to a message; null: a notification, or a response, which has none.
    [[nodiscard]] McpJson answer(const McpJson& message) {
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

private:
    McpJson answerOne(const McpJson& message) {
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

    McpJson request(const McpJson& id, const std::string& method, const McpJson& params) {
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
            result = m_tools.call(name.get_ref<const std::string&>(),
                                  params.value("arguments", McpJson::object()));
        } else if (method != "ping") {
            return errorReply(id, kMethodNotFound, "unknown method " + method);
        }
        return {{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}};
    }

    static McpJson initialized(const McpJson& params) {
        const McpJson wanted = params.value("protocolVersion", McpJson());
        const auto known = std::find_if(kProtocols.begin(), kProtocols.end(),
                                        [&](std::string_view one) { return wanted == one; });
        return {{"protocolVersion", known != kProtocols.end() ? *known : kProtocols.back()},
                {"capabilities", {{"tools", McpJson::object()}}},
                {"serverInfo", {{"name", "gaplight"}, {"version", toolVersion()}}},
                {"instructions", mcpInstructions()}};
    }

    McpTools m_tools;
};

McpJson answerToLine(McpServer& server, const std::string& line) {
    if (line.size() > kMaxLine) {
        return errorReply(nullptr, kInvalidRequest,
                          "a message has at most " + std::to_string(kMaxLine) + " bytes");
    }
    const Result<void> nesting = checkJsonNesting(line, kMaxMcpValues);
    const McpJson message =
        nesting ? McpJson::parse(line, nullptr, false) : McpJson(McpJson::value_t::discarded);
    return message.is_discarded()
               ? errorReply(nullptr, kParseError, "no valid JSON, or too deeply nested")
               : server.answer(message);
}

}  // namespace

int runMcp() {
    const InterruptWatch interrupts;
    McpServer server(interrupts.token());
    McpInput input;
    while (const std::optional<std::string> line = input.nextLine()) {
        if (interrupts.token().stop_requested()) {
            return kExitInterrupted;
        }
        if (line->find_first_not_of(" \t\r") == std::string::npos) {
            continue;
        }
        const McpJson reply = answerToLine(server, *line);
        if (reply.is_null()) {
            continue;
        }
        const Result<void> written = writeStandardOutput(
            reply.dump(-1, ' ', false, McpJson::error_handler_t::replace) + "\n");
        if (!written) {
            return failWith(exitCodeOf(written.error()), written.error().message);
        }
    }
    return kExitFine;
}

}  // namespace gaplight::ui
