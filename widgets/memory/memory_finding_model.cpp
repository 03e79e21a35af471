// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/memory/memory_finding_model.h"

#include <QStringList>

#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"

namespace gaplight::ui {

MemoryFindingModel::MemoryFindingModel(MemorySelection& selection, QObject* parent)
    : RowListModel(
          {{"severity",
            [this](std::size_t number) { return toQString(severityName(at(number).severity)); }},
           {"title", [this](std::size_t number) { return withoutCodeSpans(at(number).title); }},
           {"why", [this](std::size_t number) { return codeSpansHtml(at(number).why); }},
           {"fix", [this](std::size_t number) { return codeSpansHtml(at(number).fix); }},
           {"rule", [this](std::size_t number) { return toQString(at(number).rule); }},
           // What a fix could gain at most; empty: not known.
           {"gain",
            [this](std::size_t number) {
                const std::int64_t bytes = at(number).bytes;
                return bytes > 0 ? bytesText(static_cast<std::uint64_t>(bytes)) : QString();
            }}},
          parent),
      m_selection(selection) {
    connect(&selection.memory(), &MemoryObject::dataChanged, this, &MemoryFindingModel::reload);
}

void MemoryFindingModel::reload() {
    m_data = m_selection.memory().data();
    m_device = m_selection.memory().deviceIndex();
    std::vector<std::size_t> found;
    if (m_data) {
        const std::vector<MemoryFinding>& all = m_data->assessment().findings;
        for (std::size_t number = 0; number < all.size(); ++number) {
            if (all[number].device == m_data->model(m_device).device) {
                found.push_back(number);
            }
        }
    }
    resetRows(std::move(found));
    Q_EMIT contentChanged();
}

QString MemoryFindingModel::summary() const {
    return countText(static_cast<std::uint64_t>(count()), "finding", "findings");
}

QString MemoryFindingModel::notice() const {
    QStringList lines;
    if (m_data && count() == 0) {
        lines << QStringLiteral("None of %1 rules about memory found anything.")
                     .arg(countText(memoryRules().size()));
    }
    if (m_data) {
        for (const NotApplicable& rule : m_data->assessment().notApplicable) {
            lines << QStringLiteral("%1 could not run: %2")
                         .arg(toQString(rule.rule), toQString(rule.reason));
        }
    }
    return lines.join(u'\n');
}

void MemoryFindingModel::go(int row) {
    if (!isRow(row)) {
        return;
    }
    const MemoryFinding& finding = at(rows()[static_cast<std::size_t>(row)]);
    if (!finding.moments.empty()) {
        m_selection.goToMoment(finding.moments.front());
    }
    if (!finding.allocations.empty()) {
        m_selection.goToAllocation(static_cast<qint64>(finding.allocations.front()));
    }
}

}  // namespace gaplight::ui
