// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <span>
#include <tuple>
#include <utility>

#include "core/fleet/summary_folder.h"
#include "core/fleet/summary_tables.h"
#include "core/fleet/table_writer.h"

namespace gaplight {
namespace {

using Value = TableWriter::Value;

Value numberOf(std::uint64_t number) {
    return static_cast<std::int64_t>(number);
}
Value numberOf(Duration time) {
    return ns(time);
}
Value numberOf(Time time) {
    return ns(time);
}
Value numberOrNull(std::optional<int> number) {
    return number ? Value(std::int64_t{*number}) : Value();
}
Value numberOrNull(std::optional<Duration> time) {
    return time ? Value(ns(*time)) : Value();
}
Value textOf(std::string_view text) {
    return text;
}

class SummaryBytes {
public:
    explicit SummaryBytes(const RankSummary& summary) : m_summary(summary) {}

    Result<std::string> take() {
        writeFacts();
        writeIdle();
        writeGroups();
        writeCalls();
        writeRanges();
        writeSteps();
        writeCosts();
        return m_tables.take();
    }

private:
    void begin(const SummaryTable& table) { m_tables.beginTable(table.name, table.columns); }
    void fact(std::string_view name, Value value) { m_tables.add({textOf(name), value}); }

    void factIfAny(std::string_view name, Duration time) {
        if (time > Duration{}) {
            fact(name, numberOf(time));
        }
    }

    void writeFacts() {
        begin(kFactsTable);
        fact("version", kSummaryVersion);
        const SummarizedTrace& trace = m_summary.trace;
        fact("key", textOf(trace.key));
        fact("format", textOf(trace.format));
        fact("host", textOf(trace.host));
        fact("gpu", textOf(trace.gpu));
        fact("rank", numberOrNull(trace.rank));
        fact("world_size", numberOrNull(trace.worldSize));
        fact("slices", numberOf(trace.slices));
        fact("issues", numberOf(trace.issues));
        const RankRecord& record = m_summary.record;
        fact("epoch_ns", numberOrNull(record.clock.epoch));
        fact("length_ns", numberOf(record.clock.range.length()));
        fact("recorded_begin_ns", numberOf(record.timeline.recorded.begin));
        fact("recorded_end_ns", numberOf(record.timeline.recorded.end));
        fact("before_capture", numberOf(record.calls.beforeCapture));
        fact("before_capture_end_ns",
             record.calls.beforeCaptureEnd ? numberOf(*record.calls.beforeCaptureEnd) : Value());
    }

    void writeIdle() {
        const SummarizedGpu& gpu = m_summary.gpu;
        fact("gpu_window_ns", numberOf(gpu.window));
        fact("gpu_busy_ns", numberOf(gpu.busy));
        fact("gpu_idle_ns", numberOf(gpu.idle));
        for (std::size_t at = 0; at < gpu.idleByTrigger.size(); ++at) {
            const std::string name =
                "idle_trigger." + std::string(gapTriggerName(static_cast<GapTrigger>(at)));
            factIfAny(name, gpu.idleByTrigger[at]);
        }
        for (std::size_t at = 0; at < gpu.idleByActivity.size(); ++at) {
            const std::string name =
                "idle_filler." + std::string(gapActivityName(static_cast<GapActivity>(at)));
            factIfAny(name, gpu.idleByActivity[at]);
        }
    }

    void writeGroups() {
        begin(kGroupsTable);
        std::uint64_t id = 0;
        for (const CommGroup& group : m_summary.record.calls.groups) {
            m_tables.add({numberOf(id++), textOf(group.name), textOf(group.ranks), group.size,
                          std::int64_t{group.isInferred}});
        }
    }

    using Operation = std::tuple<CommKind, std::string_view, std::string_view, std::size_t,
                                 std::int64_t, std::int64_t, int>;
    static Operation operationOf(const CommCall& call) {
        return {call.kind,   call.operation, call.type, call.group,
                call.inputs, call.outputs,   call.peer};
    }

    // Numbers in the order of their first use.
    template <class Key, class Add>
    static std::int64_t numberIn(std::map<Key, std::int64_t>& numbers, const Key& key, Add add) {
        const auto [known, isNew] =
            numbers.try_emplace(key, static_cast<std::int64_t>(numbers.size()));
        if (isNew) {
            add(known->second);
        }
        return known->second;
    }

    void writeCalls() {
        const RankRecord& record = m_summary.record;
        std::map<Operation, std::int64_t> operations;
        begin(kOperationsTable);
        for (const CommCall& call : record.calls.calls) {
            numberIn(operations, operationOf(call), [&](std::int64_t id) {
                m_tables.add({id, textOf(kCommKindNames[static_cast<std::size_t>(call.kind)]),
                              textOf(call.operation), textOf(call.type), numberOf(call.group),
                              call.inputs, call.outputs, std::int64_t{call.peer}});
            });
        }
        std::map<std::string_view, std::int64_t> annotations{{std::string_view{}, -1}};
        begin(kAnnotationsTable);
        for (const Approach& approach : record.timeline.approaches) {
            numberIn(annotations, approach.idleIn, [&](std::int64_t id) {
                m_tables.add({id, textOf(approach.idleIn)});
            });
        }
        begin(kCallsTable);
        for (std::size_t at = 0; at < record.calls.calls.size(); ++at) {
            const CommCall& call = record.calls.calls[at];
            const bool hasKernel = call.kernel.isValid();
            const Approach& approach = record.timeline.approaches[at];
            const std::int64_t idleIn = annotations.at(approach.idleIn);
            const auto orNull = [&](Value value) { return hasKernel ? value : Value(); };
            m_tables.add({numberOf(at), operations.at(operationOf(call)), std::int64_t{call.step},
                          orNull(numberOf(record.kernels[at].begin)),
                          orNull(numberOf(record.kernels[at].length())),
                          orNull(numberOf(approach.compute)),
                          idleIn < 0 ? Value() : Value(idleIn)});
        }
    }

    void writeRanges() {
        begin(kComputeTable);
        for (const DenseRange& dense : m_summary.compute) {
            m_tables.add({numberOf(dense.range.begin), numberOf(dense.range.length()),
                          numberOf(dense.covered), std::int64_t{dense.parts}});
        }
        begin(kCommunicationTable);
        addRanges(m_summary.record.timeline.withoutCall.ranges());
        begin(kPausesTable);
        addRanges(pausesOfCalls(m_summary.record));
    }

    void addRanges(std::span<const TimeRange> ranges) {
        for (const TimeRange& range : ranges) {
            m_tables.add({numberOf(range.begin), numberOf(range.length())});
        }
    }

    void writeSteps() {
        begin(kStepsTable);
        std::uint64_t number = 0;
        for (const SummarizedStep& step : m_summary.steps) {
            m_tables.add({numberOf(number++), numberOf(step.host.begin),
                          numberOf(step.host.length()), numberOf(step.time), numberOf(step.kernels),
                          numberOf(step.launches), numberOf(step.gpuBusy), numberOf(step.gpuIdle),
                          numberOf(step.blockingCalls)});
        }
    }

    void writeCosts() {
        begin(kCostsTable);
        for (const SummarizedCost& cost : m_summary.costs) {
            m_tables.add({textOf(costKindName(cost.kind)), textOf(cost.name), numberOf(cost.count),
                          numberOf(cost.total)});
        }
        begin(kFindingsTable);
        for (const SummarizedFinding& finding : m_summary.findings) {
            m_tables.add({textOf(finding.rule), textOf(finding.severity), textOf(finding.title),
                          numberOrNull(finding.saving), numberOf(finding.idle)});
        }
    }

    const RankSummary& m_summary;
    TableWriter m_tables;
};

}  // namespace

Result<std::string> summaryBytes(const RankSummary& summary) {
    return SummaryBytes(summary).take();
}

}  // namespace gaplight
