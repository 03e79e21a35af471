// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/render/display_list_view.h"

#include <utility>

#include <QPainter>
#include <QQuickItem>
#include <QQuickPaintedItem>
#include <QQuickWindow>
#include <QSGRendererInterface>

#include "widgets/render/painter_player.h"
#include "widgets/render/qsg_player.h"
#include "widgets/render/text_faces.h"

namespace gaplight::ui {
namespace {

// Shows a display list with scene graph nodes.
class NodeItem final : public QQuickItem, public DisplayListView {
public:
    NodeItem(QQuickItem& parent, double scale);

    void show(const DisplayList* list, std::shared_ptr<const Theme> theme) override;
    [[nodiscard]] QQuickItem& item() override { return *this; }

protected:
    QSGNode* updatePaintNode(QSGNode* old, UpdatePaintNodeData* data) override;
    void itemChange(ItemChange change, const ItemChangeData& data) override;

private:
    WindowGlyphs& m_glyphs;
    const DisplayList* m_list = nullptr;
    std::shared_ptr<const Theme> m_theme;
};

NodeItem::NodeItem(QQuickItem& parent, double scale)
    : QQuickItem(&parent), m_glyphs(WindowGlyphs::of(*parent.window(), scale)) {
    setFlag(ItemHasContents);
    setTransformOrigin(TopLeft);
    setScale(scale);
    connect(&m_glyphs, &WindowGlyphs::renewed, this, &QQuickItem::update, Qt::QueuedConnection);
}

void NodeItem::itemChange(ItemChange change, const ItemChangeData& data) {
    if (change == ItemVisibleHasChanged) {
        update();
    }
    QQuickItem::itemChange(change, data);
}

void NodeItem::show(const DisplayList* list, std::shared_ptr<const Theme> theme) {
    m_list = list;
    m_theme = std::move(theme);
    update();
}

// Hidden items are updated too: their nodes, buffers and glyphs are freed.
QSGNode* NodeItem::updatePaintNode(QSGNode* old, UpdatePaintNodeData*) {
    if (m_list == nullptr || !m_theme || !isVisible()) {
        delete old;
        return nullptr;
    }
    auto* player = old != nullptr ? static_cast<QsgPlayer*>(old) : new QsgPlayer(m_glyphs);
    player->play(*m_list, *m_theme, *window());
    return player;
}

// Shows a display list with QPainter, for windows without a graphics API.
class PainterItem final : public QQuickPaintedItem, public DisplayListView {
public:
    PainterItem(QQuickItem& parent, double scale);

    void show(const DisplayList* list, std::shared_ptr<const Theme> theme) override;
    [[nodiscard]] QQuickItem& item() override { return *this; }

    void paint(QPainter* painter) override;

protected:
    void geometryChange(const QRectF& now, const QRectF& before) override;
    QSGNode* updatePaintNode(QSGNode* before, UpdatePaintNodeData* data) override;

private:
    TextFaces m_faces;
    double m_scale;
    const DisplayList* m_list = nullptr;
    std::shared_ptr<const Theme> m_theme;
};

PainterItem::PainterItem(QQuickItem& parent, double scale)
    : QQuickPaintedItem(&parent), m_scale(scale) {
    setOpaquePainting(false);
    setVisible(false);
}

// Qt Quick rounds the size and would paint on nothing.
void PainterItem::geometryChange(const QRectF& now, const QRectF& before) {
    QQuickPaintedItem::geometryChange(now, before);
    setVisible(!now.size().toSize().isEmpty());
}

void PainterItem::show(const DisplayList* list, std::shared_ptr<const Theme> theme) {
    m_list = list;
    m_theme = std::move(theme);
    update();
}

// Hidden items are updated too.
QSGNode* PainterItem::updatePaintNode(QSGNode* before, UpdatePaintNodeData* data) {
    return size().toSize().isEmpty() ? before : QQuickPaintedItem::updatePaintNode(before, data);
}

void PainterItem::paint(QPainter* painter) {
    if (m_list != nullptr && m_theme) {
        painter->scale(m_scale, m_scale);
        paintDisplayList(*m_list, *m_theme, m_faces, *painter);
    }
}

}  // namespace

std::unique_ptr<DisplayListView> createDisplayListView(QQuickItem& parent, double scale) {
    const QSGRendererInterface* renderer = parent.window()->rendererInterface();
    if (renderer->graphicsApi() == QSGRendererInterface::Software) {
        return std::make_unique<PainterItem>(parent, scale);
    }
    return std::make_unique<NodeItem>(parent, scale);
}

}  // namespace gaplight::ui
