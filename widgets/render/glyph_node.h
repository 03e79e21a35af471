// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include <QSGGeometryNode>

#include "widgets/render/window_glyphs.h"

namespace gaplight::ui {

// Glyphs of one page of an atlas. Other items may add glyphs to the page: the node takes the page's
// present texture before each frame. `glyphs` outlives the node's last frame.
class GlyphNode final : public QSGGeometryNode {
public:
    explicit GlyphNode(GlyphCache& glyphs) : m_glyphs(glyphs) { setFlag(UsePreprocess); }

    void setPage(std::size_t page);
    void preprocess() override;

private:
    GlyphCache& m_glyphs;
    std::size_t m_page = 0;
    std::uint64_t m_revision = 0;  // of the page, of the material's texture; 0: it has none
};

}  // namespace gaplight::ui
