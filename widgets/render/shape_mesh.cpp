// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/render/shape_mesh.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "widgets/convert/qt_convert.h"
#include "widgets/render/utf8_walk.h"

namespace gaplight::ui {
namespace {

struct Color {
    float r = 0;  // premultiplied, 0..255
    float g = 0;
    float b = 0;
    float a = 0;

    Color faded() const { return {0, 0, 0, 0}; }
};

struct Corner {
    float x = 0;
    float y = 0;
    Color color;
};

struct Edges {
    float left, top, right, bottom;

    bool empty() const { return left >= right || top >= bottom; }
    Edges within(const Edges& other) const {
        return {std::max(left, other.left), std::max(top, other.top), std::min(right, other.right),
                std::min(bottom, other.bottom)};
    }
};

Edges edgesOf(const Box& box) {
    return {box.x, box.y, box.x + box.width, box.y + box.height};
}

Color colorOf(const Theme& theme, ColorRef ref, std::uint8_t alpha) {
    const Rgba rgba = theme[ref];
    const float opacity =
        static_cast<float>(rgba.alpha) / 255.0F * static_cast<float>(alpha) / 255.0F;
    return {static_cast<float>(rgba.red) * opacity, static_cast<float>(rgba.green) * opacity,
            static_cast<float>(rgba.blue) * opacity, 255.0F * opacity};
}

MeshVertex vertex(const Corner& corner) {
    const auto byte = [](float value) {
        return static_cast<std::uint8_t>(std::clamp(value + 0.5F, 0.0F, 255.0F));
    };
    return {corner.x,
            corner.y,
            byte(corner.color.r),
            byte(corner.color.g),
            byte(corner.color.b),
            byte(corner.color.a)};
}

Corner between(const Corner& from, const Corner& to, float share) {
    const auto mix = [share](float a, float b) { return a + (b - a) * share; };
    return {mix(from.x, to.x),
            mix(from.y, to.y),
            {mix(from.color.r, to.color.r), mix(from.color.g, to.color.g),
             mix(from.color.b, to.color.b), mix(from.color.a, to.color.a)}};
}

// Convex polygons of at most this many corners; each of the four edges of a clip adds at most one.
// The discs of plots have 28.
constexpr std::size_t kMaxPolygonCorners = 36;
constexpr std::size_t kMaxCorners = kMaxPolygonCorners + 4;

// A convex polygon that can be cut by half planes (Sutherland-Hodgman), colors interpolated.
class Polygon {
public:
    explicit Polygon(std::span<const Corner> corners) : m_count(corners.size()) {
        std::copy(corners.begin(), corners.end(), m_corners.begin());
    }

    // Keeps what is at `(coordinate - limit) * sign >= 0`.
    void cut(float Corner::*axis, float limit, float sign) {
        std::array<Corner, kMaxCorners> kept;
        std::size_t count = 0;
        for (std::size_t at = 0; at < m_count; ++at) {
            const Corner& from = m_corners[at];
            const Corner& to = m_corners[(at + 1) % m_count];
            const float fromDistance = (from.*axis - limit) * sign;
            const float toDistance = (to.*axis - limit) * sign;
            if (fromDistance >= 0 && count < kMaxCorners) {
                kept[count++] = from;
            }
            if ((fromDistance < 0) != (toDistance < 0) && count < kMaxCorners) {
                kept[count++] = between(from, to, fromDistance / (fromDistance - toDistance));
                kept[count - 1].*axis = limit;  // far ends make interpolation coarse
            }
        }
        m_corners = kept;
        m_count = count;
    }

    void clip(const Edges& edges) {
        cut(&Corner::x, edges.left, 1);
        cut(&Corner::x, edges.right, -1);
        cut(&Corner::y, edges.top, 1);
        cut(&Corner::y, edges.bottom, -1);
    }

    std::span<const Corner> corners() const { return {m_corners.data(), m_count}; }

private:
    std::array<Corner, kMaxCorners> m_corners;
    std::size_t m_count;
};

// Fills the meshes of one layer from the first on.
class MeshWriter {
public:
    explicit MeshWriter(LayerMeshes& meshes) : m_meshes(meshes) {}

    void fan(std::span<const Corner> corners) {
        if (corners.size() < 3) {
            return;
        }
        Mesh& mesh = roomFor(corners.size());
        const auto first = static_cast<std::uint16_t>(mesh.vertices.size());
        for (const Corner& corner : corners) {
            mesh.vertices.push_back(vertex(corner));
        }
        for (std::uint16_t at = 2; at < corners.size(); ++at) {
            mesh.indices.push_back(first);
            mesh.indices.push_back(static_cast<std::uint16_t>(first + at - 1));
            mesh.indices.push_back(static_cast<std::uint16_t>(first + at));
        }
    }

    // `color`: a vertex whose place does not matter. Most of a frame is rects, up to 10^5 of them.
    void rect(const Edges& edges, MeshVertex color) {
        if (edges.empty()) {
            return;
        }
        Mesh& mesh = roomFor(4);
        const auto first = static_cast<std::uint16_t>(mesh.vertices.size());
        std::array corners{color, color, color, color};
        corners[0].x = corners[3].x = edges.left;
        corners[1].x = corners[2].x = edges.right;
        corners[0].y = corners[1].y = edges.top;
        corners[2].y = corners[3].y = edges.bottom;
        mesh.vertices.insert(mesh.vertices.end(), corners.begin(), corners.end());
        const auto index = [first](int corner) {
            return static_cast<std::uint16_t>(first + corner);
        };
        const std::array indices{index(0), index(1), index(2), index(0), index(2), index(3)};
        mesh.indices.insert(mesh.indices.end(), indices.begin(), indices.end());
    }

    // A straight strip with soft long edges, clipped to `edges`.
    void strip(const LineItem& line, const Color& color, float devicePixel, const Edges& edges) {
        const float dx = line.x1 - line.x0;
        const float dy = line.y1 - line.y0;
        const float length = std::hypot(dx, dy);
        if (length <= 0) {
            return;
        }
        const bool straight = dx == 0 || dy == 0;
        const float ramp = straight ? 0 : devicePixel / 2;
        const float core = std::max(line.thickness / 2 - ramp, 0.0F);
        const float rim = line.thickness / 2 + ramp;
        const float nx = -dy / length;
        const float ny = dx / length;
        const auto corner = [&](bool end, float side, const Color& used) {
            return Corner{(end ? line.x1 : line.x0) + nx * side,
                          (end ? line.y1 : line.y0) + ny * side, used};
        };
        const auto band = [&](float from, float to, const Color& first, const Color& second) {
            const std::array corners{corner(false, from, first), corner(true, from, first),
                                     corner(true, to, second), corner(false, to, second)};
            polygon(corners, edges);
        };
        band(-core, core, color, color);
        if (ramp > 0) {
            band(-rim, -core, color.faded(), color);
            band(core, rim, color, color.faded());
        }
    }

    void polygon(std::span<const Corner> corners, const Edges& edges) {
        const bool inside = std::all_of(corners.begin(), corners.end(), [&](const Corner& at) {
            return at.x >= edges.left && at.x <= edges.right && at.y >= edges.top &&
                   at.y <= edges.bottom;
        });
        if (inside) {
            fan(corners);
            return;
        }
        Polygon clipped(corners);
        clipped.clip(edges);
        fan(clipped.corners());
    }

private:
    Mesh& roomFor(std::size_t vertices) {
        if (m_at < m_meshes.size() &&
            m_meshes[m_at].vertices.size() + vertices > Mesh::kMaxVertices) {
            ++m_at;
        }
        if (m_at == m_meshes.size()) {
            m_meshes.emplace_back();
        }
        return m_meshes[m_at];
    }

    LayerMeshes& m_meshes;
    std::size_t m_at = 0;  // the mesh that is being filled
};

constexpr std::size_t kShapeLayers = std::tuple_size_v<ShapeMeshes>;

using Writers = std::array<MeshWriter, kShapeLayers>;

template <std::size_t... kLayer>
Writers writersOf(ShapeMeshes& meshes, std::index_sequence<kLayer...> /*layers*/) {
    return {MeshWriter(meshes[kLayer])...};
}

// All but those of `runs`.
void addRects(const DisplayList& list, std::span<const PixelRun> runs, const PixelColors& colors,
              Writers& writers) {
    for (std::size_t at = 0; at < list.rects.size(); ++at) {
        if (!runs.empty() && runs.front().first == at) {
            at += runs.front().count - 1;
            runs = runs.subspan(1);
            continue;
        }
        const RectItem& item = list.rects[at];
        const auto [r, g, b, a] = colors.of(item.color, item.alpha);
        writers[static_cast<std::size_t>(item.layer)].rect(
            edgesOf(item.box).within(edgesOf(list.clips[item.clip])), {0, 0, r, g, b, a});
    }
}

// Stripes rise to the right: x + y is constant along one, and they are anchored where that sum is
// a multiple of their distance along x.
void addHatch(const HatchItem& hatch, const Color& color, float devicePixel, const Edges& edges,
              MeshWriter& writer) {
    if (edges.empty() || hatch.spacing <= 0) {
        return;
    }
    const float step = hatch.spacing * std::sqrt(2.0F);
    const float first = std::floor((edges.left + edges.top - hatch.thickness) / step);
    const float last = std::ceil((edges.right + edges.bottom + hatch.thickness) / step);
    for (float stripe = first; stripe <= last; ++stripe) {
        const float sum = stripe * step;  // of x and y along this stripe
        const float top = edges.top - hatch.thickness;
        const float bottom = edges.bottom + hatch.thickness;
        LineItem line;
        line.x0 = sum - bottom;
        line.y0 = bottom;
        line.x1 = sum - top;
        line.y1 = top;
        line.thickness = hatch.thickness;
        writer.strip(line, color, devicePixel, edges);
    }
}

}  // namespace

void buildShapeMeshes(const DisplayList& list, const Theme& theme, float devicePixel,
                      ShapeMeshes& into, std::span<const PixelRun> runs) {
    for (LayerMeshes& layer : into) {
        for (Mesh& mesh : layer) {
            mesh.vertices.clear();
            mesh.indices.clear();
        }
    }
    Writers writers = writersOf(into, std::make_index_sequence<kShapeLayers>());
    const auto writer = [&](Layer layer) -> MeshWriter& {
        return writers[static_cast<std::size_t>(layer)];
    };
    const auto clipOf = [&](ClipIndex clip) { return edgesOf(list.clips[clip]); };

    addRects(list, runs, PixelColors(theme), writers);
    for (const HatchItem& item : list.hatches) {
        addHatch(item, colorOf(theme, item.color, item.alpha), devicePixel,
                 edgesOf(item.box).within(clipOf(item.clip)), writer(item.layer));
    }
    for (const LineItem& item : list.lines) {
        writer(item.layer)
            .strip(item, colorOf(theme, item.color, item.alpha), devicePixel, clipOf(item.clip));
    }
    std::vector<Corner> corners;
    for (const PolygonItem& item : list.polygons) {
        const Color color = colorOf(theme, item.color, item.alpha);
        corners.clear();
        for (std::uint32_t at = 0; at < std::min<std::uint32_t>(item.count, kMaxPolygonCorners);
             ++at) {
            const Point& point = list.points[item.firstPoint + at];
            corners.push_back({point.x, point.y, color});
        }
        writer(item.layer).polygon(corners, clipOf(item.clip));
    }
}

namespace {

// One glyph quad, cut to `clip` together with its part of the atlas.
void addQuad(const AtlasGlyph& glyph, float deviceX, float deviceY, float ratio, const Box& clip,
             std::vector<TextVertex>& into) {
    const float left = deviceX + static_cast<float>(glyph.left);
    const float top = deviceY + static_cast<float>(glyph.top);
    const float cutLeft = std::max(clip.x * ratio - left, 0.0F);
    const float cutTop = std::max(clip.y * ratio - top, 0.0F);
    const float width =
        std::min(static_cast<float>(glyph.width), (clip.x + clip.width) * ratio - left);
    const float height =
        std::min(static_cast<float>(glyph.height), (clip.y + clip.height) * ratio - top);
    if (cutLeft >= width || cutTop >= height) {
        return;
    }
    const auto corner = [&](float x, float y) {
        return TextVertex{(left + x) / ratio, (top + y) / ratio, static_cast<float>(glyph.x) + x,
                          static_cast<float>(glyph.y) + y};
    };
    into.push_back(corner(cutLeft, cutTop));
    into.push_back(corner(width, cutTop));
    into.push_back(corner(cutLeft, height));
    into.push_back(corner(width, height));
}

std::vector<TextVertex>& meshOf(PageMeshes& pages, std::size_t page) {
    pages.resize(std::max(pages.size(), page + 1));
    return pages[page];
}

// False where the atlas is full.
bool addText(const DisplayList& list, const TextItem& item, const Theme& theme,
             const TextFaces& faces, TextAtlas& atlas, PageMeshes& into) {
    const QRgb color = toQColor(theme[item.color], item.alpha).rgba();
    const auto ratio = static_cast<float>(atlas.devicePixelRatio());
    const Box& clip = list.clips[item.clip];
    const float baseline = std::round(item.baselineY * ratio);
    float pen = item.x;
    bool fits = true;
    walkUtf8(list.text(item), [&](char32_t character) {
        const float quarters = std::floor(pen * ratio * TextAtlas::kSubpixels + 0.5F);
        const float whole = std::floor(quarters / TextAtlas::kSubpixels);
        const int subpixel = static_cast<int>(quarters - whole * TextAtlas::kSubpixels);
        const AtlasGlyph* glyph = atlas.glyph(character, item.style, color, subpixel);
        fits = fits && glyph != nullptr;
        if (glyph != nullptr && glyph->width > 0) {
            addQuad(*glyph, whole, baseline, ratio, clip, meshOf(into, glyph->page));
        }
        pen += faces.advance(character, item.style);
    });
    return fits;
}

}  // namespace

bool buildTextMeshes(const DisplayList& list, const Theme& theme, const TextFaces& faces,
                     TextAtlas& atlas, TextMeshes& into) {
    for (PageMeshes& layer : into) {
        for (std::vector<TextVertex>& page : layer) {
            page.clear();
        }
    }
    bool fits = true;
    for (const TextItem& item : list.texts) {
        fits =
            addText(list, item, theme, faces, atlas, into[static_cast<std::size_t>(item.layer)]) &&
            fits;
    }
    return fits;
}

}  // namespace gaplight::ui
