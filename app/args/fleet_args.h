// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "app/args/command_line.h"

namespace gaplight::ui {

// Arguments of `gaplight summarize` and `gaplight fleet`.
class FleetArgs {
public:
    void addTo(CLI::App& app);
    [[nodiscard]] static bool isParsed(const CLI::App& app);
    // The command whose subcommand was parsed, `summarize` or `fleet`.
    AnyRequest checked(const CLI::App& app) const;

private:
    AnyRequest checkedSummarize() const;
    AnyRequest checkedFleet() const;

    SummarizeRequest m_summarize;
    std::string m_part;
    std::string m_run;
    FleetRequest m_fleet;
    std::string m_format = "text";
};

}  // namespace gaplight::ui
