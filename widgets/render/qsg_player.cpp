// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/render/qsg_player.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include <QQuickWindow>
#include <QSGGeometryNode>
#include <QSGTextureMaterial>
#include <QSGVertexColorMaterial>

#include "widgets/render/window_glyphs.h"

namespace gaplight::ui {
namespace {

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

constexpr std::size_t kGlyphsPerNode = Mesh::kMaxVertices / 4;

// The scene graph's batches have one buffer each, which grows with the largest batch that it was
// used for and is never freed. Materials that differ keep nodes in batches of their own, so that
// no buffer is larger than a mesh.
template <typename Material>
class Unshared final : public Material {
public:
    Unshared() { this->setFlag(QSGMaterial::NoBatching); }
    int compare(const QSGMaterial* other) const override {
        return std::less<const QSGMaterial*>()(this, other) ? -1 : this == other ? 0 : 1;
    }
};

// Adds `node` for triangles of other vertices in each frame.
void addNode(QSGNode& parent, QSGGeometryNode* node, const QSGGeometry::AttributeSet& attributes,
             QSGMaterial* material) {
    auto* geometry = new QSGGeometry(attributes, 0, 0, QSGGeometry::UnsignedShortType);
    geometry->setDrawingMode(QSGGeometry::DrawTriangles);
    geometry->setVertexDataPattern(QSGGeometry::StreamPattern);
    geometry->setIndexDataPattern(QSGGeometry::StreamPattern);
    node->setGeometry(geometry);
    node->setMaterial(material);
    node->setFlags(QSGNode::OwnsGeometry | QSGNode::OwnsMaterial);
    parent.appendChildNode(node);
}

template <typename Node>
Node* nodeAt(QSGNode& parent, int index) {
    return static_cast<Node*>(parent.childAtIndex(index));
}

void dropChildrenFrom(QSGNode& parent, int first) {
    while (parent.childCount() > first) {
        QSGNode* last = parent.lastChild();
        parent.removeChildNode(last);
        delete last;
    }
}

// At least `count`, in steps of an eighth: a geometry that keeps its size is not allocated anew.
std::size_t steppedCount(std::size_t count) {
    const std::size_t step = std::max<std::size_t>(std::bit_floor(count) / 8, 1);
    return (count + step - 1) / step * step;
}

// What the stepped counts add are triangles without an area at the first corner.
void fillGeometry(const Mesh& mesh, QSGGeometry& geometry) {
    static_assert(sizeof(MeshVertex) == sizeof(QSGGeometry::ColoredPoint2D));
    const std::size_t vertices = std::min(steppedCount(mesh.vertices.size()), Mesh::kMaxVertices);
    const std::size_t indices = 3 * steppedCount(mesh.indices.size() / 3);
    geometry.allocate(static_cast<int>(vertices), static_cast<int>(indices));
    auto* vertex = static_cast<MeshVertex*>(geometry.vertexData());
    vertex = std::copy(mesh.vertices.begin(), mesh.vertices.end(), vertex);
    std::fill_n(vertex, vertices - mesh.vertices.size(), mesh.vertices.front());
    auto* index = geometry.indexDataAsUShort();
    index = std::copy(mesh.indices.begin(), mesh.indices.end(), index);
    std::fill_n(index, indices - mesh.indices.size(), quint16{0});
}

void playMeshes(const LayerMeshes& meshes, QSGNode& parent) {
    int used = 0;
    for (const Mesh& mesh : meshes) {
        if (mesh.indices.empty()) {
            continue;
        }
        if (used == parent.childCount()) {
            addNode(parent, new QSGGeometryNode, QSGGeometry::defaultAttributes_ColoredPoint2D(),
                    new Unshared<QSGVertexColorMaterial>);
        }
        auto* node = nodeAt<QSGGeometryNode>(parent, used++);
        fillGeometry(mesh, *node->geometry());
        node->markDirty(QSGNode::DirtyGeometry);
    }
    dropChildrenFrom(parent, used);
}

// `size`: of the texture.
void fillGlyphs(std::span<const TextVertex> corners, QSize size, QSGGeometry& geometry) {
    const auto width = static_cast<float>(size.width());
    const auto height = static_cast<float>(size.height());
    const std::size_t glyphs = corners.size() / 4;
    geometry.allocate(static_cast<int>(corners.size()), static_cast<int>(glyphs * 6));
    QSGGeometry::TexturedPoint2D* vertex = geometry.vertexDataAsTexturedPoint2D();
    for (const TextVertex& corner : corners) {
        (vertex++)->set(corner.x, corner.y, corner.u / width, corner.v / height);
    }
    quint16* index = geometry.indexDataAsUShort();
    for (std::size_t glyph = 0; glyph < glyphs; ++glyph) {
        for (const int corner : {0, 1, 2, 2, 1, 3}) {
            *index++ = static_cast<quint16>(glyph * 4 + static_cast<std::size_t>(corner));
        }
    }
}

// Calls `play(part)` with parts of `corners` that one node can hold.
void forParts(std::span<const TextVertex> corners, auto play) {
    for (std::size_t at = 0; at < corners.size(); at += kGlyphsPerNode * 4) {
        play(corners.subspan(at, std::min(kGlyphsPerNode * 4, corners.size() - at)));
    }
}

// Boxes with pixels of `texture`: four corners each.
void playTextured(std::span<const TextVertex> corners, QSize size, QSGTexture* texture,
                  QSGNode& parent) {
    int used = 0;
    forParts(corners, [&](std::span<const TextVertex> part) {
        if (used == parent.childCount()) {
            addNode(parent, new QSGGeometryNode, QSGGeometry::defaultAttributes_TexturedPoint2D(),
                    new Unshared<QSGTextureMaterial>);
        }
        auto* node = nodeAt<QSGGeometryNode>(parent, used++);
        fillGlyphs(part, size, *node->geometry());
        auto* material = static_cast<QSGTextureMaterial*>(node->material());
        material->setTexture(texture);
        material->setFiltering(QSGTexture::Nearest);
        node->markDirty(QSGNode::DirtyGeometry | QSGNode::DirtyMaterial);
    });
    dropChildrenFrom(parent, used);
}

void playGlyphs(const PageMeshes& pages, GlyphCache& glyphs, QSGNode& parent) {
    const int side = glyphs.atlas().side();
    int used = 0;
    for (std::size_t page = 0; page < pages.size(); ++page) {
        forParts(pages[page], [&](std::span<const TextVertex> part) {
            if (used == parent.childCount()) {
                auto* material = new Unshared<QSGTextureMaterial>;
                material->setFiltering(QSGTexture::Nearest);
                addNode(parent, new GlyphNode(glyphs),
                        QSGGeometry::defaultAttributes_TexturedPoint2D(), material);
            }
            auto* node = nodeAt<GlyphNode>(parent, used++);
            fillGlyphs(part, {side, side}, *node->geometry());
            node->setPage(page);
            node->markDirty(QSGNode::DirtyGeometry);
        });
    }
    dropChildrenFrom(parent, used);
}

// The part of a run inside its clip.
void addCorners(const PixelRun& run, const Box& clip, std::vector<TextVertex>& corners) {
    const float left = std::max(run.box.x, clip.x);
    const float right = std::min(run.box.x + run.box.width, clip.x + clip.width);
    const float top = std::max(run.box.y, clip.y);
    const float bottom = std::min(run.box.y + run.box.height, clip.y + clip.height);
    if (left >= right || top >= bottom) {
        return;
    }
    const auto imageX = [&run](float x) {
        return static_cast<float>(run.imageX) +
               (x - run.box.x) / run.box.width * static_cast<float>(run.imageWidth);
    };
    const float row = static_cast<float>(run.imageY) + 0.5F;
    for (const float y : {top, bottom}) {
        corners.push_back({left, y, imageX(left), row});
        corners.push_back({right, y, imageX(right), row});
    }
}

}  // namespace

QsgPlayer::QsgPlayer(WindowGlyphs& windowGlyphs) : m_windowGlyphs(windowGlyphs) {
    for (LayerNodes& layer : m_layers) {
        layer.runs = new QSGNode;
        layer.shapes = new QSGNode;
        layer.texts = new QSGNode;
        appendChildNode(layer.runs);
        appendChildNode(layer.shapes);
        appendChildNode(layer.texts);
    }
}

void QsgPlayer::play(const DisplayList& list, const Theme& theme, QQuickWindow& window) {
    playRuns(list, theme, window);
    const auto devicePixel = static_cast<float>(1 / m_windowGlyphs.pixelRatio());
    buildShapeMeshes(list, theme, devicePixel, m_shapes, m_runs.runs());
    for (std::size_t layer = 0; layer < m_layers.size(); ++layer) {
        playMeshes(m_shapes[layer], *m_layers[layer].shapes);
    }
    playTexts(list, theme);
}

// The image is another one in each frame, and so is its texture. The one before shares the image's
// memory, so it goes first; materials get the new one before they are used.
void QsgPlayer::playRuns(const DisplayList& list, const Theme& theme, QQuickWindow& window) {
    m_runTexture.reset();
    m_runs.build(list, PixelColors(theme), m_windowGlyphs.pixelRatio());
    if (!m_runs.runs().empty()) {
        m_runTexture.reset(
            window.createTextureFromImage(m_runs.image(), QQuickWindow::TextureHasAlphaChannel));
        m_runTexture->setFiltering(QSGTexture::Nearest);
    }
    for (std::size_t layer = 0; layer < m_layers.size(); ++layer) {
        std::vector<TextVertex>& corners = m_runCorners;
        corners.clear();
        for (const PixelRun& run : m_runs.runs()) {
            if (static_cast<std::size_t>(run.layer) == layer) {
                addCorners(run, list.clips[run.clip], corners);
            }
        }
        playTextured(corners, m_runs.image().size(), m_runTexture.get(), *m_layers[layer].runs);
    }
}

void QsgPlayer::playTexts(const DisplayList& list, const Theme& theme) {
    const TextFaces& faces = m_windowGlyphs.faces();
    std::shared_ptr<GlyphCache> glyphs = m_windowGlyphs.cache();
    if (!buildTextMeshes(list, theme, faces, glyphs->atlas(), m_texts)) {
        // Of glyphs that are in use no more, a new atlas has none. What does not fit into the
        // largest (a hundred thousand different glyphs on screen) stays undrawn.
        glyphs = m_windowGlyphs.renewedCache();
        while (!buildTextMeshes(list, theme, faces, glyphs->atlas(), m_texts) &&
               glyphs->atlas().extend()) {
        }
    }
    const bool isOther = glyphs != m_glyphs;
    for (std::size_t layer = 0; layer < m_layers.size(); ++layer) {
        dropChildrenFrom(*m_layers[layer].texts, isOther ? 0 : m_layers[layer].texts->childCount());
        playGlyphs(m_texts[layer], *glyphs, *m_layers[layer].texts);
    }
    m_glyphs = std::move(glyphs);  // the one before has no nodes anymore
}

}  // namespace gaplight::ui
