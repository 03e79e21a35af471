// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace gaplight {

// A figure of a report.
struct ReportFigure {
    std::optional<std::size_t> finding;  // by rank; empty: of the whole trace
    std::string svg;
    std::string words;  // what it shows, for who cannot see it
};

}  // namespace gaplight
