// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/render/painter_player.h"

#include <array>
#include <cmath>

#include <QGlyphRun>
#include <QPainter>
#include <QPolygonF>

#include "widgets/convert/qt_convert.h"
#include "widgets/render/utf8_walk.h"

namespace gaplight::ui {
namespace {

constexpr auto kLayers = static_cast<std::size_t>(Layer::Count_);

// Items of one kind by layer, in list order, so that a list is gone through once and not once
// for each layer.
template <class Items>
auto byLayer(const Items& items) {
    using Item = typename Items::value_type;
    std::array<std::vector<const Item*>, kLayers> sorted;
    for (const Item& item : items) {
        sorted[static_cast<std::size_t>(item.layer)].push_back(&item);
    }
    return sorted;
}

class Player {
public:
    Player(const DisplayList& list, const Theme& theme, const TextFaces& faces, QPainter& painter)
        : m_list(list), m_theme(theme), m_faces(faces), m_painter(painter) {}

    void play(const RectItem& item) {
        clipTo(item.clip);
        m_painter.setRenderHint(QPainter::Antialiasing, false);
        m_painter.fillRect(toQRectF(item.box), color(item));
    }

    void play(const HatchItem& item) {
        m_painter.setClipRect(toQRectF(m_list.clips[item.clip]).intersected(toQRectF(item.box)));
        m_clip = -1;
        m_painter.setRenderHint(QPainter::Antialiasing, true);
        m_painter.setPen(QPen(color(item), item.thickness, Qt::SolidLine, Qt::FlatCap));
        const float step = item.spacing * std::sqrt(2.0F);
        const float top = item.box.y - item.thickness;
        const float bottom = item.box.y + item.box.height + item.thickness;
        const float first = std::floor((item.box.x + top) / step);
        const float last = std::ceil((item.box.x + item.box.width + bottom) / step);
        for (float stripe = first; stripe <= last; ++stripe) {
            const float sum = stripe * step;
            m_painter.drawLine(QPointF(sum - bottom, bottom), QPointF(sum - top, top));
        }
    }

    void play(const LineItem& item) {
        clipTo(item.clip);
        const bool straight = item.x0 == item.x1 || item.y0 == item.y1;
        m_painter.setRenderHint(QPainter::Antialiasing, !straight);
        m_painter.setPen(QPen(color(item), item.thickness, Qt::SolidLine, Qt::FlatCap));
        m_painter.drawLine(QPointF(item.x0, item.y0), QPointF(item.x1, item.y1));
    }

    void play(const PolygonItem& item) {
        clipTo(item.clip);
        QPolygonF outline;
        for (std::uint32_t at = 0; at < item.count; ++at) {
            const Point& point = m_list.points[item.firstPoint + at];
            outline << QPointF(point.x, point.y);
        }
        m_painter.setRenderHint(QPainter::Antialiasing, true);
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(color(item));
        m_painter.drawConvexPolygon(outline);
    }

    void play(const TextItem& item) {
        clipTo(item.clip);
        m_painter.setPen(color(item));
        QList<quint32> indexes;
        QList<QPointF> positions;
        float pen = item.x;
        walkUtf8(m_list.text(item), [&](char32_t character) {
            const QPointF at(pen, item.baselineY);
            if (const quint32 index = m_faces.glyphIndex(character, item.style)) {
                indexes.push_back(index);
                positions.push_back(at);
            } else {
                m_painter.setFont(m_faces.font(item.style));
                m_painter.drawText(at, QString::fromUcs4(&character, 1));
            }
            pen += m_faces.advance(character, item.style);
        });
        QGlyphRun run;
        run.setRawFont(m_faces.rawFont(item.style));
        run.setGlyphIndexes(indexes);
        run.setPositions(positions);
        m_painter.drawGlyphRun(QPointF(0, 0), run);
    }

private:
    template <class Item>
    QColor color(const Item& item) const {
        return toQColor(m_theme[item.color], item.alpha);
    }

    void clipTo(ClipIndex clip) {
        if (m_clip != clip) {
            m_painter.setClipRect(toQRectF(m_list.clips[clip]));
            m_clip = clip;
        }
    }

    const DisplayList& m_list;
    const Theme& m_theme;
    const TextFaces& m_faces;
    QPainter& m_painter;
    int m_clip = -1;  // none set
};

}  // namespace

void paintDisplayList(const DisplayList& list, const Theme& theme, const TextFaces& faces,
                      QPainter& painter) {
    painter.save();
    Player player(list, theme, faces, painter);
    const auto rects = byLayer(list.rects);
    const auto hatches = byLayer(list.hatches);
    const auto lines = byLayer(list.lines);
    const auto polygons = byLayer(list.polygons);
    const auto texts = byLayer(list.texts);
    const auto playAll = [&](const auto& items) {
        for (const auto* item : items) {
            player.play(*item);
        }
    };
    for (std::size_t layer = 0; layer < kLayers; ++layer) {
        playAll(rects[layer]);
        playAll(hatches[layer]);
        playAll(lines[layer]);
        playAll(polygons[layer]);
        playAll(texts[layer]);
    }
    painter.restore();
}

}  // namespace gaplight::ui
