// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "app/args/command_line.h"

namespace gaplight::ui {

// The options of 'gaplight rules', or 'gaplight detectors' as it was called, as written.
class RuleArgs {
public:
    void addTo(CLI::App& app);
    [[nodiscard]] static bool isParsed(const CLI::App& app);
    // A RulesRequest, or what is wrong.
    AnyRequest checked() const;

private:
    RulesRequest m_request;
    std::vector<std::string> m_words;
    std::string m_format = "text";
};

}  // namespace gaplight::ui
