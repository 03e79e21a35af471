// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "core/trace/trace.h"

namespace gaplight::ui {

// "python · thread 434 (main)", "GPU 0 · stream 7".
[[nodiscard]] QString trackText(const Trace& trace, TrackId track);

}  // namespace gaplight::ui
