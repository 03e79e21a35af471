// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>
#include <QQuickPaintedItem>

namespace gaplight::ui {

// An image in the center of the item, scaled down to fit.
class FigurePreview : public QQuickPaintedItem {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(QImage image READ image WRITE setImage NOTIFY imageChanged)

public:
    explicit FigurePreview(QQuickItem* parent = nullptr) : QQuickPaintedItem(parent) {}

    [[nodiscard]] const QImage& image() const { return m_image; }
    void setImage(const QImage& image);
    void paint(QPainter* painter) override;

Q_SIGNALS:
    void imageChanged();

private:
    QImage m_image;
};

}  // namespace gaplight::ui
