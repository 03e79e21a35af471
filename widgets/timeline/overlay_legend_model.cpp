// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/overlay_legend_model.h"

#include <QStringList>

#include "widgets/convert/qt_convert.h"
#include "widgets/convert/quantity_string.h"
#include "widgets/render/pattern_item.h"

namespace gaplight::ui {
namespace {

QString countedOf(const OverlayRule& rule) {
    const QString marks = countText(rule.marks, "overlay", "overlays");
    if (rule.findings == 0) {
        return marks;
    }
    return QStringLiteral("%1 · %2").arg(countText(rule.findings, "finding", "findings"), marks);
}

QStringList patternsOf(const OverlayRule& rule) {
    QStringList patterns;
    for (std::size_t kind = 0; kind < static_cast<std::size_t>(OverlayKind::Count_); ++kind) {
        if (rule.has(static_cast<OverlayKind>(kind))) {
            patterns << patternOf(static_cast<OverlayKind>(kind));
        }
    }
    return patterns;
}

}  // namespace

OverlayLegendModel::OverlayLegendModel(const TimelineView& view, QObject* parent)
    : QAbstractListModel(parent), m_view(view) {}

void OverlayLegendModel::reload() {
    const LoadedTrace& shown = m_view.loadedTrace();
    if (shown == m_trace) {
        // Rows stay, so that the box that was clicked keeps its focus.
        if (!m_rules.empty()) {
            Q_EMIT dataChanged(index(0), index(count() - 1), {ShownRole});
        }
        return;
    }
    beginResetModel();
    m_trace = shown;
    m_rules.clear();
    if (m_trace) {
        m_rules.assign(m_trace->rules().begin(), m_trace->rules().end());
    }
    endResetModel();
    Q_EMIT contentChanged();
}

int OverlayLegendModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QVariant OverlayLegendModel::data(const QModelIndex& index, int role) const {
    const OverlayRule& rule = m_rules[static_cast<std::size_t>(index.row())];
    switch (role) {
        case RuleRole:
            return toQString(rule.id);
        case NameRole:
            return toQString(rule.name);
        case KindsRole:
            return patternsOf(rule);
        case CountRole:
            return countedOf(rule);
        case ShownRole:
            return m_view.isRuleShown(std::string(rule.id));
        default:
            return {};
    }
}

QHash<int, QByteArray> OverlayLegendModel::roleNames() const {
    return {{RuleRole, "rule"},
            {NameRole, "name"},
            {KindsRole, "kinds"},
            {CountRole, "counted"},
            {ShownRole, "shown"}};
}

}  // namespace gaplight::ui
