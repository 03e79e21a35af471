// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/shown_overlays.h"

#include <algorithm>
#include <span>

namespace gaplight::ui {

void ShownOverlays::show(const SceneData* trace) {
    m_trace = trace;
    m_focus = {};
    ++m_rulesRevision;  // another trace, other rules
    filterRules();
}

bool ShownOverlays::setFocus(FindingFocus focus) {
    focus =
        m_trace == nullptr ? FindingFocus{} : correctedFocus(m_trace->session().findings, focus);
    const bool isOther = focus.finding != m_focus.finding;
    m_focus = focus;
    if (isOther) {
        filterFinding();
    }
    return isOther;
}

bool ShownOverlays::isRuleShown(const std::string& rule) const {
    const auto choice = m_choices.find(rule);
    if (choice != m_choices.end()) {
        return choice->second;
    }
    const auto rules = m_trace == nullptr ? std::span<const OverlayRule>() : m_trace->rules();
    const auto known = std::find_if(rules.begin(), rules.end(),
                                    [&](const OverlayRule& other) { return other.id == rule; });
    return known == rules.end() || known->startsShown;
}

bool ShownOverlays::setRuleShown(const std::string& rule, bool shown) {
    const bool isSo = shown == isRuleShown(rule);
    m_choices[rule] = shown;  // whatever another trace starts with
    if (isSo) {
        return false;
    }
    ++m_rulesRevision;
    filterRules();
    return true;
}

void ShownOverlays::filterRules() {
    m_filter = {};
    if (m_trace == nullptr) {
        m_table = m_withoutFinding = {};
        return;
    }
    m_filter.rules = 0;
    for (const OverlayRule& rule : m_trace->rules()) {
        const bool shown = isRuleShown(std::string(rule.id));
        m_filter.rules |= shown ? std::uint64_t{1} << rule.number : 0;
    }
    m_withoutFinding = m_trace->model().overlays->filtered(m_filter);
    filterFinding();
}

void ShownOverlays::filterFinding() {
    m_filter.finding = m_focus.finding;
    m_table = m_withoutFinding.filtered(m_filter);
}

}  // namespace gaplight::ui
