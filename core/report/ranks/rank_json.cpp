// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include "core/analysis/ranks/collective_rates.h"
#include "core/analysis/ranks/pipeline_times.h"
#include "core/ranks/rank_set.h"
#include "core/report/facts/json_sections.h"
#include "core/report/ranks/operation_rows.h"
#include "core/report/ranks/rank_report.h"
#include "core/report/ranks/rank_tables.h"
#include "core/report/table/table.h"

namespace gaplight {
namespace {

std::string_view clockName(ClockSource source) {
    return source == ClockSource::Recorded ? "recorded"
           : source == ClockSource::Fitted ? "fitted"
                                           : "uncalibrated";
}

Json jsonRankSources(const RankSet& set) {
    Json sources = Json::array();
    for (std::size_t at = 0; at < set.ranks.size(); ++at) {
        const TraceFacts& facts = set.ranks[at].session->trace->facts();
        const RankClock& clock = set.analysis.clocks[at];
        sources.push_back({{"source", at},
                           {"path", facts.path},
                           {"format", facts.format},
                           {"rank", set.ranks[at].rank},
                           {"world_size", set.worldSize},
                           {"host", textOrNull(facts.host)},
                           {"clock",
                            {{"source", clockName(clock.source)},
                             {"offset_ns", clock.correction.count()},
                             {"drift_ppm", clock.driftPpm},
                             {"residual_ns", clock.residual.count()},
                             {"uncertainty_ns", clock.uncertainty.count()},
                             {"calibrated", clock.source != ClockSource::Uncalibrated},
                             {"collectives", clock.collectives},
                             {"reason", textOrNull(clock.reason)}}}});
    }
    return sources;
}

Json jsonUnread(const RankSet& set) {
    Json unread = Json::array();
    for (const UnreadRank& one : set.unread) {
        unread.push_back({{"path", one.path}, {"error", one.error.message}});
    }
    return unread;
}

Json jsonFrontends(const RankSet& set) {
    Json frontends = Json::array();
    for (const FrontendSession& frontend : set.frontends) {
        const FrontendWork work = workOfFrontend(*frontend.session);
        Json code = Json::array();
        for (const auto& [name, time] : work.code) {
            code.push_back({{"name", name}, {"time_ns", time.count()}});
        }
        frontends.push_back({{"path", frontend.session->trace->facts().path},
                             {"placed", frontend.axis.has_value()},
                             {"thread", work.thread},
                             {"busy_ns", work.busyTime.count()},
                             {"code", code}});
    }
    return frontends;
}

Json jsonCause(const LateCause& cause) {
    return {{"kind", lateCauseName(cause.kind)},
            {"in", textOrNull(cause.in)},
            {"compute_more_ns", cause.computeMore.count()},
            {"idle_more_ns", cause.idleMore.count()},
            {"sure", cause.isSure}};
}

// Null where the call is before or after all steps of its rank.
Json stepOrNull(const RankSet& set, const RankPart& part) {
    const int step = set.analysis.calls[part.rank].calls[part.call].step;
    const std::size_t steps = set.ranks[part.rank].session->analysis.steps.markers.host.size();
    return step < 0 || static_cast<std::size_t>(step) >= steps ? Json(nullptr) : Json(step);
}

Json jsonCollective(const RankSet& set, const JointCollective& joint) {
    Json parts = Json::array();
    std::int64_t bytes = -1;
    for (const RankPart& part : joint.parts) {
        bytes = std::max(bytes, part.bytes);
        parts.push_back({{"rank", set.ranks[part.rank].rank},
                         {"step", stepOrNull(set, part)},
                         {"arrival_ns", ns(part.kernel.begin)},
                         {"end_ns", ns(part.kernel.end)},
                         {"bytes", part.bytes < 0 ? Json(nullptr) : Json(part.bytes)},
                         {"wait_ns", part.wait.count()},
                         {"exposed_wait_ns", part.exposedWait.count()}});
    }
    return {{"ordinal", joint.ordinal},
            {"seq", nullptr},
            {"kind", joint.operation},
            {"type", textOrNull(joint.type)},
            {"bytes", bytes < 0 ? Json(nullptr) : Json(bytes)},
            {"last_arrival_ns", ns(joint.partOf(joint.last)->kernel.begin)},
            {"last_rank", set.ranks[joint.last].rank},
            {"skew_ns", joint.skew.count()},
            {"lateness_ns", joint.lead.count()},
            {"transfer_ns", joint.transfer.count()},
            {"decided", joint.isLate},
            {"late_rank", joint.isLate ? Json(set.ranks[joint.last].rank) : Json(nullptr)},
            {"cause", joint.isLate ? jsonCause(joint.cause) : Json(nullptr)},
            {"per_rank", std::move(parts)}};
}

Json jsonLink(const CommunicatorLink& link) {
    return link.name.empty() ? Json(nullptr)
                             : Json{{"name", link.name},
                                    {"bytes_per_second", link.bytes},
                                    {"bytes_per_second_to_one", link.peerBytes},
                                    {"source", link.source}};
}

Json jsonRate(std::optional<double> rate) {
    return rate ? Json(*rate) : Json(nullptr);
}

Json jsonCommunicators(const RankSet& set) {
    const std::vector<CommunicatorLink> links = communicatorLinks(set);
    Json communicators = Json::array();
    for (const Communicator& one : set.analysis.communicators) {
        Json ranks = Json::array();
        for (const std::size_t rank : one.ranks) {
            ranks.push_back(set.ranks[rank].rank);
        }
        communicators.push_back({{"name", textOrNull(one.name)},
                                 {"ranks", one.members.empty() ? ranks : Json(one.members)},
                                 {"recorded_ranks", ranks},
                                 {"link", jsonLink(links[communicators.size()])},
                                 {"link_unknown", textOrNull(links[communicators.size()].unknown)},
                                 {"operations", Json::array()},
                                 {"collectives", Json::array()}});
    }
    const Table operations = operationsTable(set);
    for (std::size_t row = 0; row < operations.rows.size(); ++row) {
        const auto communicator = static_cast<std::size_t>(operations.rows[row].target);
        communicators[communicator]["operations"].push_back(rowJson(operations, row));
    }
    for (const JointCollective& joint : set.analysis.collectives) {
        communicators[joint.communicator]["collectives"].push_back(jsonCollective(set, joint));
    }
    return communicators;
}

// {"step": index, "number": as shown}; both null before the first step and after the last.
Json jsonStep(const RankSet& set, int step) {
    const std::optional<std::size_t> number = numberOfStep(set, step);
    return {{"step", number ? Json(step) : Json(nullptr)},
            {"number", number ? Json(*number) : Json(nullptr)}};
}

Json jsonSteps(const RankSet& set, const RankTotals& totals) {
    Json steps = Json::array();
    for (const RankStep& step : totals.steps) {
        Json& one = steps.emplace_back(jsonStep(set, step.step));
        one["begin_ns"] = ns(step.range.begin);
        one["duration_ns"] = step.range.length().count();
        one["busy_ns"] = step.busy.count();
        one["compute_ns"] = step.compute.count();
        one["wait_ns"] = step.wait.count();
        one["late_ns"] = step.lead.count();
    }
    return steps;
}

Json jsonRankTotals(const RankSet& set) {
    Json ranks = Json::array();
    for (std::size_t at = 0; at < set.ranks.size(); ++at) {
        const RankTotals& totals = set.analysis.totals[at];
        Json waitedFor = Json::object();
        for (std::size_t other = 0; other < set.ranks.size(); ++other) {
            waitedFor[std::to_string(set.ranks[other].rank)] = totals.waitedFor[other].count();
        }
        ranks.push_back({{"rank", set.ranks[at].rank},
                         {"recorded_ns", totals.recorded.length().count()},
                         {"busy_ns", totals.busy.count()},
                         {"compute_ns", totals.compute.count()},
                         {"comm_ns", totals.communication.count()},
                         {"kernels", totals.kernels},
                         {"before_capture", totals.beforeCapture},
                         {"wait_ns", totals.wait.count()},
                         {"exposed_wait_ns", totals.exposedWait.count()},
                         {"waited_for_ns", std::move(waitedFor)},
                         {"last_count", totals.lastIn},
                         {"late_count", totals.lateIn},
                         {"late_ns", totals.lead.count()},
                         {"meanwhile_ns",
                          {{"gpu", totals.meanwhile.gpu.count()},
                           {"host", totals.meanwhile.host.count()},
                           {"transfer", totals.meanwhile.transfer.count()}}},
                         {"end_offset_ns", totals.endOffset.count()},
                         {"steps", jsonSteps(set, totals)}});
    }
    return ranks;
}

Json jsonAnswer(const RankSet& set, const JointAnswer& answer) {
    Json errors = Json::object();
    for (std::size_t at = 0; at < answer.rankErrors.size(); ++at) {
        errors[std::to_string(set.ranks[at].rank)] = answer.rankErrors[at];
    }
    return {{"edit", answer.edit},
            {"window_before_ns", answer.before.window.count()},
            {"window_ns", answer.after.window.count()},
            {"step_before_ns", nsOrNull(answer.before.step)},
            {"step_ns", nsOrNull(answer.after.step)},
            {"unprofiled_step_ns", nsOrNull(answer.unprofiledStep)},
            {"unprofiled_saving_ns", nsOrNull(answer.unprofiledSaving)},
            {"saving_ns", answer.isTrusted ? Json(answer.saving.count()) : Json(nullptr)},
            {"model_error", answer.modelError},
            {"model_error_by_rank", errors},
            {"trusted", answer.isTrusted}};
}

Json jsonStraggler(const RankSetSubject& subject) {
    const std::optional<Straggler>& straggler = subject.set.analysis.straggler;
    if (!straggler) {
        return nullptr;
    }
    return {
        {"rank", subject.set.ranks[straggler->rank].rank},
        {"kind", lateCauseName(straggler->kind)},
        {"in", textOrNull(straggler->in)},
        {"meanwhile", straggler->isGpuMeanwhile ? "gpu" : "host"},
        {"others_waited_ns", straggler->othersWaited.count()},
        {"share_of_windows", straggler->shareOfWindows},
        {"cost", subject.cost == nullptr ? Json(nullptr) : jsonAnswer(subject.set, *subject.cost)}};
}

Json jsonProblems(const RankSet& set) {
    Json problems = Json::array();
    for (const SequenceProblem& one : set.analysis.problems) {
        problems.push_back({{"communicator", one.communicator},
                            {"ordinal", one.ordinal},
                            {"rank", set.ranks[one.rank].rank},
                            {"expected", one.expected},
                            {"found", textOrNull(one.found)}});
    }
    return problems;
}

Json jsonAllToAlls(const RankSet& set) {
    Json all = Json::array();
    for (const AllToAllSizes& sizes : allToAllSizes(set.analysis)) {
        Json ranks = Json::array();
        for (const std::size_t rank : set.analysis.communicators[sizes.communicator].ranks) {
            ranks.push_back({{"rank", set.ranks[rank].rank},
                             {"sent_bytes", sizes.sent[rank]},
                             {"received_bytes", sizes.received[rank]}});
        }
        all.push_back({{"communicator", sizes.communicator},
                       {"operations", sizes.operations.size()},
                       {"mean_received_bytes", sizes.meanReceived(set.analysis)},
                       {"per_rank", std::move(ranks)}});
    }
    return all;
}

Json jsonEqualKernels(const RankSetSubject& subject) {
    if (subject.assessment == nullptr) {
        return nullptr;
    }
    Json kernels = Json::array();
    for (const EqualKernel& kernel : subject.assessment->kernels) {
        Json medians = Json::object();
        for (std::size_t at = 0; at < kernel.medians.size(); ++at) {
            medians[std::to_string(subject.set.ranks[at].rank)] = kernel.medians[at].count();
        }
        kernels.push_back({{"name", kernel.name},
                           {"count", kernel.count},
                           {"median_ns", kernel.typical.count()},
                           {"median_by_rank_ns", std::move(medians)},
                           {"excess_ns", kernel.excess().count()}});
    }
    return kernels;
}

Json jsonPipelines(const RankSet& set) {
    Json pipelines = Json::array();
    for (const PipelineTimes& pipeline : pipelineTimes(set.analysis)) {
        Json stages = Json::array();
        for (std::size_t at = 0; at < pipeline.stages.size(); ++at) {
            const StageTimes& stage = pipeline.stages[at];
            Json steps = Json::array();
            for (const PipelineStep& step : pipeline.steps) {
                const StageStep& one = step.stages[at];
                Json& row = steps.emplace_back(jsonStep(set, step.step));
                row["begin_ns"] = ns(one.range.begin);
                row["duration_ns"] = one.range.length().count();
                row["compute_ns"] = one.compute.count();
                row["bubble_ns"] = one.bubble.count();
                row["entry_ns"] = one.entry.count();
            }
            stages.push_back({{"rank", set.ranks[stage.rank].rank},
                              {"compute_ns", stage.compute.count()},
                              {"duration_ns", stage.span.count()},
                              {"bubble_ns", stage.bubble.count()},
                              {"entry_ns", stage.entry.count()},
                              {"steps", std::move(steps)}});
        }
        pipelines.push_back({{"stage_imbalance", jsonRate(pipeline.imbalance())},
                             {"bubble_share", pipeline.bubbleShare()},
                             {"stages", std::move(stages)}});
    }
    return pipelines;
}

// Of late-rank; null of other rules.
Json jsonParts(const RankFinding& finding) {
    Json parts;
    for (const auto& [part, time] : finding.parts) {
        parts[std::string(latenessPartName(part))] = time.count();
    }
    return parts;
}

Json jsonFindings(const RankSetSubject& subject) {
    if (subject.assessment == nullptr) {
        return nullptr;
    }
    Json findings = Json::array();
    for (const RankFinding& finding : subject.assessment->findings) {
        findings.push_back(
            {{"rule", finding.rule},
             {"severity", severityName(finding.severity)},
             {"rank", finding.rank ? Json(subject.set.ranks[*finding.rank].rank) : Json(nullptr)},
             {"title", finding.title},
             {"why", finding.why},
             {"fix", finding.fix},
             {"confidence", textOrNull(finding.confidence)},
             {"cost_ns", finding.cost.count()},
             {"parts_ns", jsonParts(finding)},
             {"explains_ns", finding.explains ? Json(finding.explains->count()) : Json(nullptr)},
             {"collectives", finding.collectives}});
    }
    return findings;
}

Json jsonNotApplicable(const RankSetSubject& subject) {
    Json rules = Json::object();
    for (const NotApplicable& rule : subject.assessment == nullptr
                                         ? std::vector<NotApplicable>{}
                                         : subject.assessment->notApplicable) {
        rules[std::string(rule.rule)] = rule.reason;
    }
    return rules;
}

}  // namespace

std::string analyzeRanksJson(const RankSetSubject& subject) {
    Json whatIf = Json::array();
    for (const JointAnswer& answer : subject.whatIf) {
        whatIf.push_back(jsonAnswer(subject.set, answer));
    }
    const RankSetAnalysis& analysis = subject.set.analysis;
    return jsonText(jsonDocument({{"sources", jsonRankSources(subject.set)},
                                  {"unread", jsonUnread(subject.set)},
                                  {"frontends", jsonFrontends(subject.set)},
                                  {"sentence", rankSetSentence(subject)},
                                  {"findings", jsonFindings(subject)},
                                  {"not_applicable", jsonNotApplicable(subject)},
                                  {"ranks",
                                   {{"straggler", jsonStraggler(subject)},
                                    {"end_spread_ns", analysis.endSpread.count()},
                                    {"unmatched", analysis.unmatched},
                                    {"problems", jsonProblems(subject.set)},
                                    {"pipelines", jsonPipelines(subject.set)},
                                    {"all_to_alls", jsonAllToAlls(subject.set)},
                                    {"equal_kernels", jsonEqualKernels(subject)},
                                    {"communicators", jsonCommunicators(subject.set)},
                                    {"per_rank", jsonRankTotals(subject.set)}}},
                                  {"what_if", whatIf.empty() ? Json(nullptr) : whatIf}}));
}

}  // namespace gaplight
