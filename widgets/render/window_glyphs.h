// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <QObject>
#include <QSGTexture>

#include "widgets/render/text_atlas.h"
#include "widgets/render/text_faces.h"

class QQuickWindow;

namespace gaplight::ui {

// An atlas with its textures. Whoever draws with it holds it, so that the textures go with the last
// scene graph node that needs them. Render thread only.
class GlyphCache {
public:
    GlyphCache(const TextFaces& faces, double devicePixelRatio, QQuickWindow& window);

    [[nodiscard]] TextAtlas& atlas() { return m_atlas; }
    // The texture of a page as it is now. Replaces and deletes that of an earlier revision.
    [[nodiscard]] QSGTexture* texture(std::size_t page);

private:
    struct PageTexture {
        std::unique_ptr<QSGTexture> texture;
        std::uint64_t revision = 0;
    };

    // Frees the images of pages whose texture will not change any more.
    void releaseImages();

    QQuickWindow& m_window;
    TextAtlas m_atlas;
    std::vector<PageTexture> m_textures;
};

// The glyphs that all items of a window share. One atlas is in use, and a second one while items
// still draw with that before it. A child of the window; the GUI thread makes it, then it belongs
// to the render thread while the GUI thread is blocked.
class WindowGlyphs : public QObject {
    Q_OBJECT

public:
    // Those of items whose pixels are `scale` pixels of the window.
    [[nodiscard]] static WindowGlyphs& of(QQuickWindow& window, double scale = 1);

    // Device pixels of a pixel of these items.
    [[nodiscard]] double pixelRatio() const;

    const TextFaces& faces() const { return m_faces; }
    // The cache in use, or a new one if the window's pixel ratio has changed.
    [[nodiscard]] std::shared_ptr<GlyphCache> cache();
    // An empty cache in place of one that is full. While an earlier one is still in use, that is
    // until all items have laid out their text again, the full one.
    [[nodiscard]] std::shared_ptr<GlyphCache> renewedCache();

Q_SIGNALS:
    // Another cache is in use: visible items have to be drawn again. Emitted by the render thread.
    void renewed();

private:
    WindowGlyphs(QQuickWindow& window, double scale);

    [[nodiscard]] std::shared_ptr<GlyphCache> replace();

    QQuickWindow& m_window;
    double m_scale;
    TextFaces m_faces;
    std::weak_ptr<GlyphCache> m_current;
    std::weak_ptr<GlyphCache> m_before;
};

}  // namespace gaplight::ui
