// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <string>

#include "core/analysis/idle/gap_activity.h"
#include "core/analysis/idle/gap_reason.h"
#include "core/analysis/serving/iterations.h"
#include "core/detectors/engine/idle_explanations.h"
#include "core/query/query_table.h"

namespace gaplight {
namespace {

struct GapRow {
    const DeviceAnalysis& device;
    const IdleExplanations* explanations = nullptr;  // null: the rules did not run
    std::size_t at = 0;
    const Gap& gap;
};

GapRow gapOf(const QueryRow& row) {
    const Session& session = row.data.session();
    const auto [device, at] = row.data.gaps().locate(row.index);
    const DeviceAnalysis& analysis = session.analysis.devices[device];
    const auto found = std::ranges::find(session.findings.explanations, analysis.totals.gpu,
                                         &IdleExplanations::gpu);
    const bool isKnown = found != session.findings.explanations.end() && at < found->ofGap.size();
    return {analysis, isKnown ? &*found : nullptr, at, analysis.gaps[at]};
}

std::vector<QueryColumn> gapColumns() {
    return {
        {"id", Unit::Number, "the gap's number",
         [](const QueryRow& r) { return countValue(r.index); }, QueryKey::Row},
        {"gpu", Unit::Number, "number of the GPU",
         [](const QueryRow& r) { return recordedValue(gapOf(r).device.totals.gpu.device); }},
        {"ts", Unit::SinceStart, "begin of the idle time",
         [](const QueryRow& r) { return QueryValue(ns(gapOf(r).gap.begin)); }},
        {"dur", Unit::Nanoseconds, "idle time; of one GPU they sum to its idle time",
         [](const QueryRow& r) { return QueryValue(ns(gapOf(r).gap.length())); }},
        {"ts_end", Unit::SinceStart, "ts + dur",
         [](const QueryRow& r) { return QueryValue(ns(gapOf(r).gap.end)); }},
        {"trigger", Unit::Text, "why the queue ran dry: gpu_side, after_sync, host_late, unknown",
         [](const QueryRow& r) { return QueryValue(gapTriggerName(gapOf(r).gap.trigger)); }},
        {"activity", Unit::Text, "what the launching thread did meanwhile: sync, python, op, …",
         [](const QueryRow& r) {
             const GapRow gap = gapOf(r);
             return QueryValue(gapActivityName(gap.device.gapActivity[gap.at]));
         }},
        {"explanation", Unit::Text, "rule or fixed reason that explains it; NULL: not judged",
         [](const QueryRow& r) {
             const GapRow gap = gapOf(r);
             return gap.explanations == nullptr
                        ? QueryValue()
                        : QueryValue(gap.explanations->parts[gap.explanations->ofGap[gap.at]]
                                         .reason.name());
         }},
        {"class", Unit::Text, "what the GPU waited for: launch, host, data, sync, rank, other",
         [](const QueryRow& r) {
             const GapRow gap = gapOf(r);
             return gap.explanations == nullptr
                        ? QueryValue()
                        : QueryValue(idleClassName(gap.explanations->classOfGap(gap.at)));
         }},
        {"recording", Unit::Nanoseconds, "of dur, what recording the calls in it costs",
         [](const QueryRow& r) {
             const GapRow gap = gapOf(r);
             const bool isKnown =
                 gap.explanations != nullptr && gap.at < gap.explanations->recordingOfGap.size();
             return isKnown ? countValue(gap.explanations->recordingOfGap[gap.at]) : QueryValue();
         }},
        {"activity_id", Unit::Number, "slice of the activity that ends it",
         [](const QueryRow& r) { return idValue(gapOf(r).gap.activity); }},
        {"launch_id", Unit::Number, "slice of the call that launched that",
         [](const QueryRow& r) { return idValue(gapOf(r).gap.launch); }},
        {"blocking_call_id", Unit::Number, "of after_sync: slice of the call that had waited",
         [](const QueryRow& r) { return idValue(gapOf(r).gap.blockingCall); }},
    };
}

const StepRow& stepOf(const QueryRow& row) {
    return row.data.session().analysis.steps.rows[row.index];
}

std::vector<QueryColumn> stepColumns() {
    return {
        {"id", Unit::Number, "the step's number in the analyzed range, from 0",
         [](const QueryRow& r) { return countValue(r.index); }, QueryKey::Row},
        {"number", Unit::Number, "its number in the trace, from 0",
         [](const QueryRow& r) {
             return countValue(r.data.session().analysis.steps.markers.firstNumber + r.index);
         }},
        {"ts", Unit::SinceStart, "when host and GPUs have begun it",
         [](const QueryRow& r) { return QueryValue(ns(stepOf(r).span.begin)); }},
        {"dur", Unit::Nanoseconds, "what it takes, until the next one begins",
         [](const QueryRow& r) { return QueryValue(ns(stepOf(r).span.length())); }},
        {"ts_end", Unit::SinceStart, "ts + dur",
         [](const QueryRow& r) { return QueryValue(ns(stepOf(r).span.end)); }},
        {"host_ts", Unit::SinceStart, "when the host begins it",
         [](const QueryRow& r) { return QueryValue(ns(stepOf(r).host.begin)); }},
        {"host_dur", Unit::Nanoseconds, "what the host takes for it",
         [](const QueryRow& r) { return QueryValue(ns(stepOf(r).host.length())); }},
        {"kernels", Unit::Count, "kernels launched in it",
         [](const QueryRow& r) { return countValue(stepOf(r).kernels); }},
        {"launches", Unit::Count, "calls in it that launched something",
         [](const QueryRow& r) { return countValue(stepOf(r).launches); }},
        {"gpu_busy", Unit::Nanoseconds, "busy time of its span, summed over GPUs",
         [](const QueryRow& r) { return QueryValue(ns(stepOf(r).gpuBusy)); }},
        {"gpu_idle", Unit::Nanoseconds, "idle time of its span, summed over GPUs",
         [](const QueryRow& r) { return QueryValue(ns(stepOf(r).gpuIdle)); }},
        {"blocking_calls", Unit::Count, "calls in it that wait for the GPU",
         [](const QueryRow& r) { return countValue(stepOf(r).blockingCalls); }},
    };
}

std::size_t stepCount(const QueryData& data) {
    return data.session().analysis.steps.rows.size();
}

std::size_t iterationCount(const QueryData& data) {
    const auto& serving = data.session().analysis.serving;
    return serving == nullptr ? 0 : std::min(serving->rows.size(), stepCount(data));
}

const ServingIteration& iterationOf(const QueryRow& row) {
    return row.data.session().analysis.serving->rows[row.index];
}

std::vector<QueryColumn> iterationColumns() {
    return withColumns(
        stepColumns(),
        {{"phase", Unit::Text, "prefill, decode, mixed or diffusion",
          [](const QueryRow& r) {
              return QueryValue(servingPhaseName(iterationOf(r).name.phase));
          }},
         {"requests", Unit::Count, "requests in it",
          [](const QueryRow& r) { return countValue(iterationOf(r).name.requests); }},
         {"tokens", Unit::Count, "tokens computed for them",
          [](const QueryRow& r) { return optionalValue(iterationOf(r).name.tokens); }},
         {"bucket", Unit::Count, "requests that its graph was captured for",
          [](const QueryRow& r) { return optionalValue(iterationOf(r).bucket); }},
         {"padding", Unit::Share, "part of the graph that no request needs",
          [](const QueryRow& r) { return optionalValue(paddingOf(iterationOf(r))); }},
         {"mode", Unit::Text, "full graph, piecewise, eager or unknown",
          [](const QueryRow& r) { return QueryValue(launchModeName(iterationOf(r).mode)); }},
         {"host_gap", Unit::Nanoseconds, "from its end on the host to the next one's begin",
          [](const QueryRow& r) { return QueryValue(ns(iterationOf(r).hostGap)); }},
         {"annotation_id", Unit::Number, "slice of its annotation",
          [](const QueryRow& r) { return idValue(iterationOf(r).annotation); }}});
}

const Finding& findingOf(const QueryRow& row) {
    return row.data.session().findings.findings[row.index];
}

std::vector<QueryColumn> findingColumns() {
    return {
        {"id", Unit::Number, "position in the reports' list, from 0",
         [](const QueryRow& r) { return countValue(r.index); }, QueryKey::Row},
        {"rule", Unit::Code, "id of its rule: 'gaplight detectors'",
         [](const QueryRow& r) { return QueryValue(findingOf(r).rule); }},
        {"severity", Unit::Text, "critical, warning or info",
         [](const QueryRow& r) { return QueryValue(severityName(findingOf(r).severity)); }},
        {"title", Unit::Prose, "one line with the numbers in it",
         [](const QueryRow& r) { return QueryValue(std::string_view(findingOf(r).title)); }},
        {"saving", Unit::Nanoseconds, "by how much a replay without the cause is shorter",
         [](const QueryRow& r) {
             const auto& saving = findingOf(r).cost.saving;
             return saving ? QueryValue(ns(*saving)) : QueryValue();
         }},
        {"saving_share", Unit::Share, "of the window",
         [](const QueryRow& r) {
             const FindingCost& cost = findingOf(r).cost;
             return cost.saving ? QueryValue(cost.savingShare) : QueryValue();
         }},
        {"saving_is_bound", Unit::Number, "1: a fix saves at most that",
         [](const QueryRow& r) { return countValue(int{findingOf(r).isBound}); }},
        {"gpu_idle", Unit::Nanoseconds, "idle time that the cause explains",
         [](const QueryRow& r) { return QueryValue(ns(findingOf(r).cost.gpuIdle)); }},
        {"host", Unit::Nanoseconds, "host time of its occurrences",
         [](const QueryRow& r) { return QueryValue(ns(findingOf(r).cost.host)); }},
        {"count", Unit::Count, "occurrences",
         [](const QueryRow& r) { return countValue(findingOf(r).count); }},
        {"per_step", Unit::Factor, "of them in a median step",
         [](const QueryRow& r) { return QueryValue(findingOf(r).perStep); }},
        {"annotation", Unit::Code, "range of the program that it is in",
         [](const QueryRow& r) { return textValue(findingOf(r).where.annotation); }},
        {"op", Unit::Code, "operator that it is in",
         [](const QueryRow& r) { return textValue(findingOf(r).where.op); }},
        {"python", Unit::Code, "\"file(line): function\"",
         [](const QueryRow& r) { return textValue(findingOf(r).where.python); }},
        {"gpu", Unit::Number, "of one GPU alone: its number",
         [](const QueryRow& r) {
             const auto& gpu = findingOf(r).where.gpu;
             return gpu ? recordedValue(gpu->device) : QueryValue();
         }},
        {"part_of", Unit::Number, "finding.id of the one that counts most of the same time",
         [](const QueryRow& r) {
             const auto& whole = findingOf(r).partOf;
             return whole ? countValue(*whole) : QueryValue();
         }},
        {"why", Unit::Prose, "what shows it",
         [](const QueryRow& r) { return textValue(findingOf(r).why); }},
        {"fix", Unit::Prose, "what to try",
         [](const QueryRow& r) { return textValue(findingOf(r).fix); }},
        {"confidence", Unit::Prose, "what the rule could not know",
         [](const QueryRow& r) { return textValue(findingOf(r).confidence); }},
    };
}

const Evidence& evidenceOf(const QueryRow& row) {
    const auto [finding, at] = row.data.evidence().locate(row.index);
    return row.data.session().findings.findings[finding].evidence[at];
}

std::vector<QueryColumn> evidenceColumns() {
    return {
        {"finding_id", Unit::Number, "finding.id",
         [](const QueryRow& r) { return countValue(r.data.evidence().locate(r.index).first); }},
        {"ts", Unit::SinceStart, "begin",
         [](const QueryRow& r) { return QueryValue(ns(evidenceOf(r).range.begin)); }},
        {"dur", Unit::Nanoseconds, "length",
         [](const QueryRow& r) { return QueryValue(ns(evidenceOf(r).range.length())); }},
        {"ts_end", Unit::SinceStart, "ts + dur",
         [](const QueryRow& r) { return QueryValue(ns(evidenceOf(r).range.end)); }},
        {"track_id", Unit::Number, "track that it is drawn on",
         [](const QueryRow& r) { return idValue(evidenceOf(r).track); }},
        {"slice_id", Unit::Number, "slice that it is; NULL: an interval",
         [](const QueryRow& r) { return idValue(evidenceOf(r).slice); }},
        {"gpu", Unit::Number, "of one GPU: its number",
         [](const QueryRow& r) { return recordedValue(evidenceOf(r).gpu.device); }},
        {"shape", Unit::Text, "how it is drawn: gap, sync, bracket, outline, band, tint",
         [](const QueryRow& r) { return QueryValue(evidenceShapeName(evidenceOf(r).shape)); }},
        {"label", Unit::Text, "as the window labels it",
         [](const QueryRow& r) {
             const auto [finding, at] = r.data.evidence().locate(r.index);
             return QueryValue(
                 evidenceLabel(r.data.session().findings.findings[finding], evidenceOf(r)));
         }},
    };
}

}  // namespace

void addAnalysisTables(std::vector<QueryTable>& tables) {
    tables.push_back({"gap", "where no activity ran on a GPU", gapColumns(),
                      [](const QueryData& data) { return data.gaps().size(); }});
    tables.push_back({"step", "iterations of the traced loop, as Gaplight recognizes them",
                      stepColumns(), stepCount});
    tables.push_back({"iteration", "steps of a server of language models: prefills and decodes",
                      iterationColumns(), iterationCount});
    tables.push_back(
        {"finding", "causes of lost time, the most important first", findingColumns(),
         [](const QueryData& data) { return data.session().findings.findings.size(); }});
    tables.push_back({"evidence", "the intervals that findings point at", evidenceColumns(),
                      [](const QueryData& data) { return data.evidence().size(); }});
    for (std::size_t last = 1; last <= 2; ++last) {
        tables[tables.size() - last].isOfFindings = true;
    }
}

}  // namespace gaplight
