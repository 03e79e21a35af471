// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/ranks/comm_calls.h"
#include "core/base/time.h"
#include "core/trace/trace.h"

namespace gaplight {

// Why the last rank of a collective came late.
struct LateCause {
    enum class Kind : std::uint8_t { Host, Gpu };
    Kind kind = Kind::Host;  // Gpu where computeMore is larger than idleMore
    // From the end of its last communication of an earlier step to its arrival, against the median
    // of the others: time of other activities, and time without any.
    Duration computeMore{};
    Duration idleMore{};
    std::string_view in;  // annotation that most of its idle time is in; empty: none
    // All ranks show a communication of an earlier step, where they were together.
    bool isSure = false;
};
// Stable name, as in the command line's JSON: "gpu", "host".
[[nodiscard]] constexpr std::string_view lateCauseName(LateCause::Kind kind) {
    return kind == LateCause::Kind::Gpu ? "gpu" : "host";
}

// What one rank did in a collective, on the axis of the set. Ranks are positions in the set.
struct RankPart {
    std::size_t rank = 0;
    std::size_t call = 0;     // into its CommCalls::calls
    TimeRange kernel{};       // its arrival to its end
    Time waitEnd;             // the last arrival, or its own end where that is earlier
    Duration wait{};          // time of its kernels from its arrival to waitEnd
    Duration exposedWait{};   // of it, without other work on this GPU; what waits itself is none
    std::int64_t bytes = -1;  // of its input; -1: not known
    // The end of its last communication of an earlier step, where all ranks were together; not
    // known: the begin of its first step.
    Time entry;
    bool isEntryKnown = false;

    TimeRange waiting() const { return {kernel.begin, waitEnd}; }
    TimeRange moving() const { return {waitEnd, kernel.end}; }
};

// One communication of several ranks: the calls of a process group with the same ordinal, or a
// send and its receive. Definitions: metrics.md, "Several ranks".
struct JointCollective {
    bool isSendReceive = false;
    std::string_view operation;  // "allreduce"; "send_recv"
    std::string_view type;
    std::size_t communicator = 0;  // into RankSetAnalysis::communicators
    std::size_t ordinal = 0;       // in its communicator
    std::size_t sender = 0;        // of a send: positions in the set
    std::size_t receiver = 0;
    std::vector<RankPart> parts;  // by rank
    std::size_t last = 0;         // rank that arrived last
    Duration skew{};              // last - first arrival
    Duration lead{};              // last - second last arrival
    Duration lateness{};          // where isLate: of the lead, what its rank has in no other one
    Duration transfer{};          // last end - last arrival
    bool isLate = false;          // of a collective: the lead exceeds what clocks and links explain
    LateCause cause;              // where isLate

    // O(log parts).
    const RankPart* partOf(std::size_t rank) const {
        const auto part = std::lower_bound(
            parts.begin(), parts.end(), rank,
            [](const RankPart& one, std::size_t wanted) { return one.rank < wanted; });
        return part != parts.end() && part->rank == rank ? &*part : nullptr;
    }
};

// A process group of the set. `ranks`: positions in the set, ascending.
struct Communicator {
    std::string name;
    std::vector<int> members;  // as recorded; empty: not recorded
    std::vector<std::size_t> ranks;
    std::size_t calls = 0;            // matched
    std::string_view dimension = {};  // parallelDimension(); empty: not known
    // The calls' group is not recorded (CommGroup::isInferred); all ranks are assumed to be in it.
    bool isInferred = false;

    // The name, or "all ranks" where none is recorded; with the dimension: "3 (TP)".
    std::string label() const {
        const std::string text = isInferred     ? "all ranks (assumed)"
                                 : name.empty() ? "all ranks"
                                                : name;
        return dimension.empty() ? text : text + " (" + std::string(dimension) + ")";
    }
};

// Where ranks did not call for the same.
struct SequenceProblem {
    std::size_t communicator = 0;
    std::size_t ordinal = 0;
    std::size_t rank = 0;  // whose call differs from the first rank's
    std::string expected;  // "allreduce of 1,024 Float"; empty: no more call
    std::string found;
};

struct MatchedCalls {
    std::vector<Communicator> communicators;
    std::vector<JointCollective> collectives;  // without figures but parts' ranks, calls, bytes
    std::vector<SequenceProblem> problems;
    std::uint64_t unmatched = 0;  // calls with a kernel that have no counterpart
};

// Matches the calls of all ranks: the n-th of a group, in the order of the host, and the n-th send
// a -> b with the n-th receive of b from a. Behind a problem a group's calls are not matched. A
// difference in an inferred group is no problem: its calls may be of several groups.
// `ranks`: their numbers. O(calls log groups).
[[nodiscard]] MatchedCalls matchCalls(std::span<const CommCalls> calls, std::span<const int> ranks);

// For each of `ranks` ranks, the positions of the collectives that it takes part in, ascending.
// O(parts of all collectives).
[[nodiscard]] std::vector<std::vector<std::size_t>> collectivesOfRanks(
    std::span<const JointCollective> collectives, std::size_t ranks);

}  // namespace gaplight
