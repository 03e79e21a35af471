// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/perfetto/rows/slice_pairing.h"

#include <algorithm>
#include <span>

namespace gaplight {
namespace {

bool isInOrderOfTime(std::span<const SliceEdge> edges) {
    return std::is_sorted(edges.begin(), edges.end(), [](const auto& left, const auto& right) {
        return left.time() < right.time();
    });
}

// The edges of one track.
class TrackPairing {
public:
    TrackPairing(const SlicePairing& pairing, ImportIssues& issues)
        : m_pairing(pairing), m_issues(issues) {}

    void pair(std::span<SliceEdge> edges, EdgeOrder order) {
        m_open.clear();
        if (order == EdgeOrder::InGroups && pairGroups(edges)) {
            return;
        }
        if (!isInOrderOfTime(edges)) {
            std::stable_sort(edges.begin(), edges.end(), [](const auto& left, const auto& right) {
                return left.time() < right.time();
            });
        }
        pairAsStack(edges);
    }

private:
    // A run of begins with the run of ends after it.
    struct Group {
        std::span<const SliceEdge> begins;
        std::span<const SliceEdge> ends;

        bool isNested() const {
            return isInOrderOfTime(begins) && isInOrderOfTime(ends) &&
                   begins.back().time() < ends.front().time();
        }
        bool endsFollowBegins() const {
            for (std::size_t at = 0; at < ends.size(); ++at) {
                if (ends[at].time() < begins[at].time()) {
                    return false;
                }
            }
            return true;
        }
    };

    // Empty where runs do not match. The last group may lack ends: a file that was cut.
    static std::vector<Group> groupsOf(std::span<const SliceEdge> edges) {
        std::vector<Group> groups;
        for (std::size_t at = 0; at < edges.size();) {
            const auto runFrom = [&](std::size_t from, bool isBegin) {
                std::size_t to = from;
                while (to < edges.size() && edges[to].isBegin() == isBegin) {
                    ++to;
                }
                return edges.subspan(from, to - from);
            };
            const auto begins = runFrom(at, true);
            const auto ends = runFrom(at + begins.size(), false);
            const Group group{begins, ends};
            at += begins.size() + ends.size();
            const bool isCut = at == edges.size() && ends.size() < begins.size();
            if ((begins.size() != ends.size() && !isCut) || !group.endsFollowBegins()) {
                return {};
            }
            groups.push_back(group);
        }
        return groups;
    }

    bool pairGroups(std::span<const SliceEdge> edges) {
        const std::vector<Group> groups = groupsOf(edges);
        for (const Group& group : groups) {
            const std::size_t count = group.ends.size();
            const bool isNested = count == group.begins.size() && group.isNested();
            for (std::size_t at = 0; at < group.begins.size(); ++at) {
                if (at < count) {
                    m_pairing.close(group.begins[isNested ? count - 1 - at : at].number(),
                                    group.ends[at].time(), group.ends[at].number());
                } else {
                    closeUnfinished(group.begins[at]);
                }
            }
        }
        return !groups.empty();
    }

    void pairAsStack(std::span<const SliceEdge> edges) {
        for (const SliceEdge& edge : edges) {
            if (edge.isBegin()) {
                m_open.push_back(edge);
            } else if (m_open.empty()) {
                m_issues.record(IssueKind::UnopenedSlice, edge.number(), {});
            } else {
                m_pairing.close(m_open.back().number(), edge.time(), edge.number());
                m_open.pop_back();
            }
        }
        for (; !m_open.empty(); m_open.pop_back()) {
            closeUnfinished(m_open.back());
        }
    }

    void closeUnfinished(const SliceEdge& begin) {
        m_issues.record(IssueKind::UnfinishedSlice, m_pairing.packetOf(begin.number()), {});
        m_pairing.close(begin.number(), std::max(begin.time(), m_pairing.traceEnd),
                        SlicePairing::kNoEnd);
    }

    const SlicePairing& m_pairing;
    ImportIssues& m_issues;
    std::vector<SliceEdge> m_open;
};

}  // namespace

void EdgeOrders::addEdge(std::uint32_t sequence, std::int64_t time) {
    if (m_last == nullptr || m_lastSequence != sequence) {
        m_lastSequence = sequence;
        m_last = &m_sequences.try_emplace(sequence, Times{time, time, false}).first->second;
    }
    m_last->isOutOfOrder = m_last->isOutOfOrder || time < m_last->last;
    m_last->last = time;
}

void EdgeOrders::append(const EdgeOrders& later, const std::vector<PerfettoTrackId>& tracks) {
    for (std::size_t at = 0; at < std::min(tracks.size(), later.m_tracks.size()); ++at) {
        const Writer& writer = later.m_tracks[at];
        if (writer.isKnown) {
            use(tracks[at].index(), writer.sequence);
            Writer& joined = m_tracks[tracks[at].index()];
            joined.isOneOfMany = joined.isOneOfMany || writer.isOneOfMany;
        }
    }
    for (const auto& [sequence, times] : later.m_sequences) {
        const auto [at, isNew] = m_sequences.try_emplace(sequence, times);
        if (!isNew) {
            Times& joined = at->second;
            joined.isOutOfOrder =
                joined.isOutOfOrder || times.isOutOfOrder || times.first < joined.last;
            joined.last = times.last;
        }
    }
}

EdgeOrder EdgeOrders::of(PerfettoTrackId track) const {
    if (track.index() >= m_tracks.size()) {
        return EdgeOrder::AsWritten;
    }
    const Writer& writer = m_tracks[track.index()];
    if (writer.isOneOfMany) {
        return EdgeOrder::ManyWriters;
    }
    const auto times = m_sequences.find(writer.sequence);
    return times != m_sequences.end() && times->second.isOutOfOrder ? EdgeOrder::InGroups
                                                                    : EdgeOrder::AsWritten;
}

void SlicePairing::pair(std::span<SliceEdge> edges, EdgeOrder order, ImportIssues& issues) const {
    TrackPairing(*this, issues).pair(edges, order);
}

}  // namespace gaplight
