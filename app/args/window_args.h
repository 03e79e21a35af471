// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/args/command_line.h"

namespace CLI {
class App;
}

namespace gaplight::ui {

// The program's arguments without a subcommand: the window's. Refers to itself from the parser:
// must outlive parsing, where it is.
class WindowArgs {
public:
    void addTo(CLI::App& app);
    // WindowOptions, or the error of what does not make sense.
    [[nodiscard]] AnyRequest checked();

private:
    // One path, two to compare, or the ranks of a run.
    [[nodiscard]] std::optional<Notice> takePaths();

    const CLI::App* m_app = nullptr;
    WindowOptions m_window;
    std::vector<std::string> m_paths;
    std::string m_size;
    std::string m_theme;
    std::string m_range;
    bool m_compare = false;
    bool m_ranks = false;
};

}  // namespace gaplight::ui
