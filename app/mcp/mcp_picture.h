// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "app/mcp/mcp_tool_list.h"
#include "core/base/result.h"
#include "core/session/session.h"

namespace gaplight::ui {

// The PNG that a call of "picture" asks for. Errors: BadArgument (also: this build has no window),
// those of exportPlan().
[[nodiscard]] Result<std::string> paintedPicture(std::shared_ptr<const Session> session,
                                                 const McpJson& arguments);

}  // namespace gaplight::ui
