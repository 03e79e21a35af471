// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <QQmlEngine>
#include <QStringList>

#include "widgets/convert/row_list_model.h"
#include "widgets/kernel_report/kernel_details.h"
#include "widgets/kernel_report/kernel_report_object.h"

namespace gaplight::ui {

// The kernels of a report alone as a table: sorted, filtered, copied, and the selected one with its
// details. Sorting by the same column again reverses the order. The role `cells` has a text for
// each column.
class KernelTableModel : public LazyListModel<const ListedKernel&> {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(int count READ count NOTIFY rowsChanged)
    // "46 kernels", "12 of 46".
    Q_PROPERTY(QString status READ status NOTIFY rowsChanged)
    Q_PROPERTY(Column sorted READ sorted NOTIFY rowsChanged)
    Q_PROPERTY(bool descending READ descending NOTIFY rowsChanged)
    // A text that the name of a kernel, as recorded, its grid or its block contains.
    Q_PROPERTY(QString filter READ filter WRITE setFilter NOTIFY rowsChanged)
    // The row of the selected kernel; -1: none.
    Q_PROPERTY(int current READ current WRITE setCurrent NOTIFY currentChanged)
    Q_PROPERTY(gaplight::ui::KernelDetails* details READ details CONSTANT)

public:
    enum Column {
        Order,
        Name,
        Duration,
        Grid,
        Block,
        Compute,
        Memory,
        Occupancy,
        AtMost,
        Registers,
    };
    Q_ENUM(Column)

    // `report` must outlive it.
    explicit KernelTableModel(KernelReportObject& report, QObject* parent = nullptr);

    KernelReportObject& report() const { return m_report; }
    int count() const final { return static_cast<int>(m_shown.size()); }
    QString status() const;
    Column sorted() const { return m_sorted; }
    bool descending() const { return m_descending; }
    QString filter() const { return m_filter; }
    void setFilter(const QString& filter);
    int current() const { return m_current; }
    void setCurrent(int row);
    KernelDetails* details() { return &m_details; }
    Q_INVOKABLE void sortBy(gaplight::ui::KernelTableModel::Column column);
    // The name as recorded.
    Q_INVOKABLE QString fullName(int row) const;

    // Kernels of the rows, in KernelReport::kernels.
    std::vector<std::uint32_t> shownKernels() const { return m_shown; }
    // Selects a kernel of the report; no effect if it is not shown.
    void selectKernel(std::uint32_t kernel);

    // The shown rows.
    QString csv() const;
    // Copies them to the clipboard.
    Q_INVOKABLE void copyCsv() const;
    Q_INVOKABLE void copyMarkdown() const;

Q_SIGNALS:
    void rowsChanged();
    void currentChanged();

private:
    const ListedKernel& row(int index) const final {
        return m_data->list[m_shown[static_cast<std::size_t>(index)]];
    }
    std::vector<ListedKernel> shownRows() const;
    void followReport();
    // Filters and sorts the rows, and notifies views. The selected kernel stays so if it is shown.
    void arrange();
    void showDetails();

    KernelReportObject& m_report;
    LoadedKernels m_data;                // of a report alone; null: none
    std::vector<std::uint32_t> m_shown;  // rows that match the filter, sorted
    Column m_sorted = Order;
    bool m_descending = false;
    QString m_filter;
    int m_current = -1;
    KernelDetails m_details;
};

}  // namespace gaplight::ui
