// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/render/window_glyphs.h"

#include <algorithm>

#include <QQuickWindow>

namespace gaplight::ui {

GlyphCache::GlyphCache(const TextFaces& faces, double devicePixelRatio, QQuickWindow& window)
    : m_window(window), m_atlas(faces, devicePixelRatio) {}

QSGTexture* GlyphCache::texture(std::size_t page) {
    m_textures.resize(std::max(m_textures.size(), page + 1));
    auto& [texture, revision] = m_textures[page];
    if (!texture || revision != m_atlas.revision(page)) {
        texture.reset(m_window.createTextureFromImage(m_atlas.image(page),
                                                      QQuickWindow::TextureHasAlphaChannel));
        texture->setFiltering(QSGTexture::Nearest);
        revision = m_atlas.revision(page);
        releaseImages();
    }
    return texture.get();
}

void GlyphCache::releaseImages() {
    for (std::size_t page = 0; page < m_textures.size(); ++page) {
        if (m_atlas.isFinal(page) && m_textures[page].texture &&
            m_textures[page].revision == m_atlas.revision(page)) {
            m_atlas.releaseImage(page);
        }
    }
}

WindowGlyphs::WindowGlyphs(QQuickWindow& window, double scale)
    : QObject(&window), m_window(window), m_scale(scale) {}

WindowGlyphs& WindowGlyphs::of(QQuickWindow& window, double scale) {
    for (WindowGlyphs* glyphs :
         window.findChildren<WindowGlyphs*>(QString(), Qt::FindDirectChildrenOnly)) {
        if (glyphs->m_scale == scale) {
            return *glyphs;
        }
    }
    return *new WindowGlyphs(window, scale);
}

double WindowGlyphs::pixelRatio() const {
    return m_window.effectiveDevicePixelRatio() * m_scale;
}

std::shared_ptr<GlyphCache> WindowGlyphs::cache() {
    std::shared_ptr<GlyphCache> current = m_current.lock();
    return current && current->atlas().devicePixelRatio() == pixelRatio() ? current : replace();
}

std::shared_ptr<GlyphCache> WindowGlyphs::renewedCache() {
    return m_before.expired() ? replace() : cache();
}

std::shared_ptr<GlyphCache> WindowGlyphs::replace() {
    auto made = std::make_shared<GlyphCache>(m_faces, pixelRatio(), m_window);
    if (!m_current.expired()) {
        m_before = m_current;
        Q_EMIT renewed();
    }
    m_current = made;
    return made;
}

}  // namespace gaplight::ui
