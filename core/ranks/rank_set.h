// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/analysis/ranks/rank_analysis.h"
#include "core/base/result.h"
#include "core/detectors/engine/settings.h"
#include "core/io/byte_source.h"
#include "core/ranks/frontends.h"
#include "core/session/session.h"

namespace gaplight {

// Where the numbers of ranks come from: the first that gives each file a number of its own.
// Replicas: several worlds of equal ranks (data-parallel copies of a server), told apart by the
// replica in the file's name; numbered one world after the other.
enum class RankNumbering : std::uint8_t { Recorded, Replicas, FileNames, Order };

// One rank of a set.
struct RankSession {
    int rank = 0;
    std::shared_ptr<const Session> session;
    std::optional<int> replica = {};  // where the set has several worlds
    int rankInReplica = 0;
};

// A file that could not be read, and why.
struct UnreadRank {
    std::string path;
    Error error;
    bool isFrontend = false;  // no rank by its name
};

// The ranks of a run, opened. Immutable.
struct RankSet {
    std::vector<RankSession> ranks;  // by rank
    std::vector<UnreadRank> unread;  // left out; frontends are no part of the world
    std::vector<FrontendSession> frontends;
    RankNumbering numbering = RankNumbering::Recorded;
    int worldSize = 0;         // recorded, or the number of files
    RankSetAnalysis analysis;  // its ranks are positions in `ranks`; refers to the sessions
};

// Opens one file: openSession(), or a replacement in tests.
using RankOpener = std::function<Result<std::shared_ptr<const Session>>(const std::string& path,
                                                                        const OpenOptions&)>;

struct RankSetOptions {
    // Called from loading threads, one call at a time: position of the file, and where it is.
    std::function<void(std::size_t file, const LoadProgress&)> onProgress;
    std::stop_token stop;
    // Set it to stop reading all files but keep what has been read.
    const std::atomic<bool>* finishEarly = nullptr;
    Settings settings;
    InflationLimit inflation;
    // Files that are loaded at the same time; 0: as many as processors and memory allow.
    std::size_t concurrent = 0;
    RankOpener open;  // empty: openSession()
};

// Loads each file and analyzes all ranks together. A file that cannot be read is left out and named
// in `unread`. Errors: Cancelled; BadArgument: files of several runs, by the ranks that they record
// and their names or by runsOf(), or files of which none records a rank and no communication of two
// matches; that of the first file where none can be read.
[[nodiscard]] Result<std::shared_ptr<const RankSet>> openRankSet(
    std::span<const std::string> files, const RankSetOptions& options = {});

// The same from sessions that are open. Not empty.
[[nodiscard]] std::shared_ptr<const RankSet> rankSetOf(
    std::vector<std::shared_ptr<const Session>> sessions, std::stop_token stop = {});

// "rank 3", "rank 3 (rank 1 of dp 1)": the name of the rank at a position of `ranks`.
[[nodiscard]] std::string rankName(const RankSet& set, std::size_t position);

// The ranks as analyzeRanks() and JointReplay take them. Refers to the sessions.
[[nodiscard]] std::vector<RankTrace> rankTraces(const RankSet& set);

// The number by which a step is shown: N of "ProfilerStep#N" (stepNumber()) in the first rank that
// has the step. `step`: its index among the steps of a rank, from 0; -1: before the first.
// Returns nothing where no rank has a step of that index. O(tracks × log slices).
[[nodiscard]] std::optional<std::size_t> numberOfStep(const RankSet& set, int step);

// "step 3" by numberOfStep(); "before" where `step` is -1, "after" where no rank has it.
[[nodiscard]] std::string stepLabel(const RankSet& set, int step);

// Positions of the collectives that some rank was late in, the largest lead first.
[[nodiscard]] std::vector<std::size_t> lateCollectives(const RankSetAnalysis& set);

// The late collective after (`direction` 1) or before (-1) one in time, around the ends; of all
// collectives where nobody was late. `from`: -1 for none. There is at least one.
[[nodiscard]] std::size_t nextLateCollective(const RankSetAnalysis& set, int from, int direction);

}  // namespace gaplight
