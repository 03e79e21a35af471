// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "core/session/session.h"

namespace gaplight::ui {

// Progress of loading as one line on standard error; overwritten, finally cleared.
class ProgressLine {
public:
    ProgressLine() = default;
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    void show(const LoadProgress& progress);

private:
    bool m_isShown = false;
};

}  // namespace gaplight::ui
