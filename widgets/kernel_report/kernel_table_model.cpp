// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/kernel_report/kernel_table_model.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include <QClipboard>
#include <QGuiApplication>

#include "core/base/printable_text.h"
#include "core/report/kernel_report/kernel_report_pages.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"

namespace gaplight::ui {
namespace {

// The position of a column's figure in kListedFigures; empty: the column is no figure.
std::optional<std::size_t> figureOf(KernelTableModel::Column column) {
    switch (column) {
        case KernelTableModel::Duration:
            return 0;
        case KernelTableModel::Compute:
            return 1;
        case KernelTableModel::Memory:
            return 2;
        case KernelTableModel::Occupancy:
            return 3;
        case KernelTableModel::AtMost:
            return 4;
        case KernelTableModel::Registers:
            return 5;
        default:
            return std::nullopt;
    }
}

// A name in an order without case.
struct LowerCase {
    std::string_view text;

    friend bool operator<(const LowerCase& a, const LowerCase& b) {
        return std::ranges::lexicographical_compare(a.text, b.text, {}, lowerAscii, lowerAscii);
    }
};

// Less than 0, 0 or more than 0. `isReversed`: largest first; what has no figure comes last either
// way.
int compareRows(const ListedKernel& a, const ListedKernel& b, KernelTableModel::Column column,
                bool isReversed) {
    const int sign = isReversed ? -1 : 1;
    if (const std::optional<std::size_t> figure = figureOf(column)) {
        const double left = a.figures.at(*figure);
        const double right = b.figures.at(*figure);
        if (std::isnan(left) || std::isnan(right)) {
            return static_cast<int>(std::isnan(left)) - static_cast<int>(std::isnan(right));
        }
        return sign * (left < right ? -1 : static_cast<int>(left > right));
    }
    const auto order = [&](const auto& left, const auto& right) {
        return sign * (left < right ? -1 : static_cast<int>(right < left));
    };
    switch (column) {
        case KernelTableModel::Name:
            return order(LowerCase{a.key.name}, LowerCase{b.key.name});
        case KernelTableModel::Grid:
            return order(a.key.grid, b.key.grid);
        case KernelTableModel::Block:
            return order(a.key.block, b.key.block);
        default:
            return order(a.kernel, b.kernel);
    }
}

QStringList cellsOf(const ListedKernel& row) {
    const auto figure = [&](std::size_t at) {
        const std::string text = listedFigureText(row, at);
        return text.empty() ? QStringLiteral("–") : toQString(text);
    };
    return {countText(row.kernel + 1),
            toQString(row.key.name),
            figure(0),
            toQString(launchSizeText(row.key.grid)),
            toQString(launchSizeText(row.key.block)),
            figure(1),
            figure(2),
            figure(3),
            figure(4),
            figure(5)};
}

}  // namespace

KernelTableModel::KernelTableModel(KernelReportObject& report, QObject* parent)
    : LazyListModel({{"cells", cellsOf}}, parent), m_report(report) {
    connect(&report, &KernelReportObject::stateChanged, this, &KernelTableModel::followReport);
}

void KernelTableModel::followReport() {
    const LoadedKernels data = m_report.alone() ? m_report.data() : nullptr;
    if (data == m_data) {
        return;
    }
    reset([&] {
        m_shown.clear();
        m_data = data;
    });
    m_sorted = Order;
    m_descending = false;
    m_filter.clear();
    m_current = -1;
    arrange();
}

QString KernelTableModel::status() const {
    if (!m_data) {
        return {};
    }
    return m_shown.size() == m_data->list.size()
               ? countText(m_shown.size(), "kernel", "kernels")
               : QStringLiteral("%1 of %2")
                     .arg(countText(m_shown.size()), countText(m_data->list.size()));
}

void KernelTableModel::setFilter(const QString& filter) {
    if (filter != m_filter) {
        m_filter = filter;
        arrange();
    }
}

void KernelTableModel::sortBy(Column column) {
    // Figures begin with the largest, texts and sizes with the smallest.
    m_descending = column == m_sorted ? !m_descending : figureOf(column).has_value();
    m_sorted = column;
    arrange();
}

void KernelTableModel::arrange() {
    const std::optional<std::uint32_t> selected =
        m_current >= 0 && m_current < count()
            ? std::optional(m_shown[static_cast<std::size_t>(m_current)])
            : std::nullopt;
    std::vector<std::uint32_t> shown;
    for (std::uint32_t at = 0; m_data && at < m_data->list.size(); ++at) {
        const ListedKernel& row = m_data->list[at];
        if (m_filter.isEmpty() ||
            toQString(m_data->report.text(m_data->report.kernels[row.kernel].name))
                .contains(m_filter, Qt::CaseInsensitive) ||
            toQString(launchSizeText(row.key.grid)).contains(m_filter) ||
            toQString(launchSizeText(row.key.block)).contains(m_filter)) {
            shown.push_back(at);
        }
    }
    std::ranges::stable_sort(shown, [this](std::uint32_t a, std::uint32_t b) {
        return compareRows(m_data->list[a], m_data->list[b], m_sorted, m_descending) < 0;
    });
    reset([&] { m_shown = std::move(shown); });
    m_current = -1;
    Q_EMIT rowsChanged();
    if (selected) {
        selectKernel(*selected);
    }
    if (m_current < 0) {
        m_current = m_shown.empty() ? -1 : 0;
        showDetails();
    }
}

void KernelTableModel::setCurrent(int row) {
    if (row != m_current && (isRow(row) || row == -1)) {
        m_current = row;
        showDetails();
    }
}

void KernelTableModel::selectKernel(std::uint32_t kernel) {
    const auto found = std::ranges::find(m_shown, kernel);
    if (found != m_shown.end()) {
        setCurrent(static_cast<int>(found - m_shown.begin()));
    }
}

void KernelTableModel::showDetails() {
    if (!isRow(m_current)) {
        m_details.clear();
    } else {
        const ListedKernel& shown = row(m_current);
        m_details.show(
            m_data->report, shown.kernel,
            QStringLiteral("Kernel %1 of %2: %3, grid %4, block %5")
                .arg(countText(shown.kernel + 1), countText(m_data->list.size()),
                     toQString(shown.key.name), toQString(launchSizeText(shown.key.grid)),
                     toQString(launchSizeText(shown.key.block))),
            true);
    }
    Q_EMIT currentChanged();
}

QString KernelTableModel::fullName(int row) const {
    return isRow(row)
               ? toQString(m_data->report.text(m_data->report.kernels[this->row(row).kernel].name))
               : QString();
}

std::vector<ListedKernel> KernelTableModel::shownRows() const {
    std::vector<ListedKernel> rows;
    for (const std::uint32_t at : m_shown) {
        rows.push_back(m_data->list[at]);
    }
    return rows;
}

QString KernelTableModel::csv() const {
    return m_data ? toQString(kernelListCsv(m_data->report, shownRows())) : QString();
}

void KernelTableModel::copyCsv() const {
    QGuiApplication::clipboard()->setText(csv());
}

void KernelTableModel::copyMarkdown() const {
    QGuiApplication::clipboard()->setText(toQString(kernelListMarkdown(shownRows())));
}

}  // namespace gaplight::ui
