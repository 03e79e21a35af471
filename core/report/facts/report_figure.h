// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>

#include "core/report/text/report_page.h"

namespace gaplight {

// A figure of a report.
struct ReportFigure {
    std::optional<std::size_t> finding;  // by rank; empty: of the whole trace
    PageFigure figure;
};

}  // namespace gaplight
