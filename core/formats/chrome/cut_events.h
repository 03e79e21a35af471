// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/text_hash.h"
#include "core/formats/chrome/cut_flows.h"
#include "core/formats/chrome/event_parser.h"
#include "core/formats/trace_cutter.h"

namespace gaplight {

// Decides which events of a source a cut keeps, one after the other in the source's order.
class CutEvents {
public:
    // `plan` must outlive it.
    explicit CutEvents(const CutPlan& plan) : m_plan(plan), m_flows(plan) {}

    // First, if there are flows at all, all events once, then finishNoticing().
    void notice(const EventFields& fields, EventId event) { m_flows.notice(fields, event); }
    void finishNoticing() { m_flows.finish(); }

    [[nodiscard]] bool keeps(const EventFields& fields, EventId event);
    // What is written of the event: its text, with times inside the range where slices are clipped,
    // and as a start where it is a step whose arrows before it are left out.
    std::string textOf(std::string_view event, const EventFields& fields, EventId id) const;

private:
    struct Change {
        const Token* token = nullptr;
        std::string text;
    };

    std::vector<Change> clippedTimes(const EventFields& fields) const;
    bool isInside(const EventFields& fields) const;
    [[nodiscard]] bool keepsEnd(std::unordered_map<std::string, std::vector<bool>, TextHash>& open,
                                const std::string& key);

    const CutPlan& m_plan;
    CutFlows m_flows;
    std::unordered_map<std::string, std::vector<bool>, TextHash>
        m_openOnTrack;  // B without E: whether kept
    std::unordered_map<std::string, std::vector<bool>, TextHash> m_openAsync;  // b without e
};

}  // namespace gaplight
