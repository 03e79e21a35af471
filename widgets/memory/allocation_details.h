// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QQmlEngine>

#include "widgets/memory/memory_selection.h"
#include "widgets/selection/detail_list_model.h"

namespace gaplight::ui {

// What is known of the selected allocation.
class AllocationDetails : public DetailListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    // "155 MB · train.py(12): loss"; empty without one.
    Q_PROPERTY(QString title READ title NOTIFY titleChanged)
    // The same with lifetime, callers and what freed it.
    Q_PROPERTY(QString text READ text NOTIFY titleChanged)

public:
    // `selection` must outlive it.
    explicit AllocationDetails(const MemorySelection& selection, QObject* parent = nullptr);

    [[nodiscard]] QString title() const { return m_title; }
    [[nodiscard]] QString text() const { return m_text; }

Q_SIGNALS:
    void titleChanged();

private:
    void reload();
    void showMeanwhile(const QString& meanwhile);

    const MemorySelection& m_selection;
    QString m_title;
    QString m_text;
    PoolWork<QString> m_work;  // what the GPU did meanwhile
};

}  // namespace gaplight::ui
