// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "core/scene/display/display_list.h"
#include "core/scene/display/theme.h"
#include "widgets/render/text_atlas.h"

namespace gaplight::ui {

// A corner of a glyph: logical pixels, and pixels of a page of the atlas. After division by the
// page's side the layout is that of QSGGeometry::TexturedPoint2D.
struct TextVertex {
    float x = 0;
    float y = 0;
    float u = 0;
    float v = 0;
};

// Four corners for each glyph (top left, top right, bottom left, bottom right), per layer and page
// of the atlas.
using PageMeshes = std::vector<std::vector<TextVertex>>;
using TextMeshes = std::array<PageMeshes, static_cast<std::size_t>(Layer::Count_)>;

// Lays out every text of `list` as glyphs of `atlas`, on device pixels and clipped. False where
// the atlas has no room for some of them, which are left out. Reuses the memory of `into`.
// O(characters).
bool buildTextMeshes(const DisplayList& list, const Theme& theme, const TextFaces& faces,
                     TextAtlas& atlas, TextMeshes& into);

}  // namespace gaplight::ui
