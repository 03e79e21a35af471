// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "core/session/session.h"

namespace gaplight::ui {

// "reading 12 of 40 MB · 83,112 slices", "sorting 283,738 slices", "measuring 283,738 slices".
[[nodiscard]] QString loadProgressText(const LoadProgress& progress);

// The part of the file that was read, 0 to 1; -1: its size is not known.
[[nodiscard]] double shareRead(const LoadProgress& progress);

}  // namespace gaplight::ui
