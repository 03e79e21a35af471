// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "core/query/query_table.h"

namespace gaplight {
namespace {

// A value of a kernel in the report of Nsight Compute.
struct MetricRow {
    const KernelReport& report;
    std::uint32_t kernel = 0;
    const Metric& metric;
};

MetricRow metricOf(const QueryRow& row) {
    const KernelReport& report = row.data.attachments().report->report;
    const auto [kernel, at] = row.data.metrics().locate(row.index);
    return {report, static_cast<std::uint32_t>(kernel), report.kernels[kernel].metrics[at]};
}

QueryValue numberOfMetric(const QueryRow& row) {
    const MetricValue& value = metricOf(row).metric.value;
    if (const auto* count = std::get_if<std::uint64_t>(&value)) {
        return static_cast<double>(*count);
    }
    const auto* number = std::get_if<double>(&value);
    return number == nullptr ? QueryValue() : QueryValue(*number);
}

std::vector<QueryColumn> metricColumns() {
    return {
        {"kernel", Unit::Number, "number of the kernel in the report, from 0",
         [](const QueryRow& r) { return countValue(metricOf(r).kernel); }},
        {"kernel_name", Unit::Code, "its name there",
         [](const QueryRow& r) {
             const MetricRow row = metricOf(r);
             return QueryValue(row.report.text(row.report.kernels[row.kernel].name));
         }},
        {"slice_id", Unit::Number, "the first kernel of the trace that is the same one; NULL: none",
         [](const QueryRow& r) {
             const std::uint32_t kernel = metricOf(r).kernel;
             for (const KernelMatch& match : r.data.attachments().report->matches.launches) {
                 if (match.kernel == kernel) {
                     return idValue(match.slice);
                 }
             }
             return QueryValue();
         }},
        {"name", Unit::Code, "name of the metric",
         [](const QueryRow& r) {
             const MetricRow row = metricOf(r);
             return QueryValue(row.report.text(row.metric.name));
         }},
        {"value", Unit::Factor, "in base units: ns, byte, hz, percent; NULL: a text, or nothing",
         numberOfMetric},
        {"text", Unit::Text, "of a metric that is a text",
         [](const QueryRow& r) {
             const MetricRow row = metricOf(r);
             const auto* text = std::get_if<ReportTextId>(&row.metric.value);
             return text == nullptr ? QueryValue() : QueryValue(row.report.text(*text));
         }},
    };
}

struct AllocationRow {
    const MemoryModel& device;
    const Allocation& allocation;
};

AllocationRow allocationOf(const QueryRow& row) {
    const auto [device, at] = row.data.allocations().locate(row.index);
    const MemoryModel& model = row.data.attachments().memory->model(device);
    return {model, model.allocations[at]};
}

// On the clock of the trace; NULL where the snapshot is not placed on it.
QueryValue timeOfMoment(const QueryRow& row, Moment moment) {
    const auto& placement = row.data.attachments().memory->placement();
    return placement ? QueryValue(ns(placement->timeOf(allocationOf(row).device.timeUs(moment))))
                     : QueryValue();
}

std::vector<QueryColumn> allocationColumns() {
    return {
        {"gpu", Unit::Number, "number of the GPU",
         [](const QueryRow& r) { return countValue(allocationOf(r).device.device); }},
        {"address", Unit::Number, "address",
         [](const QueryRow& r) { return countValue(allocationOf(r).allocation.address); }},
        {"bytes", Unit::Bytes, "as requested",
         [](const QueryRow& r) { return countValue(allocationOf(r).allocation.size); }},
        {"ts", Unit::SinceStart, "when it was allocated; NULL: before the history",
         [](const QueryRow& r) {
             const Moment begin = allocationOf(r).allocation.begin;
             return begin == 0 ? QueryValue() : timeOfMoment(r, begin);
         }},
        {"ts_end", Unit::SinceStart, "when it was freed; NULL: held at the end",
         [](const QueryRow& r) {
             const Moment end = allocationOf(r).allocation.end;
             return end == kNoMoment ? QueryValue() : timeOfMoment(r, end);
         }},
        {"python", Unit::Code, "\"file(line): function\", the innermost frame",
         [](const QueryRow& r) {
             const CallStacks& stacks = r.data.attachments().memory->snapshot().stacks;
             const StackId stack = allocationOf(r).allocation.stack;
             return stack.isValid() && !stacks.frames(stack).empty()
                        ? QueryValue(stacks.frameText(stacks.frames(stack).front()))
                        : QueryValue();
         }},
    };
}

const MemoryEvent& memoryEventOf(const QueryRow& row) {
    return row.data.trace().memoryEvents()[row.index];
}

std::vector<QueryColumn> memoryEventColumns() {
    return {
        {"id", Unit::Number, "the event's number",
         [](const QueryRow& r) { return countValue(r.index); }, QueryKey::Row},
        {"ts", Unit::SinceStart, "when, on the clock of the trace",
         [](const QueryRow& r) { return QueryValue(ns(memoryEventOf(r).time)); }},
        {"track_id", Unit::Number, "thread that allocates or frees",
         [](const QueryRow& r) { return idValue(memoryEventOf(r).track); }},
        {"gpu", Unit::Number, "number of the GPU; NULL: memory of the host",
         [](const QueryRow& r) {
             return recordedValue(r.data.trace().gpuOf(memoryEventOf(r)).device);
         }},
        {"address", Unit::Number, "address",
         [](const QueryRow& r) { return countValue(memoryEventOf(r).address); }},
        {"bytes", Unit::Bytes, "allocated; negative: freed",
         [](const QueryRow& r) { return countValue(memoryEventOf(r).bytes); }},
        {"allocated", Unit::Bytes, "in use afterwards",
         [](const QueryRow& r) { return recordedValue(memoryEventOf(r).totalAllocated); }},
        {"reserved", Unit::Bytes, "held by the allocator afterwards",
         [](const QueryRow& r) { return recordedValue(memoryEventOf(r).totalReserved); }},
    };
}

const RankSetAnalysis& ranksOf(const QueryRow& row) {
    return row.data.attachments().ranks->analysis;
}

template <auto Member>
QueryValue rankTotal(const QueryRow& row) {
    const auto& totals = ranksOf(row).totals;
    if (row.index >= totals.size()) {
        return {};
    }
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(totals[0].*Member)>, Duration>) {
        return ns(totals[row.index].*Member);
    } else {
        return countValue(totals[row.index].*Member);
    }
}

std::vector<QueryColumn> rankColumns() {
    return {
        {"rank", Unit::Number, "number of the rank",
         [](const QueryRow& r) { return countValue(ranksOf(r).ranks[r.index]); }},
        {"busy", Unit::Nanoseconds, "time with any activity", rankTotal<&RankTotals::busy>},
        {"compute", Unit::Nanoseconds, "time in which something computes",
         rankTotal<&RankTotals::compute>},
        {"communication", Unit::Nanoseconds, "time in which something communicates",
         rankTotal<&RankTotals::communication>},
        {"wait", Unit::Nanoseconds, "of it, for other ranks", rankTotal<&RankTotals::wait>},
        {"exposed_wait", Unit::Nanoseconds, "of that, without other work",
         rankTotal<&RankTotals::exposedWait>},
        {"last_in", Unit::Count, "collectives that it arrived last in",
         rankTotal<&RankTotals::lastIn>},
        {"late_in", Unit::Count, "collectives that it was late in", rankTotal<&RankTotals::lateIn>},
        {"lateness", Unit::Nanoseconds, "by how much, summed", rankTotal<&RankTotals::lead>},
        {"others_waited", Unit::Nanoseconds, "waits of the others in those",
         rankTotal<&RankTotals::othersWaited>},
    };
}

struct CollectiveRow {
    const JointCollective& joint;
    const RankPart& part;
};

CollectiveRow collectiveOf(const QueryRow& row) {
    const auto [joint, part] = row.data.collectiveParts().locate(row.index);
    const JointCollective& collective = ranksOf(row).collectives[joint];
    return {collective, collective.parts[part]};
}

std::vector<QueryColumn> collectiveColumns() {
    return {
        {"id", Unit::Number, "the collective; it has a row for each rank",
         [](const QueryRow& r) {
             return countValue(r.data.collectiveParts().locate(r.index).first);
         }},
        {"rank", Unit::Number, "number of the rank",
         [](const QueryRow& r) { return countValue(ranksOf(r).ranks[collectiveOf(r).part.rank]); }},
        {"operation", Unit::Text, "allreduce, allgather, send_recv, …",
         [](const QueryRow& r) { return QueryValue(collectiveOf(r).joint.operation); }},
        {"communicator", Unit::Text, "process group",
         [](const QueryRow& r) {
             return QueryValue(
                 ranksOf(r).communicators[collectiveOf(r).joint.communicator].label());
         }},
        {"ordinal", Unit::Number, "its number in the group",
         [](const QueryRow& r) { return countValue(collectiveOf(r).joint.ordinal); }},
        {"bytes", Unit::Bytes, "input of this rank",
         [](const QueryRow& r) { return recordedValue(collectiveOf(r).part.bytes); }},
        {"ts", Unit::SinceStart, "when this rank arrives, on the joint axis",
         [](const QueryRow& r) { return QueryValue(ns(collectiveOf(r).part.kernel.begin)); }},
        {"dur", Unit::Nanoseconds, "until its kernel ends",
         [](const QueryRow& r) { return QueryValue(ns(collectiveOf(r).part.kernel.length())); }},
        {"wait", Unit::Nanoseconds, "of it, for the last rank",
         [](const QueryRow& r) { return QueryValue(ns(collectiveOf(r).part.wait)); }},
        {"exposed_wait", Unit::Nanoseconds, "of that, without other work",
         [](const QueryRow& r) { return QueryValue(ns(collectiveOf(r).part.exposedWait)); }},
        {"transfer", Unit::Nanoseconds, "of all ranks: from the last arrival to the last end",
         [](const QueryRow& r) { return QueryValue(ns(collectiveOf(r).joint.transfer)); }},
        {"last_rank", Unit::Number, "the rank that arrives last",
         [](const QueryRow& r) {
             return countValue(ranksOf(r).ranks[collectiveOf(r).joint.last]);
         }},
        {"lateness", Unit::Nanoseconds, "by how much that one is late; 0: it is not",
         [](const QueryRow& r) { return QueryValue(ns(collectiveOf(r).joint.lateness)); }},
    };
}

}  // namespace

void addAttachedTables(std::vector<QueryTable>& tables) {
    tables.push_back({"metric", "metrics of Nsight Compute: --kernels REPORT", metricColumns(),
                      [](const QueryData& data) { return data.metrics().size(); }});
    tables.push_back({"memory_event", "allocations and frees that the trace has: [memory]",
                      memoryEventColumns(),
                      [](const QueryData& data) { return data.trace().memoryEvents().size(); }});
    tables.push_back({"allocation", "allocations of a memory snapshot: --memory SNAPSHOT",
                      allocationColumns(),
                      [](const QueryData& data) { return data.allocations().size(); }});
    tables.push_back({"rank", "ranks of a run: a folder, or several traces with --ranks",
                      rankColumns(), [](const QueryData& data) {
                          const auto& ranks = data.attachments().ranks;
                          return ranks == nullptr ? 0 : ranks->analysis.ranks.size();
                      }});
    tables.back().isOfRanks = true;
    tables.push_back({"collective", "communications of the ranks of a run, a row for each rank",
                      collectiveColumns(),
                      [](const QueryData& data) { return data.collectiveParts().size(); }});
    tables.back().isOfRanks = true;
}

}  // namespace gaplight
