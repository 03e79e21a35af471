// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/id.h"
#include "core/base/text_hash.h"
#include "core/base/time.h"
#include "core/formats/perfetto/cut_arrows.h"
#include "core/formats/perfetto/cut_pairs.h"
#include "core/formats/perfetto/packets/interned_texts.h"
#include "core/formats/perfetto/packets/packet_sequences.h"
#include "core/formats/perfetto/rows/perfetto_tracks.h"
#include "core/formats/perfetto/thread_states.h"
#include "core/formats/perfetto/track_events.h"
#include "core/formats/trace_cutter.h"

namespace gaplight {

// Decides which events of a Perfetto trace a cut keeps: all packets once with `notice`, in the
// order of the file, then `finish`, then questions by the events' numbers (EventId). Memory: 28
// bytes for each begin and end, 32 for each end of a flow, 32 for each switch of threads, 8 for
// each event that is kept.
class PerfettoCutChoice {
public:
    // `plan` must outlive it. `originNs`: time 0 of the plan on the trace's primary clock.
    PerfettoCutChoice(const CutPlan& plan, std::shared_ptr<const InternedTexts> texts,
                      std::int64_t originNs)
        : m_plan(plan), m_texts(std::move(texts)), m_originNs(originNs) {}

    // The packet with a number. Throws protozero::exception.
    void notice(const PacketMessage& packet, std::uint64_t number);
    void finish();

    // O(log events), also below.
    bool keeps(std::uint64_t number) const;
    // An event that is left out, but whose time counts: the first or last one of the trace.
    bool keepsTime(std::uint64_t number) const {
        return number == m_first.second || (number == m_last.second && !m_plan.clip);
    }
    // Once finished.
    const CutArrows& arrows() const { return m_arrows; }
    // keeps() for a thread switch. `number`: its position among the file's switches
    // (SchedSwitch::event).
    bool keepsSwitch(std::uint64_t number) const;
    // The thread that ran on the CPU before the switch. Where the switch does not name it (compact
    // ones): the thread that the CPU switched to before; 0 if there is no earlier switch.
    std::int32_t previousOf(const SchedSwitch& sched) const;

    bool isInside(std::int64_t time) const;
    // A time within a slice on the track: inside the range if slices are clipped.
    std::int64_t clipped(std::int64_t time) const;
    [[nodiscard]] std::int64_t clipped(std::int64_t time, std::uint64_t trackUuid) {
        return m_pairs.isClipped(m_tracks.find(trackUuid)) ? clipped(time) : time;
    }
    // Whether the values of a track are differences.
    [[nodiscard]] bool isIncremental(std::uint64_t trackUuid) {
        return m_tracks.counter(m_tracks.find(trackUuid)).isIncremental;
    }

private:
    struct AsyncGroup {
        std::vector<std::uint64_t> numbers;
        bool isKept = false;
    };

    void noticeBundle(std::string_view message);
    void noticeTrackEvent(const PacketMessage& packet, std::uint64_t number, std::int64_t time);
    void noticeAsync(const TrackEventFields& event, AsyncPhase phase, std::uint64_t number,
                     std::int64_t time);
    void finishSwitches();
    bool isListed(std::uint64_t number) const;

    const CutPlan& m_plan;
    std::shared_ptr<const InternedTexts> m_texts;
    std::int64_t m_originNs;
    PacketSequences m_sequences;
    PerfettoTracks m_tracks;
    ImportIssues m_issues;  // of which nothing becomes
    CutPairs m_pairs;
    CutArrows m_arrows;
    std::vector<SchedSwitch> m_switches;
    std::unordered_map<std::string, AsyncGroup, TextHash> m_asyncs;  // by category and id
    std::unordered_map<std::uint64_t, std::int32_t, IdHash> m_previous;
    std::vector<std::uint64_t> m_kept;          // ascending when finished
    std::vector<std::uint64_t> m_keptSwitches;  // the same
    std::optional<std::int64_t> m_firstTime;
    std::pair<std::int64_t, std::uint64_t> m_first{0, ~std::uint64_t{0}};  // time, number
    std::pair<std::int64_t, std::uint64_t> m_last{0, ~std::uint64_t{0}};
};

}  // namespace gaplight
