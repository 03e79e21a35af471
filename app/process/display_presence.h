// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace gaplight::ui {

// Whether the environment names a display that a window could open on.
[[nodiscard]] bool hasDisplay();

}  // namespace gaplight::ui
