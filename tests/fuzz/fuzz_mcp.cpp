// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// Any lines as the messages of an agent: each has no answer, or one that is a response of JSON-RPC,
// or a list of them. The tools run on a small trace, whatever path a call has; images are not
// painted.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "app/mcp/mcp_server.h"
#include "app/mcp/mcp_tools.h"
#include "tests/fuzz/small_session.h"

namespace {

using namespace gaplight;
using namespace gaplight::ui;

void require(bool condition) {
    if (!condition) {
        std::abort();
    }
}

Result<McpDocument> opened(const std::string& argument, const std::string& path) {
    return path.empty() ? fail(ErrorCode::NotFound, argument + ": there is no such file")
                        : Result<McpDocument>(fuzz::smallSession());
}

Result<std::string> painted(const std::shared_ptr<const Session>& /*session*/,
                            const McpJson& arguments) {
    return textArgument(arguments, "range") + textArgument(arguments, "finding") +
           std::to_string(numberArgument(arguments, "width", 1, 9));
}

void checkResponse(const McpJson& response) {
    require(response.is_object() && response.at("jsonrpc") == "2.0" && response.contains("id"));
    require(response.contains("result") != response.contains("error"));
    if (response.contains("error")) {
        require(!response["error"].at("message").get<std::string>().empty());
    }
}

void checkAnswer(const McpJson& answer) {
    const std::string text = answer.dump(-1, ' ', false, McpJson::error_handler_t::replace);
    require(text.find('\n') == std::string::npos);
    require(McpJson::accept(text));
    if (!answer.is_array()) {
        checkResponse(answer);
        return;
    }
    require(!answer.empty());
    for (const McpJson& one : answer) {
        checkResponse(one);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    McpTools tools({opened, painted}, {});
    McpServer server([&](const std::string& name, const McpJson& arguments) {
        return tools.call(name, arguments);
    });
    std::string_view text(reinterpret_cast<const char*>(data), size);
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const McpJson answer = server.answerLine(std::string(text.substr(0, end)));
        if (!answer.is_null()) {
            checkAnswer(answer);
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return 0;
}
