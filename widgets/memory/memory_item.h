// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <QPointer>
#include <QQmlEngine>

#include "widgets/input/action.h"
#include "widgets/memory/memory_selection.h"
#include "widgets/memory/memory_surface.h"
#include "widgets/timeline/timeline_item.h"

namespace gaplight::ui {

// Allocated memory over time, with its axes. A click chooses the moment and the allocation; a
// double click fills the view with its lifetime.
class MemoryItem : public MemorySurface {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(gaplight::ui::MemorySelection* selection READ selection WRITE setSelection NOTIFY
                   selectionChanged REQUIRED)
    Q_PROPERTY(
        gaplight::ui::TimelineItem* timeline READ timeline WRITE setTimeline NOTIFY timelineChanged)
    Q_PROPERTY(bool reducedMotion READ reducedMotion WRITE setReducedMotion NOTIFY viewportChanged)
    Q_PROPERTY(QString hoverText READ hoverText NOTIFY hoverChanged)
    Q_PROPERTY(QString zoomText READ zoomText NOTIFY viewportChanged)

public:
    explicit MemoryItem(QQuickItem* parent = nullptr);

    MemorySelection* selection() const { return m_selection; }
    void setSelection(MemorySelection* selection);
    TimelineItem* timeline() const { return m_axis.timeline(); }
    void setTimeline(TimelineItem* timeline);
    bool reducedMotion() const { return m_view.reducedMotion(); }
    void setReducedMotion(bool reduced);
    QString hoverText() const;
    QString zoomText() const;

    // Without a timeline: a key's action. False if it is none of its own.
    Q_INVOKABLE bool perform(gaplight::ui::Action action);

    // Shows a range from MemoryData::originNs() on.
    void setRange(Duration begin, Duration end);
    // What it is drawn from; it needs data.
    MemoryViewInput input() const;

Q_SIGNALS:
    // By a key: focus the filter; go to the next or previous finding; export an image.
    void filterRequested();
    void exportRequested();
    void findingRequested(bool forward);
    void selectionChanged();
    void timelineChanged();

protected:
    [[nodiscard]] bool draw(DisplayList& list) override;
    QString tip(std::size_t allocation) const override;
    void refresh() override;
    void click(QPointF at) override;
    void doubleClick() override;

private:
    const LoadedMemory& data() const { return m_selection->memory().data(); }
    bool hasData() const { return m_selection && data() != nullptr; }
    std::optional<Moment> momentAt(double x) const;
    void followData();
    void followOrder();
    void reveal(qint64 beginNs, qint64 endNs);
    void focusSelected();

    QPointer<MemorySelection> m_selection;
    LoadedMemory m_shown;
    std::size_t m_shownDevice = 0;
};

}  // namespace gaplight::ui
