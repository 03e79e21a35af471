// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/string_pool.h"
#include "core/base/text_hash.h"
#include "core/formats/chrome/event_fields.h"
#include "core/formats/trace_cutter.h"

namespace gaplight {

// Decides which events of a source a cut keeps, one after the other in the source's order.
class CutEvents {
public:
    // `plan` must outlive it.
    explicit CutEvents(const CutPlan& plan) : m_plan(plan) {}

    // First, all events once, if there are flows at all: which of them have both ends.
    void notice(const EventFields& fields);

    [[nodiscard]] bool keeps(const EventFields& fields, EventId event);
    // `event` with its times inside the range; as it is without clipping.
    [[nodiscard]] std::string clipped(std::string_view event, const EventFields& fields) const;

private:
    [[nodiscard]] bool isInside(const EventFields& fields) const;
    [[nodiscard]] bool isFlowEndKept(const EventFields& fields) const;
    [[nodiscard]] bool keepsEnd(std::unordered_map<std::string, std::vector<bool>, TextHash>& open,
                                const std::string& key);

    const CutPlan& m_plan;
    StringPool<struct FlowTag> m_flows;
    std::vector<std::uint8_t> m_flowEnds;  // by flow: which ends there are
    std::unordered_map<std::string, std::vector<bool>, TextHash>
        m_openOnTrack;  // B without E: whether kept
    std::unordered_map<std::string, std::vector<bool>, TextHash> m_openAsync;  // b without e
};

}  // namespace gaplight
