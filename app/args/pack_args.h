// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "app/args/command_line.h"

namespace gaplight::ui {

// The options of 'gaplight pack' and of 'gaplight cache', as written.
class PackArgs {
public:
    void addTo(CLI::App& app);
    // Whether the parsed command is one of the two.
    [[nodiscard]] static bool isParsed(const CLI::App& app);
    // A PackRequest or CacheRequest, or what is wrong.
    AnyRequest checked(const CLI::App& app) const;

private:
    AnyRequest checkedPack() const;

    PackRequest m_request;
    std::string m_resume;
    std::string m_cacheAction;
    std::vector<std::string> m_cachedTraces;
    bool m_withoutArgs = false;
};

// The options of 'gaplight cut', written to `request` when the command line is parsed.
void addCut(CLI::App& app, CutRequest& request);

}  // namespace gaplight::ui
