// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/render/glyph_node.h"

#include <QSGTextureMaterial>

namespace gaplight::ui {

void GlyphNode::setPage(std::size_t page) {
    if (page != m_page) {
        m_page = page;
        m_revision = 0;
    }
}

void GlyphNode::preprocess() {
    // A page with glyphs has a revision of one or more.
    const std::uint64_t revision = m_glyphs.atlas().revision(m_page);
    if (revision != m_revision) {
        static_cast<QSGTextureMaterial*>(material())->setTexture(m_glyphs.texture(m_page));
        m_revision = revision;
        markDirty(DirtyMaterial);
    }
}

}  // namespace gaplight::ui
