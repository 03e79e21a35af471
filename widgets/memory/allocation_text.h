// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <QQmlEngine>
#include <QString>

#include "widgets/memory/memory_object.h"
#include "widgets/memory/memory_selection.h"
#include "widgets/selection/detail_list_model.h"

namespace gaplight::ui {

// "155 MB · train.py(12): loss", what a tip and the status bar begin with.
[[nodiscard]] QString allocationTitle(const MemoryData& data, std::size_t device,
                                      std::uint32_t allocation);
// Title, lifetime, callers and what freed it, a line each.
[[nodiscard]] QString allocationTip(const MemoryData& data, std::size_t device,
                                    std::uint32_t allocation);
// All that is known of an allocation. `meanwhile`: as meanwhileText(); empty: no row.
[[nodiscard]] std::vector<DetailRow> allocationRows(const MemoryData& data, std::size_t device,
                                                    std::uint32_t allocation,
                                                    const QString& meanwhile);
// What the GPU did while it was held, the kernels with the most time a line each. The data must be
// placed on the session's trace. O(activities meanwhile); run it off the GUI thread.
[[nodiscard]] QString meanwhileText(const MemoryData& data, std::size_t device,
                                    std::uint32_t allocation, const Session& session);
// "9.81 ms · 282 MB allocated · 386 MB reserved · step 3", with the title of an allocation if there
// is one. `at`: the time of the pointer.
[[nodiscard]] QString momentText(const MemoryData& data, std::size_t device, Moment moment,
                                 Duration at, std::optional<std::size_t> allocation);
// The step that contains a moment; empty: none does.
[[nodiscard]] QString stepOf(const MemoryData& data, std::size_t device, Moment moment);

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

    QString title() const { return m_title; }
    QString text() const { return m_text; }

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
