// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "app/args/command_line.h"

namespace gaplight::ui {

// Options of 'gaplight export' as written. Lives as long as the parse.
class ExportOptions {
public:
    void addTo(CLI::App& app);
    // The request, or a Notice with the error; call after the parse.
    AnyRequest checked(int argc, const char* const* argv) const;

private:
    void addContents(CLI::App& command);
    void addRanks(CLI::App& command);
    void addAppearance(CLI::App& command);

    // Divides the paths into a trace, another one and a set of ranks. Empty, or what is wrong.
    std::string takePaths(ExportRequest& request) const;
    std::string commandOf(const ExportRequest& request, int argc, const char* const* argv) const;

    ExportRequest m_request;
    std::vector<std::string> m_paths;
    bool m_ranks = false;
    std::string m_title;
    std::string m_size;
    std::string m_theme = "light";
    std::string m_annotate = "findings,idle";
    std::string m_tracks;
    std::vector<std::string> m_whatIf;
    std::vector<std::string> m_pins;
};

}  // namespace gaplight::ui
