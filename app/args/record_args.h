// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

#include "app/args/command_line.h"
#include "core/base/result.h"

namespace gaplight::ui {

// The options of 'gaplight record', as written. Lives as long as the parse.
class RecordArgs {
public:
    // The whole command line, of any subcommand.
    explicit RecordArgs(std::span<const char* const> line);

    void addTo(CLI::App& app);
    // Number of arguments that CLI11 parses: all, except those of `gaplight record` from the first
    // "--", which belong to the program.
    int ownArgCount() const { return m_own; }
    // The request, or a Notice with the error; call after the parse.
    AnyRequest checked(const CLI::App& app) const;

private:
    [[nodiscard]] Result<RecordRequest> request(const CLI::App& app) const;

    std::span<const char* const> m_line;
    int m_own;
    RecordRequest m_request;
    std::string m_delay;
    std::string m_duration;
    std::string m_maxSize;
    bool m_isClosed = false;  // --no-open
};

}  // namespace gaplight::ui
