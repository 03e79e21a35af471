// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "app/args/command_line.h"

namespace gaplight::ui {

// Options of `analyze` as written that several ranks take.
struct RanksArgs {
    std::vector<std::string> paths;
    std::string format;
    std::vector<std::string> whatIf;
    bool hasTraceOptions = false;  // --device, --fail-on or --max-idle was given
};

// A RanksRequest, or the error of what makes sense with one trace only.
[[nodiscard]] Command checkedRanks(const ReportRequest& request, const RanksArgs& args);

}  // namespace gaplight::ui
