// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QQmlEngine>

#include "core/memory/measures/memory_holders.h"
#include "widgets/convert/row_list_model.h"
#include "widgets/memory/memory_selection.h"

namespace gaplight::ui {

// What each line of the program holds at the chosen moment, the most bytes first.
class HolderListModel : public RowListModel<MemoryHolder> {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(int count READ count NOTIFY contentChanged)

public:
    // Later rows are less than a pixel each.
    static constexpr std::size_t kMaxRows = 500;

    // `selection` must outlive it.
    explicit HolderListModel(const MemorySelection& selection, QObject* parent = nullptr);

Q_SIGNALS:
    void contentChanged();

private:
    void reload();
    QString lineOf(const MemoryHolder& holder) const;

    const MemorySelection& m_selection;
    LoadedMemory m_data;  // that the rows are of
    std::int64_t m_total = 1;
};

}  // namespace gaplight::ui
