// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/display/display_list.h"
#include "core/scene/display/theme.h"
#include "widgets/render/text_faces.h"

class QPainter;

namespace gaplight::ui {

// Plays a display list with QPainter, in logical pixels: the window's way without a graphics API,
// and the way to images and PDF.
void paintDisplayList(const DisplayList& list, const Theme& theme, const TextFaces& faces,
                      QPainter& painter);

}  // namespace gaplight::ui
