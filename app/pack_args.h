// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>

#include "app/command_line.h"

namespace gaplight::ui {

// The options of 'gaplight pack', as written.
class PackArgs {
public:
    void addTo(CLI::App& app);
    // A PackRequest, or what is wrong.
    [[nodiscard]] Command checked() const;

private:
    PackRequest m_request;
    bool m_withoutArgs = false;
};

}  // namespace gaplight::ui
