// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "app/mcp/mcp_tools.h"
#include "core/base/result.h"
#include "core/session/session.h"

namespace gaplight::ui {

// The PNG that a call of "picture" asks for. Errors: BadArgument (also: this build has no window),
// those of exportPlan().
[[nodiscard]] Result<std::string> paintedPicture(std::shared_ptr<const Session> session,
                                                 const McpJson& arguments);

// Traces of this machine, which are only read: regular files, but none that the kernel makes
// (/proc, /sys). The last few stay open; a file that changed is read anew.
class McpOpenTraces {
public:
    explicit McpOpenTraces(std::stop_token stop) : m_stop(std::move(stop)) {}

    // `argument`: of the call, for messages. Errors: NotFound, and those of loadTrace().
    [[nodiscard]] Result<std::shared_ptr<const Session>> open(const std::string& argument,
                                                              const std::string& path);

private:
    struct OpenTrace {
        std::string path;
        std::int64_t writtenNs = 0;
        std::uint64_t bytes = 0;
        std::shared_ptr<const Session> session;
    };

    std::stop_token m_stop;
    std::vector<OpenTrace> m_open;  // last used at the end
};

}  // namespace gaplight::ui
