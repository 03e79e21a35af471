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
#include "widgets/render/text_faces.h"

namespace gaplight::ui {

// Metadata of an image file.
struct FigureMetadata {
    std::string title;
    std::vector<std::string> provenance;
};

// More would be refused by programs that open it, or take gigabytes to paint.
inline constexpr int kMostFigurePixels = 300'000'000;

// A figure's list as pixels, `scale` for each logical one. Needs a QGuiApplication; any thread, if
// `faces` was made there. Errors: BadArgument (larger than kMostFigurePixels).
[[nodiscard]] Result<QImage> figureImage(const DisplayList& list, const Theme& theme,
                                         const TextFaces& faces, double scale);

// The same as a file: PNG with the metadata in text chunks; PDF with vectors and embedded fonts,
// one logical pixel being 1/96 inch times the scale.
[[nodiscard]] Result<QByteArray> figurePng(const DisplayList& list, const Theme& theme,
                                           const TextFaces& faces, double scale,
                                           const FigureMetadata& metadata);
[[nodiscard]] Result<QByteArray> figurePdf(const DisplayList& list, const Theme& theme,
                                           const TextFaces& faces, double scale,
                                           const FigureMetadata& metadata);

}  // namespace gaplight::ui
