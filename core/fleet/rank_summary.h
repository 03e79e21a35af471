// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/idle/gap_activity.h"
#include "core/analysis/idle/gaps.h"
#include "core/analysis/ranks/rank_analysis.h"
#include "core/base/result.h"
#include "core/base/time.h"
#include "core/fleet/dense_ranges.h"
#include "core/io/file_content.h"
#include "core/session/session.h"

namespace gaplight {

// Version of a summary's tables. A file of another version is made again, or refused.
inline constexpr std::int64_t kSummaryVersion = 3;
// Larger values make no sense in a trace, and sums of those of 32,768 ranks stay in 64 bits.
inline constexpr Duration kMaxSummarySpan{std::int64_t{1} << 47};  // 39 hours
// Sum of the lengths of all communications of a rank.
inline constexpr Duration kMaxSummaryCalls{std::int64_t{1} << 48};

// The trace that a summary was made of.
struct SummarizedTrace {
    std::string path;
    std::string key;   // FileContent::key
    std::string ends;  // FileContent::ends: the same for a copy of the trace
    std::string format;
    std::string host;         // empty: not recorded
    std::string gpu;          // name of the first; empty: not recorded
    std::optional<int> rank;  // as recorded, else the one in the file's name
    std::optional<int> worldSize;
    std::uint64_t slices = 0;
    std::uint64_t issues = 0;  // of the import
};

// Totals of all GPUs of a rank.
struct SummarizedGpu {
    Duration window{};
    Duration busy{};
    Duration idle{};
    IdleByTrigger idleByTrigger{};    // sums to `idle`
    IdleByActivity idleByActivity{};  // sums to `idle`
};

struct SummarizedStep {
    TimeRange host{};
    Duration time{};  // of StepRow::span
    std::uint64_t kernels = 0;
    std::uint64_t launches = 0;
    Duration gpuBusy{};
    Duration gpuIdle{};
    std::uint64_t blockingCalls = 0;
};

// What takes most time.
struct SummarizedCost {
    enum class Kind : std::uint8_t {
        KernelGroup,   // all kernels of one purpose
        Kernel,        // by short name
        HostFunction,  // that runs while the GPU is idle: time in gaps
        BlockingCall,  // in which the host waits
        Count_,
    };
    Kind kind = Kind::Kernel;
    std::string name;
    std::uint64_t count = 0;
    Duration total{};
};
// Stable snake_case name.
[[nodiscard]] std::string_view costKindName(SummarizedCost::Kind kind);

struct SummarizedFinding {
    std::string rule;
    std::string severity;  // severityName()
    std::string title;
    std::optional<Duration> saving;
    Duration idle{};
};

// One trace, reduced to what a comparison of thousands of ranks needs (README.md). Times are since
// the begin of the trace. `record` has no trace: a valid SliceId in it only says that a slice was
// there. Its timeline has communications, approaches, and dense ranges in place of each kernel; it
// has no annotations.
struct RankSummary {
    SummarizedTrace trace;
    SummarizedGpu gpu;
    std::vector<SummarizedStep> steps;
    std::vector<SummarizedCost> costs;
    std::vector<SummarizedFinding> findings;
    std::vector<DenseRange> compute;  // that record.timeline.compute was made of
    RankRecord record;
    // Texts that `record` refers to.
    using Texts = std::set<std::string, std::less<>>;
    std::shared_ptr<Texts> texts = std::make_shared<Texts>();

    // The text, kept as long as this summary.
    std::string_view keep(std::string_view text);
};

// When no communication runs between the kernels of one call. By start, disjoint.
[[nodiscard]] std::vector<TimeRange> pausesOfCalls(const RankRecord& record);

// Derives from the calls, their pauses, the communications without a call and the ranges of
// computing what else of the timeline follows from them.
void completeTimeline(RankRecord& record, const std::vector<TimeRange>& pauses);

// Reduces a trace to its summary. `content`: of its file. Errors: TooLarge: a trace of more than
// kMaxSummarySpan, or with more communication than kMaxSummaryCalls. O(slices).
[[nodiscard]] Result<RankSummary> summarizeSession(const Session& session,
                                                   const FileContent& content);

}  // namespace gaplight
