// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include <QSGGeometryNode>
#include <QSGNode>
#include <QSGTexture>

#include "widgets/render/pixel_runs.h"
#include "widgets/render/shape_mesh.h"
#include "widgets/render/text_atlas.h"
#include "widgets/render/text_faces.h"
#include "widgets/render/text_mesh.h"

class QQuickWindow;

namespace gaplight::ui {

// Draws display lists as scene graph nodes: for each layer its long runs of boxes (one texture),
// its other shapes (vertex colors), then its texts (one atlas texture). Nodes and buffers are
// reused for the next list. Used on the render thread only. The software adaptation of the scene
// graph has no geometry nodes: painter_player.h is for that.
class QsgPlayer final : public QSGNode {
public:
    explicit QsgPlayer(const TextFaces& faces);

    void play(const DisplayList& list, const Theme& theme, QQuickWindow& window);

private:
    struct LayerNodes {
        QSGNode* runs = nullptr;
        QSGNode* shapes = nullptr;
        QSGNode* texts = nullptr;
    };

    void playRuns(const DisplayList& list, const Theme& theme, QQuickWindow& window);
    void playTexts(QQuickWindow& window);

    const TextFaces& m_faces;
    std::array<LayerNodes, static_cast<std::size_t>(Layer::Count_)> m_layers;
    PixelRuns m_runs;
    std::vector<TextVertex> m_runCorners;  // of one layer
    std::unique_ptr<QSGTexture> m_runTexture;
    ShapeMeshes m_shapes;
    TextMeshes m_texts;
    std::optional<TextAtlas> m_atlas;
    std::unique_ptr<QSGTexture> m_texture;
    std::uint64_t m_textureRevision = 0;
};

}  // namespace gaplight::ui
