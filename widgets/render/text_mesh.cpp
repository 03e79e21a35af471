// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/render/text_mesh.h"

#include <algorithm>
#include <cmath>

#include "widgets/convert/qt_convert.h"
#include "widgets/render/utf8_walk.h"

namespace gaplight::ui {
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
