// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include <QQmlEngine>

#include "widgets/convert/row_list_model.h"
#include "widgets/memory/memory_selection.h"

namespace gaplight::ui {

// What the rules found about the shown GPU of a snapshot. A row is an index into
// MemoryAssessment::findings.
class MemoryFindingModel : public RowListModel<std::size_t> {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(int count READ count NOTIFY contentChanged)
    // "1 finding", "12 findings".
    Q_PROPERTY(QString summary READ summary NOTIFY contentChanged)
    // Why there are none, and which rules could not run.
    Q_PROPERTY(QString notice READ notice NOTIFY contentChanged)

public:
    // `selection` must outlive it.
    explicit MemoryFindingModel(MemorySelection& selection, QObject* parent = nullptr);

    QString summary() const;
    QString notice() const;
    // Chooses its first moment and allocation, and brings them into view.
    Q_INVOKABLE void go(int row);

Q_SIGNALS:
    void contentChanged();

private:
    void reload();
    const MemoryFinding& at(std::size_t number) const {
        return m_data->assessment().findings[number];
    }

    MemorySelection& m_selection;
    LoadedMemory m_data;
    std::size_t m_device = 0;
};

}  // namespace gaplight::ui
