// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <vector>

#include <QSGGeometryNode>
#include <QSGNode>
#include <QSGTexture>

#include "widgets/render/pixel_runs.h"
#include "widgets/render/shape_mesh.h"
#include "widgets/render/window_glyphs.h"

class QQuickWindow;

namespace gaplight::ui {

// Draws display lists as scene graph nodes: for each layer its long runs of boxes (one texture),
// its other shapes (vertex colors), then its texts (glyphs of the window). Nodes and buffers are
// reused for the next list. Used on the render thread only. The software adaptation of the scene
// graph has no geometry nodes: painter_player.h is for that.
class QsgPlayer final : public QSGNode {
public:
    explicit QsgPlayer(WindowGlyphs& windowGlyphs);

    void play(const DisplayList& list, const Theme& theme, QQuickWindow& window);

private:
    struct LayerNodes {
        QSGNode* runs = nullptr;
        QSGNode* shapes = nullptr;
        QSGNode* texts = nullptr;
    };

    void playRuns(const DisplayList& list, const Theme& theme, QQuickWindow& window);
    void playTexts(const DisplayList& list, const Theme& theme);

    WindowGlyphs& m_windowGlyphs;
    std::array<LayerNodes, static_cast<std::size_t>(Layer::Count_)> m_layers;
    PixelRuns m_runs;
    std::vector<TextVertex> m_runCorners;  // of one layer
    std::unique_ptr<QSGTexture> m_runTexture;
    ShapeMeshes m_shapes;
    TextMeshes m_texts;
    std::shared_ptr<GlyphCache> m_glyphs;  // of the nodes
};

}  // namespace gaplight::ui
