// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "app/mcp/mcp_documents.h"
#include "core/base/result.h"
#include "core/session/session.h"

namespace gaplight::ui {

using McpJson = nlohmann::ordered_json;

// The tools as tools/list describes them: name, description, JSON schema of the arguments.
[[nodiscard]] McpJson mcpToolList();
[[nodiscard]] bool isMcpTool(std::string_view name);
// How to use them together, for the client's model.
[[nodiscard]] std::string mcpInstructions();

// The arguments of a call as a client sends them: any JSON.

// Whether they are an object with what the tool's schema requires, of the types that it names, and
// nothing else. A text may be an integer; null is as if it were not there. Errors: BadArgument,
// which lists the arguments of the tool.
[[nodiscard]] Result<void> checkArguments(const std::string& tool, const McpJson& arguments);

// A text, or an integer as text; empty where there is neither.
[[nodiscard]] std::string textArgument(const McpJson& arguments, const char* name);
// An integer as the nearest one from 1 to `largest`; `otherwise` where there is none.
[[nodiscard]] std::int64_t numberArgument(const McpJson& arguments, const char* name,
                                          std::int64_t otherwise, std::int64_t largest);
// The edits of a prediction. Errors: BadArgument.
[[nodiscard]] Result<std::vector<std::string>> editsArgument(const McpJson& arguments);

// How the tools get at documents and images.
struct McpAccess {
    // What is at a path, which the argument of that name has.
    std::function<Result<McpDocument>(const std::string& argument, const std::string& path)> open;
    // A PNG of it, as the arguments describe it.
    std::function<Result<std::string>(std::shared_ptr<const Session> session,
                                      const McpJson& arguments)>
        paint;
};

// Runs the tools of mcpToolList().
class McpTools {
public:
    McpTools(McpAccess access, std::stop_token stop)
        : m_access(std::move(access)), m_stop(std::move(stop)) {}

    // The result of tools/call; of what fails one with isError and the reason. `name`: isMcpTool().
    [[nodiscard]] McpJson call(const std::string& name, const McpJson& arguments);

private:
    using Opened = Result<std::shared_ptr<const Session>>;

    [[nodiscard]] Result<McpJson> contentOf(const std::string& name, const McpJson& arguments);
    [[nodiscard]] Result<std::string> textOf(const std::string& name, const McpJson& arguments);
    [[nodiscard]] Result<std::string> queried(const std::shared_ptr<const Session>& session,
                                              const McpJson& arguments);
    [[nodiscard]] Result<std::string> compared(const McpJson& arguments);
    [[nodiscard]] Result<std::string> picture(const McpJson& arguments);
    // The document measured in the range of the arguments, if there is one. Errors: BadArgument:
    // also a range of what is no trace.
    [[nodiscard]] Result<McpDocument> partOf(McpDocument document, const McpJson& arguments);
    [[nodiscard]] static Result<std::string> slices(const Session& session,
                                                    const McpJson& arguments);
    [[nodiscard]] Result<McpDocument> open(const McpJson& arguments,
                                           const char* argument = "trace");

    McpAccess m_access;
    std::stop_token m_stop;
};

}  // namespace gaplight::ui
