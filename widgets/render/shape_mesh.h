// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/scene/display/display_list.h"
#include "core/scene/display/theme.h"
#include "widgets/render/pixel_runs.h"
#include "widgets/render/text_atlas.h"

namespace gaplight::ui {

// A corner of a triangle: logical pixels and a color with premultiplied alpha. The layout is that
// of QSGGeometry::ColoredPoint2D.
struct MeshVertex {
    float x = 0;
    float y = 0;
    std::uint8_t r = 0;
    std::uint8_t g = 0;
    std::uint8_t b = 0;
    std::uint8_t a = 0;
};

// Indexed triangles with 16-bit indices. The scene graph keeps a buffer for each mesh that a frame
// had, as large as the largest mesh that was ever in it: small meshes bound what is kept.
struct Mesh {
    static constexpr std::size_t kMaxVertices = 2048;
    std::vector<MeshVertex> vertices;
    std::vector<std::uint16_t> indices;
};

// Shapes of one layer in drawing order; more than one mesh if a mesh is full. Empty ones at the end
// keep their memory for a later frame.
using LayerMeshes = std::vector<Mesh>;
using ShapeMeshes = std::array<LayerMeshes, static_cast<std::size_t>(Layer::Count_)>;

// Rects, hatches, lines and polygons of `list` as triangles, clipped. Slanted edges get a ramp of
// alpha one `devicePixel` wide, since the scene graph has no antialiasing without multisampling.
// Rects of `runs` are left out. Reuses the memory of `into`. O(items).
void buildShapeMeshes(const DisplayList& list, const Theme& theme, float devicePixel,
                      ShapeMeshes& into, std::span<const PixelRun> runs = {});

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
