// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "core/analysis/ranks/joint_measures.h"
#include "core/base/result.h"
#include "core/fleet/summary_folder.h"
#include "core/fleet/summary_rows.h"

namespace gaplight {
namespace {

constexpr std::size_t kMaxSmallRows = 256;  // costs, findings
constexpr std::size_t kMaxNames = std::size_t{1} << 16U;
constexpr std::size_t kMaxRows = std::size_t{1} << 20U;
constexpr std::size_t kMaxComputeRows = std::size_t{1} << 17U;
constexpr std::int64_t kMaxCount = std::int64_t{1} << 40U;
constexpr int kMaxRanks = 1 << 24U;

class SummaryReader {
public:
    explicit SummaryReader(const Database& database) : m_database(database) {}

    Result<RankSummary> take() {
        TRY(readAll());
        RankRecord& record = m_summary.record;
        record.rank = m_summary.trace.rank.value_or(0);
        record.timeline.compute = CoveredRanges(partsOf(m_summary.compute));
        for (const SummarizedStep& step : m_summary.steps) {
            record.timeline.steps.push_back(step.host);
        }
        record.timeline.withoutCall = CoveredRanges(std::move(m_withoutCall));
        completeTimeline(record, m_pauses);
        deriveApproaches();
        return std::move(m_summary);
    }

private:
    using Row = SummaryRow;

    [[nodiscard]] Result<void> readAll() {
        const auto rows = [&](const SummaryTable& table, std::size_t maxRows,
                              void (SummaryReader::*add)(const Row&)) {
            return [this, table, maxRows, add] {
                return readRows(m_database, table, maxRows,
                                [&](const Row& row) { (this->*add)(row); });
            };
        };
        return readSummaryFacts(m_database, m_summary)
            .and_then(rows(kGroupsTable, kMaxNames, &SummaryReader::addGroup))
            .and_then(rows(kOperationsTable, kMaxNames, &SummaryReader::addOperation))
            .and_then(rows(kAnnotationsTable, kMaxNames, &SummaryReader::addAnnotation))
            .and_then(rows(kStepsTable, kMaxRows, &SummaryReader::addStep))
            .and_then(rows(kCallsTable, kMaxRows, &SummaryReader::addCall))
            .and_then(rows(kComputeTable, kMaxComputeRows, &SummaryReader::addCompute))
            .and_then(rows(kCommunicationTable, kMaxRows, &SummaryReader::addWithoutCall))
            .and_then(rows(kPausesTable, kMaxRows, &SummaryReader::addPause))
            .and_then(rows(kCostsTable, kMaxSmallRows, &SummaryReader::addCost))
            .and_then(rows(kFindingsTable, kMaxSmallRows, &SummaryReader::addFinding));
    }

    Time timeOf(const Row& row, int column) const {
        return Time(row.duration(column, m_summary.record.clock.range.length()));
    }

    // `begin` and `length` columns; inside the trace.
    TimeRange rangeAt(const Row& row, int column) const {
        const Time begin = timeOf(row, column);
        return {begin, begin + row.duration(column + 1, m_summary.record.clock.range.end - begin)};
    }

    void addGroup(const Row& row) {
        CommGroup group;
        group.name = row.text(1);
        group.ranks = row.text(2);
        group.size = static_cast<int>(row.number(3, -1, kMaxRanks));
        group.isInferred = row.number(4, 0, 1) != 0;
        group.members = ranksInText(group.ranks);
        m_summary.record.calls.groups.push_back(std::move(group));
    }

    void addOperation(const Row& row) {
        CommCall call;
        const std::string kind = row.text(1);
        const auto* const known =
            std::find(std::begin(kCommKindNames), std::end(kCommKindNames), std::string_view(kind));
        if (known == std::end(kCommKindNames)) {
            row.refuse("collective, send or receive");
            return;
        }
        call.kind = static_cast<CommKind>(known - std::begin(kCommKindNames));
        call.operation = m_summary.keep(row.text(2));
        call.type = m_summary.keep(row.text(3));
        call.group = row.indexBelow(4, m_summary.record.calls.groups.size());
        call.inputs = row.number(5, -1, kMaxCount);
        call.outputs = row.number(6, -1, kMaxCount);
        call.peer = static_cast<int>(row.number(7, -1, kMaxRanks));
        m_operations.push_back(call);
    }

    // Ids count from 1: annotations().
    void addAnnotation(const Row& row) { m_annotations.push_back(m_summary.keep(row.text(1))); }

    void addStep(const Row& row) {
        SummarizedStep step;
        step.host = rangeAt(row, 1);
        step.time = row.duration(3, kMaxSummarySpan);
        step.kernels = static_cast<std::uint64_t>(row.number(4, 0, kMaxCount));
        step.launches = static_cast<std::uint64_t>(row.number(5, 0, kMaxCount));
        step.gpuBusy = row.duration(6, kMaxSummaryCalls);
        step.gpuIdle = row.duration(7, kMaxSummaryCalls);
        step.blockingCalls = static_cast<std::uint64_t>(row.number(8, 0, kMaxCount));
        if (!m_summary.steps.empty() && step.host.begin < m_summary.steps.back().host.begin) {
            row.refuse("steps in time order");
        }
        m_summary.steps.push_back(step);
    }

    void addCall(const Row& row) {
        RankRecord& record = m_summary.record;
        const std::size_t operation = row.indexBelow(1, m_operations.size());
        if (operation >= m_operations.size()) {
            return;  // refused
        }
        CommCall call = m_operations[operation];
        call.step =
            static_cast<int>(row.number(2, -1, static_cast<std::int64_t>(m_summary.steps.size())));
        Approach& approach = record.timeline.approaches.emplace_back();
        TimeRange kernel{};
        if (!row.isNull(3)) {
            kernel = rangeAt(row, 3);
            call.kernel = SliceId(record.calls.calls.size());
            call.kernelEnd = kernel.end;
            approach.compute = row.duration(5, record.clock.range.length());
        }
        if (!row.isNull(6)) {
            const auto id = row.number(6, 1, static_cast<std::int64_t>(m_annotations.size()));
            approach.idleIn =
                m_annotations.empty()
                    ? std::string_view{}
                    : m_annotations[static_cast<std::size_t>(std::max<std::int64_t>(id, 1) - 1)];
        }
        m_sumOfCalls += kernel.length();
        if (m_sumOfCalls > kMaxSummaryCalls) {
            row.refuse("communications of 78 hours at most");
        }
        record.kernels.push_back(kernel);
        record.calls.calls.push_back(call);
    }

    void addCompute(const Row& row) {
        DenseRange dense;
        dense.range = rangeAt(row, 0);
        dense.covered = row.duration(2, dense.range.length());
        dense.parts = static_cast<std::uint32_t>(row.number(3, 1, kMaxDenseParts));
        auto& ranges = m_summary.compute;
        if ((!ranges.empty() && dense.range.begin < ranges.back().range.end) ||
            (dense.parts == 1 && dense.covered != dense.range.length())) {
            row.refuse("ranges that do not overlap, and one part to be all of its range");
        }
        ranges.push_back(dense);
    }

    void addRange(const Row& row, std::vector<TimeRange>& ranges) const {
        const TimeRange range = rangeAt(row, 0);
        if (!ranges.empty() && range.begin < ranges.back().end) {
            row.refuse("ranges that do not overlap");
        }
        ranges.push_back(range);
    }
    void addWithoutCall(const Row& row) { addRange(row, m_withoutCall); }
    void addPause(const Row& row) { addRange(row, m_pauses); }

    void addCost(const Row& row) {
        const std::string kind = row.text(0);
        SummarizedCost cost;
        for (std::size_t at = 0; at < static_cast<std::size_t>(SummarizedCost::Kind::Count_);
             ++at) {
            cost.kind = static_cast<SummarizedCost::Kind>(at);
            if (kind == costKindName(cost.kind)) {
                break;
            }
        }
        cost.name = row.text(1);
        cost.count = static_cast<std::uint64_t>(row.number(2, 0, kMaxCount));
        cost.total = row.duration(3, kMaxSummaryCalls);
        m_summary.costs.push_back(std::move(cost));
    }

    void addFinding(const Row& row) {
        SummarizedFinding finding{row.text(0), row.text(1), row.text(2), std::nullopt, {}};
        if (!row.isNull(3)) {
            finding.saving = row.duration(3, kMaxSummaryCalls);
        }
        finding.idle = row.duration(4, kMaxSummaryCalls);
        m_summary.findings.push_back(std::move(finding));
    }

    // What a summary does not store of RankTimeline::approaches.
    void deriveApproaches() {
        RankRecord& record = m_summary.record;
        const auto entries = stepEntries(record.calls, record.timeline, record.kernels,
                                         record.calls.beforeCaptureEnd);
        for (std::size_t at = 0; at < record.kernels.size(); ++at) {
            const StepEntry& entry =
                entries[static_cast<std::size_t>(record.calls.calls[at].step + 1)];
            Approach& approach = record.timeline.approaches[at];
            const Duration whole = std::max(Duration{}, record.kernels[at].begin - entry.time);
            approach.compute = std::min(approach.compute, whole);
            approach.idle = whole - approach.compute;
            approach.isKnown = entry.isKnown;
        }
    }

    const Database& m_database;
    RankSummary m_summary;
    std::vector<CommCall> m_operations;
    std::vector<std::string_view> m_annotations;
    std::vector<TimeRange> m_withoutCall;
    std::vector<TimeRange> m_pauses;
    Duration m_sumOfCalls{};
};

Error notASummary(const std::string& why) {
    return {ErrorCode::NotATrace, "not a summary that this version reads: " + why, std::nullopt};
}

Result<std::shared_ptr<const Database>> openTables(std::shared_ptr<const RandomAccess> bytes) {
    if (bytes->size() > kMaxSummaryBytes) {
        return fail(ErrorCode::TooLarge, "the summary is larger than 64 MiB");
    }
    auto database = Database::open(std::move(bytes));
    if (!database) {
        return database;
    }
    if ((*database)->findTable(kFactsTable.name) == nullptr) {
        return tl::unexpected(notASummary("it has no table facts"));
    }
    const std::string version = summaryFact(**database, "version");
    if (version != std::to_string(kSummaryVersion)) {
        return tl::unexpected(notASummary("its version is " +
                                          (version.empty() ? "not stated" : version) +
                                          ", expected " + std::to_string(kSummaryVersion)));
    }
    return database;
}

}  // namespace

Result<RankSummary> readSummary(std::shared_ptr<const RandomAccess> bytes) {
    auto database = TRY(openTables(std::move(bytes)));
    return SummaryReader(*database).take();
}

Result<std::string> readSummaryKey(std::shared_ptr<const RandomAccess> bytes) {
    auto database = TRY(openTables(std::move(bytes)));
    return summaryFact(*database, "key");
}

}  // namespace gaplight
