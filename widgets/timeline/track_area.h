// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QQmlEngine>

namespace gaplight::ui {

class TimelineItem;

// The part of a timeline in which tracks scroll, and the names column beside it.
class TrackArea : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("part of the timeline")
    // y of its upper edge in the timeline, px.
    Q_PROPERTY(double top READ top NOTIFY changed)
    // The visible share of the tracks' height, and the share above it; as of a scroll bar.
    Q_PROPERTY(double visibleShare READ visibleShare NOTIFY changed)
    Q_PROPERTY(double position READ position NOTIFY changed)
    // x of its left edge, which is the shown width of the names column, px.
    Q_PROPERTY(double left READ left NOTIFY changed)
    // The chosen width of the names column, px; at most half of the timeline is shown of it.
    Q_PROPERTY(double namesWidth READ namesWidth WRITE setNamesWidth NOTIFY changed)

public:
    // `timeline` must outlive it.
    explicit TrackArea(TimelineItem& timeline);

    [[nodiscard]] double top() const;
    [[nodiscard]] double visibleShare() const;
    [[nodiscard]] double position() const;
    [[nodiscard]] double left() const;
    [[nodiscard]] double namesWidth() const;
    void setNamesWidth(double width);
    // Scrolls without animation.
    Q_INVOKABLE void scrollTo(double position);

Q_SIGNALS:
    void changed();

private:
    TimelineItem& m_timeline;
};

}  // namespace gaplight::ui
