// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "core/session/scene_data.h"
#include "widgets/timeline/input/finding_walk.h"

namespace gaplight::ui {

// Which marks a timeline shows: those of the rules that the user wants to see, and those of the
// finding that one is at, which stand out.
class ShownOverlays {
public:
    // Of a trace, or of none; no finding is current. `trace` must outlive it or the next show().
    void show(const SceneData* trace);
    [[nodiscard]] const OverlayTable& table() const { return m_table; }

    [[nodiscard]] const FindingFocus& focus() const { return m_focus; }
    // What does not exist is replaced as `existing()` says. True if the table is another one now.
    bool setFocus(FindingFocus focus);

    // By the id of a rule. What the user switched stays so when another trace is shown; until then
    // rules start as SceneData says.
    [[nodiscard]] bool isRuleShown(const std::string& rule) const;
    // True if that is new.
    bool setRuleShown(const std::string& rule, bool shown);
    // Counts changes of what rules are shown.
    [[nodiscard]] std::uint64_t rulesRevision() const { return m_rulesRevision; }

private:
    void filter();

    const SceneData* m_trace = nullptr;
    OverlayTable m_table;
    FindingFocus m_focus;
    std::map<std::string, bool> m_choices;  // explicit choices of the user
    std::uint64_t m_rulesRevision = 0;
};

}  // namespace gaplight::ui
