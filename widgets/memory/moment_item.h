// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPointer>
#include <QQmlEngine>

#include "widgets/memory/memory_selection.h"
#include "widgets/render/plot_item.h"

namespace gaplight::ui {

// Item that shows what a MemorySelection measured at its moment, in rows that the wheel scrolls.
class MomentItem : public RowPlotItem {
    Q_OBJECT
    QML_ANONYMOUS
    Q_PROPERTY(gaplight::ui::MemorySelection* selection READ selection WRITE setSelection NOTIFY
                   selectionChanged REQUIRED)

public:
    MemorySelection* selection() const { return m_selection; }
    void setSelection(MemorySelection* selection);

Q_SIGNALS:
    void selectionChanged();

protected:
    // `rowHeight`: logical pixels.
    MomentItem(float rowHeight, QQuickItem* parent) : RowPlotItem(rowHeight, parent) {}

    // Called after measured() has changed.
    virtual void showOtherMoment() = 0;

    // What is drawn; null: nothing is measured.
    const SharedMoment& measured() const { return m_measured; }

private:
    void followSelection();

    QPointer<MemorySelection> m_selection;
    SharedMoment m_measured;
};

}  // namespace gaplight::ui
