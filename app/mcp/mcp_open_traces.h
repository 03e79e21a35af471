// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "app/mcp/mcp_documents.h"
#include "app/mcp/mcp_tools.h"
#include "core/base/result.h"
#include "core/session/session.h"

namespace gaplight::ui {

// The PNG that a call of "picture" asks for. Errors: BadArgument (also: this build has no window),
// those of exportPlan().
[[nodiscard]] Result<std::string> paintedPicture(std::shared_ptr<const Session> session,
                                                 const McpJson& arguments);

// Documents of this machine, which are only read: regular files, but none that the kernel makes
// (/proc, /sys), and folders of them. The last few stay open; one that changed is read anew.
class McpOpenTraces {
public:
    explicit McpOpenTraces(std::stop_token stop) : m_stop(std::move(stop)) {}

    // `argument`: of the call, for messages. Errors: NotFound, and those of documentFor() and of
    // what opens a document.
    [[nodiscard]] Result<McpDocument> open(const std::string& argument, const std::string& path);

private:
    struct OpenDocument {
        std::string path;
        std::string version;  // of its files
        McpDocument document;
    };

    [[nodiscard]] Result<McpDocument> read(const std::string& path);

    std::stop_token m_stop;
    std::vector<OpenDocument> m_open;  // last used at the end
};

}  // namespace gaplight::ui
