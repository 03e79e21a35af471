// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/analysis/serving/iterations.h"
#include "core/report/facts/json_sections.h"
#include "core/report/facts/report_subject.h"
#include "core/report/table/table.h"
#include "core/report/text/report_page.h"

namespace gaplight {

// The iterations of one phase and bucket (serving.md).
struct IterationGroup {
    ServingPhase phase = ServingPhase::Decode;
    std::optional<std::int64_t> bucket;
    bool isBucketInferred = false;
    std::vector<std::size_t> rows;  // of ServingIterations and of Steps
    Duration time{};                // sum of StepRow::span
    Duration median{};
    Duration p99{};
    std::int64_t requests = 0;  // median
    std::optional<std::int64_t> tokens;
    std::optional<double> tokensPerSecond;
    std::string mode;               // "full graph", "eager 2 of 14"
    std::optional<double> padding;  // mean of paddingOf()
    Duration hostGap{};             // median
    std::optional<double> busy;     // share of the time in which the GPUs work
};

// Of the analyzed range, by phase, then by bucket; empty without iterations.
[[nodiscard]] std::vector<IterationGroup> iterationGroups(const ReportSubject& subject);
[[nodiscard]] Table iterationGroupsTable(const std::vector<IterationGroup>& groups);
// Each iteration.
[[nodiscard]] Table iterationsTable(const ReportSubject& subject);

// The section of a server's iterations; nothing without them.
void writeServing(const ReportSubject& subject, ReportPage& page);
// The same in one line: "60 iterations: decode:8 30 × 3.98 ms · mixed 12 × 16.6 ms"; empty without
// iterations.
[[nodiscard]] std::string servingLine(const ReportSubject& subject);
// {"iterations": 60, "by_phase": [...], "rows": [...]}; null without iterations.
[[nodiscard]] Json jsonServing(const ReportSubject& subject);

// Of the first sentence of the verdict of a server, with what follows it: "; " or ". ".
struct ServingClause {
    std::string text;
    std::string brief;  // shorter words, with less in them; empty: none
};

// "Decode 5.3 ms at batch 35 in a graph of 64 (45 % padding); between iterations the GPU is idle
// 36 % of the time. ", briefly "Decode 5.3 ms at batch 35; idle 36 % between iterations. "; empty
// without iterations.
[[nodiscard]] std::vector<ServingClause> servingClauses(const ReportSubject& subject);

}  // namespace gaplight
