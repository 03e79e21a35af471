// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "core/formats/nsight/nsight_tables.h"
#include "core/formats/nsight/sampled_stacks.h"
#include "core/formats/nsight/thread_schedule.h"

namespace gaplight {
namespace {

void addMetric(NsightBatch& batch, const TableRow& row) {
    const auto time = row.values.integer(1);
    const std::int64_t type = row.values.integer(2).value_or(0);
    const std::int64_t metric = row.values.integer(3).value_or(-1);
    const auto value = row.values.number(4);
    EventBatch& events = batch.events();
    if (!time) {
        events.issues.record(row.values.isNull(1) ? IssueKind::MissingTime : IssueKind::BadTime,
                             row.event.number(), "GPU_METRICS");
    } else if (!value) {
        events.issues.record(IssueKind::BadCounter, row.event.number(), "GPU_METRICS");
    } else {
        events.counters.push_back({*time, *value,
                                   events.strings.intern(batch.names().gpuMetric(type, metric)),
                                   events.strings.intern(""), batch.gpuMetricsOf(type)});
    }
}

}  // namespace

std::vector<EventTable> nsightSampleTables(NsightBatch& batch) {
    const auto schedule = std::make_shared<ThreadSchedule>(batch);
    const auto stacks = std::make_shared<SampledStacks>(batch);
    return {
        {"SCHED_EVENTS",
         {"start", "cpu", "isSchedIn", "globalTid", "threadState"},
         {},
         [schedule](const TableRow& row) { schedule->add(row); },
         [schedule] { return schedule->addSlices(); }},
        {"COMPOSITE_EVENTS",
         {"id", "start", "globalTid"},
         {},
         [stacks](const TableRow& row) { stacks->addSample(row); }},
        {"SAMPLING_CALLCHAINS",
         {"id", "symbol", "module", "unresolved", "stackDepth"},
         {},
         [stacks](const TableRow& row) { stacks->addFrame(row); },
         [stacks] { return stacks->addSlices(); }},
        {"GPU_METRICS",
         {"timestamp", "typeId", "metricId", "value"},
         {},
         [&batch](const TableRow& row) { addMetric(batch, row); }},
    };
}

}  // namespace gaplight
