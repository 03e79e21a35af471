// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>

#include "core/scene/display/theme.h"
#include "core/scene/timeline/timeline_scene.h"

namespace gaplight::ui {

// Draws the overview of a whole trace as an image. `size` in pixels.
[[nodiscard]] QImage drawOverviewImage(const SceneModel& model, const Theme& theme, QSize size);

}  // namespace gaplight::ui
