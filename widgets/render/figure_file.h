// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <QByteArray>
#include <QImage>

#include "core/base/result.h"
#include "core/scene/display/display_list.h"
#include "core/scene/display/theme.h"
#include "core/scene/timeline/timeline_scene.h"
#include "widgets/render/text_faces.h"

namespace gaplight::ui {

// Draws the overview of a whole trace as an image. `size` in pixels.
[[nodiscard]] QImage drawOverviewImage(const SceneModel& model, const Theme& theme, QSize size);

// Metadata of an image file.
struct FigureMetadata {
    std::string title;
    std::vector<std::string> provenance;
};

// Width × height in pixels. Larger images need gigabytes to paint, and image viewers reject them.
inline constexpr int kMaxFigurePixels = 300'000'000;

// Draws a display list as an image of `scale` pixels per logical pixel. Needs a QGuiApplication;
// any thread, if `faces` was created there. Errors: BadArgument (larger than kMaxFigurePixels).
[[nodiscard]] Result<QImage> figureImage(const DisplayList& list, const Theme& theme,
                                         const TextFaces& faces, double scale);

// The bytes of an image file: PNG with the metadata in text chunks; PDF with vectors and embedded
// fonts, in which a logical pixel is `scale`/96 inch. Errors as above, and WriteFailed.
[[nodiscard]] Result<QByteArray> figurePng(const DisplayList& list, const Theme& theme,
                                           const TextFaces& faces, double scale,
                                           const FigureMetadata& metadata);
[[nodiscard]] Result<QByteArray> figurePdf(const DisplayList& list, const Theme& theme,
                                           const TextFaces& faces, double scale,
                                           const FigureMetadata& metadata);

}  // namespace gaplight::ui
