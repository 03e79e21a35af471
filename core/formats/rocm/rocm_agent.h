// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/trace/trace.h"

namespace gaplight {

// Adds what rocprofiler-sdk's description of an agent (rocprofiler_agent_v0_t as JSON) has: sizes
// and limits of a GPU. Nothing where the text is no such JSON.
void addAgentDetails(std::string_view text, DeviceProperties& gpu);

}  // namespace gaplight
