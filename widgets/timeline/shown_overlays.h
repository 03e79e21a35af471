// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "core/session/scene_data.h"
#include "widgets/timeline/input/finding_walk.h"

namespace gaplight::ui {

// The overlays that a timeline shows: those of the rules switched on, and those of the current
// finding, which are emphasized.
class ShownOverlays {
public:
    // Switches to a trace (null: none) without a current finding. `trace` must live until the next
    // show().
    void show(const SceneData* trace);
    [[nodiscard]] const OverlayTable& table() const { return m_table; }

    [[nodiscard]] const FindingFocus& focus() const { return m_focus; }
    // Sets the current finding, corrected by correctedFocus(). True if the shown overlays changed.
    bool setFocus(FindingFocus focus);

    // `rule`: id. Choices of the user apply to later traces too; without one the default of
    // SceneData applies.
    [[nodiscard]] bool isRuleShown(const std::string& rule) const;
    // True if it changes the visibility.
    bool setRuleShown(const std::string& rule, bool shown);
    // Counts changes of the visibility of rules.
    [[nodiscard]] std::uint64_t rulesRevision() const { return m_rulesRevision; }

private:
    void filterRules();    // one pass over all overlays
    void filterFinding();  // O(1) without a current finding

    const SceneData* m_trace = nullptr;
    OverlayTable m_withoutFinding;  // of the chosen rules
    OverlayTable m_table;
    OverlayFilter m_filter;
    FindingFocus m_focus;
    std::map<std::string, bool> m_choices;  // explicit choices of the user
    std::uint64_t m_rulesRevision = 0;
};

}  // namespace gaplight::ui
