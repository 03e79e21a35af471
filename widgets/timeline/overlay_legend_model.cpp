// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/overlay_legend_model.h"

#include <QStringList>

#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"
#include "widgets/render/pattern_item.h"

namespace gaplight::ui {
namespace {

// "3 findings · 41 overlays".
QString countedOf(const OverlayRule& rule) {
    const QString overlays = countText(rule.overlays, "overlay", "overlays");
    if (rule.findings == 0) {
        return overlays;
    }
    return QStringLiteral("%1 · %2").arg(countText(rule.findings, "finding", "findings"), overlays);
}

// Keys of PatternItem, one for each shape.
QStringList patternsOf(const OverlayRule& rule) {
    QStringList patterns;
    for (std::size_t kind = 0; kind < static_cast<std::size_t>(OverlayKind::Count_); ++kind) {
        if (rule.has(static_cast<OverlayKind>(kind))) {
            patterns << patternOf(static_cast<OverlayKind>(kind));
        }
    }
    return patterns;
}

// Names of the rules that have a shape in common with a rule: a mark alone does not tell them
// apart.
QString alikeOf(const OverlayRule& rule, const LoadedTrace& trace) {
    QStringList names;
    for (const OverlayRule& other : trace ? trace->rules() : std::span<const OverlayRule>()) {
        if (other.number != rule.number && (other.kinds & rule.kinds) != 0) {
            names << toQString(other.name);
        }
    }
    constexpr qsizetype kMaxNames = 3;
    const qsizetype more = names.size() - kMaxNames;
    QString text = names.mid(0, kMaxNames).join(QStringLiteral(", "));
    if (more > 0) {
        text += QStringLiteral(" and %1 more").arg(more);
    }
    return text;
}

}  // namespace

OverlayLegendModel::OverlayLegendModel(const TimelineView& view, QObject* parent)
    : RowListModel(
          {{"rule", [](const OverlayRule& rule) { return toQString(rule.id); }},
           {"name", [](const OverlayRule& rule) { return toQString(rule.name); }},
           {"kinds", patternsOf},
           {"counted", countedOf},
           {"alike", [this](const OverlayRule& rule) { return alikeOf(rule, m_trace); }},
           {"shown",
            [this](const OverlayRule& rule) { return m_view.isRuleShown(std::string(rule.id)); }}},
          parent),
      m_view(view) {}

void OverlayLegendModel::reload() {
    const LoadedTrace& shown = m_view.loadedTrace();
    if (shown == m_trace) {
        // No reset: the clicked box keeps its focus.
        return notifyChanged(0, count() - 1, "shown");
    }
    m_trace = shown;
    resetRows(m_trace ? std::vector<OverlayRule>(m_trace->rules().begin(), m_trace->rules().end())
                      : std::vector<OverlayRule>());
    Q_EMIT contentChanged();
}

}  // namespace gaplight::ui
