// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/formats/chrome/event_fields.h"
#include "core/session/session.h"
#include "core/session/trace_cut.h"

namespace gaplight {

// Decides which events of a source a cut keeps, one after the other in the source's order.
class CutEvents {
public:
    CutEvents(const Session& session, const CutOptions& options);

    // First, all events once, if there are flows at all: which of them have both ends.
    void notice(const EventFields& fields);
    [[nodiscard]] bool needsNotice() const { return m_hasFlows; }

    // Whether the event that begins at `offset` stays.
    [[nodiscard]] bool keeps(const EventFields& fields, std::uint64_t offset);
    // `event` with its times inside the range; as it is without clipping.
    [[nodiscard]] std::string clipped(std::string_view event, const EventFields& fields) const;

private:
    [[nodiscard]] bool touches(TimeRange range) const;
    void add(const SliceTable& slices, SliceId slice);
    void addLaunches(const Session& session);
    void addEdges(const Session& session);
    [[nodiscard]] bool isInside(const EventFields& fields) const;
    [[nodiscard]] bool isFlowEndKept(const EventFields& fields) const;
    [[nodiscard]] bool keepsEnd(std::unordered_map<std::string, std::vector<bool>>& open,
                                const std::string& key);

    CutOptions m_options;
    bool m_hasFlows;
    std::vector<std::uint64_t> m_offsets;  // of events that stay, ascending
    std::vector<std::int64_t>
        m_outsideStarts;  // of kept slices that begin outside the range, ascending
    std::unordered_map<std::uint64_t, std::uint8_t> m_flows;  // by hash: which ends there are
    std::unordered_map<std::string, std::vector<bool>> m_openOnTrack;  // B without E: whether kept
    std::unordered_map<std::string, std::vector<bool>> m_openAsync;    // b without e
};

}  // namespace gaplight
