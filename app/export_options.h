// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "app/command_line.h"

namespace gaplight::ui {

// The words of 'gaplight export', before they are checked.
class ExportOptions {
public:
    void addTo(CLI::App& app);
    // The request, or what is wrong with it.
    [[nodiscard]] Command checked(int argc, const char* const* argv) const;

private:
    void addContents(CLI::App& command);
    void addLooks(CLI::App& command);

    ExportRequest m_request;
    std::string m_title;
    std::string m_size;
    std::string m_theme = "light";
    std::string m_annotate = "findings,idle";
    std::string m_tracks;
    std::vector<std::string> m_whatIf;
    std::vector<std::string> m_pins;
};

}  // namespace gaplight::ui
