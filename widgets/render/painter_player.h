// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/display/display_list.h"
#include "core/scene/display/theme.h"
#include "widgets/render/text_faces.h"

class QPainter;

namespace gaplight::ui {

// Draws a display list with QPainter, in logical pixels: for images and PDF, and for windows
// without a graphics API.
void paintDisplayList(const DisplayList& list, const Theme& theme, const TextFaces& faces,
                      QPainter& painter);

}  // namespace gaplight::ui
