// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "app/args/command_line.h"

namespace gaplight::ui {

// The options of 'gaplight compare', as written. Lives as long as the parse.
class CompareArgs {
public:
    void addTo(CLI::App& app);
    // The request, or a Notice with the error; call after the parse.
    AnyRequest checked() const;

private:
    CompareRequest m_request;
    std::string m_format = "text";
    std::string m_noise;
    std::string m_maxRegression;
    std::vector<std::string> m_pins;
};

}  // namespace gaplight::ui
