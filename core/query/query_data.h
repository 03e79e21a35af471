// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/ranks/rank_set.h"
#include "core/session/document.h"
#include "core/session/memory_data.h"
#include "core/session/session.h"

namespace gaplight {

// Rows of several parts under one number: part 0 has the rows [0, first(1)), and so on.
class RowsOfParts {
public:
    RowsOfParts() : m_first{0} {}
    void add(std::size_t count) { m_first.push_back(m_first.back() + count); }

    std::size_t size() const { return m_first.back(); }
    std::size_t first(std::size_t part) const { return m_first[part]; }
    // The part of a row, and its number there. O(log parts).
    std::pair<std::size_t, std::size_t> locate(std::size_t row) const;

private:
    std::vector<std::size_t> m_first;  // per part, and the end
};

// Readers give the states of a thread, and its sampled call stacks, tracks of their own, whose tids
// are that of the thread and these endings.
inline constexpr std::string_view kStateTrackEnding = " state";
inline constexpr std::string_view kSampleTrackEnding = " samples";
// The name of a state of a thread that runs, but for the number of the CPU.
inline constexpr std::string_view kRunningState = "Running on CPU ";

// What a query reads beside a trace.
struct QueryAttachments {
    std::shared_ptr<const MatchedReport> report = {};  // of Nsight Compute; null: none
    std::shared_ptr<const MemoryData> memory = {};     // null: none
    std::shared_ptr<const RankSet> ranks = {};         // that the trace is one of; null: none
};

// What the tables of queries are read from: a session, and where rows of its tables begin.
// Immutable; safe from any thread. 4 bytes for each kernel and copy, beyond the session.
class QueryData {
public:
    // O(activities + counters + evidence).
    explicit QueryData(std::shared_ptr<const Session> session, QueryAttachments attachments = {});

    const Session& session() const { return *m_session; }
    const Trace& trace() const { return *m_session->trace; }
    const QueryAttachments& attachments() const { return m_attachments; }

    // Of threads and streams; of groups of async operations. Without the tracks of states and
    // samples.
    std::span<const TrackId> threads() const { return m_threads; }
    std::span<const TrackId> asyncTracks() const { return m_asyncTracks; }
    std::span<const SliceId> kernels() const { return m_kernels; }
    std::span<const SliceId> copies() const { return m_copies; }  // and memsets
    std::span<const SliceId> threadStates() const { return m_threadStates; }
    std::span<const SliceId> runningStates() const { return m_runningStates; }  // of those
    std::span<const SliceId> stackSamples() const { return m_stackSamples; }
    const RowsOfParts& counters() const { return m_counters; }        // part: series
    const RowsOfParts& gaps() const { return m_gaps; }                // part: GPU of the analysis
    const RowsOfParts& evidence() const { return m_evidence; }        // part: finding
    const RowsOfParts& metrics() const { return m_metrics; }          // part: kernel of the report
    const RowsOfParts& allocations() const { return m_allocations; }  // part: GPU of the snapshot
    const RowsOfParts& collectiveParts() const { return m_collectiveParts; }  // part: collective

private:
    void addTracks();

    std::shared_ptr<const Session> m_session;
    QueryAttachments m_attachments;
    std::vector<TrackId> m_threads;
    std::vector<TrackId> m_asyncTracks;
    std::vector<SliceId> m_kernels;
    std::vector<SliceId> m_copies;
    std::vector<SliceId> m_threadStates;
    std::vector<SliceId> m_runningStates;
    std::vector<SliceId> m_stackSamples;
    RowsOfParts m_counters;
    RowsOfParts m_gaps;
    RowsOfParts m_evidence;
    RowsOfParts m_metrics;
    RowsOfParts m_allocations;
    RowsOfParts m_collectiveParts;
};

}  // namespace gaplight
