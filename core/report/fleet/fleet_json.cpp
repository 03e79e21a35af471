// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "core/report/facts/json_sections.h"
#include "core/report/fleet/fleet_report.h"
#include "core/report/text/tool_version.h"

namespace gaplight {
namespace {

constexpr int kFleetSchema = 1;

Json jsonClock(const RankClock& clock) {
    return {{"calibrated", clock.source != ClockSource::Uncalibrated},
            {"offset_ns", clock.correction.count()},
            {"drift_ppm", clock.driftPpm},
            {"residual_ns", clock.residual.count()},
            {"uncertainty_ns", clock.uncertainty.count()},
            {"reason", textOrNull(clock.reason)}};
}

Json jsonCosts(const RankSummary& summary) {
    Json costs = Json::array();
    for (const SummarizedCost& cost : summary.costs) {
        costs.push_back({{"kind", costKindName(cost.kind)},
                         {"name", cost.name},
                         {"count", cost.count},
                         {"total_ns", cost.total.count()}});
    }
    return costs;
}

Json jsonIdle(const SummarizedGpu& gpu) {
    Json byActivity = Json::object();
    for (std::size_t at = 0; at < gpu.idleByActivity.size(); ++at) {
        byActivity[std::string(gapActivityName(static_cast<GapActivity>(at)))] =
            gpu.idleByActivity[at].count();
    }
    Json byTrigger = Json::object();
    for (std::size_t at = 0; at < gpu.idleByTrigger.size(); ++at) {
        byTrigger[std::string(gapTriggerName(static_cast<GapTrigger>(at)))] =
            gpu.idleByTrigger[at].count();
    }
    return {{"window_ns", gpu.window.count()},
            {"busy_ns", gpu.busy.count()},
            {"idle_ns", gpu.idle.count()},
            {"idle_by_trigger_ns", byTrigger},
            {"idle_by_filler_ns", byActivity}};
}

Json jsonFindingsOf(const RankSummary& summary) {
    Json findings = Json::array();
    for (const SummarizedFinding& finding : summary.findings) {
        findings.push_back(
            {{"detector", finding.rule},
             {"severity", finding.severity},
             {"title", finding.title},
             {"saving_ns", finding.saving ? Json(finding.saving->count()) : Json(nullptr)},
             {"gpu_idle_ns", finding.idle.count()}});
    }
    return findings;
}

Json jsonRank(const FleetSubject& subject, std::size_t at) {
    const RankSummary& summary = subject.fleet.ranks[at].summary;
    const RankSetAnalysis& set = subject.fleet.analysis;
    const RankTotals& totals = set.totals[at];
    return {{"rank", set.ranks[at]},
            {"summary", subject.fleet.ranks[at].file},
            {"path", summary.trace.path},
            {"format", summary.trace.format},
            {"host", textOrNull(summary.trace.host)},
            {"gpu_name", textOrNull(summary.trace.gpu)},
            {"clock", jsonClock(set.clocks[at])},
            {"gpu", jsonIdle(summary.gpu)},
            {"steps", summary.steps.size()},
            {"compute_ns", totals.compute.count()},
            {"comm_ns", totals.communication.count()},
            {"wait_ns", totals.wait.count()},
            {"exposed_wait_ns", totals.exposedWait.count()},
            {"last_in", totals.lastIn},
            {"late_count", totals.lateIn},
            {"lead_ns", totals.lead.count()},
            {"meanwhile_ns",
             {{"gpu", totals.meanwhile.gpu.count()},
              {"host", totals.meanwhile.host.count()},
              {"transfer", totals.meanwhile.transfer.count()}}},
            {"costs", jsonCosts(summary)},
            {"findings", jsonFindingsOf(summary)}};
}

Json jsonStraggler(const RankSetAnalysis& set) {
    if (!set.straggler) {
        return nullptr;
    }
    const Straggler& straggler = *set.straggler;
    return {{"rank", set.ranks[straggler.rank]},
            {"kind", lateCauseName(straggler.kind)},
            {"in", textOrNull(straggler.in)},
            {"others_waited_ns", straggler.othersWaited.count()},
            {"share_of_windows", straggler.shareOfWindows}};
}

Json jsonLate(const FleetSubject& subject) {
    Json rows = Json::array();
    for (const LateRank& late : subject.measures.late) {
        rows.push_back({{"rank", subject.fleet.analysis.ranks[late.rank]},
                        {"late_count", late.lateIn},
                        {"late_with_others", late.lateTogether},
                        {"collectives", late.collectives},
                        {"lateness_ns", late.lateness.count()},
                        {"others_waited_ns", late.othersWaited.count()},
                        {"kind", lateCauseName(late.kind)},
                        {"sure", late.isCauseKnown},
                        {"in", textOrNull(late.in)}});
    }
    return rows;
}

Json jsonSteps(const FleetSubject& subject) {
    Json rows = Json::array();
    for (const OutlierStep& step : subject.measures.steps.outliers) {
        rows.push_back({{"step", step.step},
                        {"length_ns", step.length.count()},
                        {"late_rank", step.late ? Json(subject.fleet.analysis.ranks[*step.late])
                                                : Json(nullptr)},
                        {"lead_ns", step.lead.count()}});
    }
    return {{"count", subject.measures.steps.steps},
            {"typical_ns", subject.measures.steps.typical.count()},
            {"outliers", std::move(rows)}};
}

Json jsonGroups(const FleetSubject& subject) {
    const std::vector<int>& numbers = subject.fleet.analysis.ranks;
    Json rows = Json::array();
    for (const AlikeRanks& group : subject.measures.groups) {
        Json ranks = Json::array();
        for (const std::size_t rank : group.ranks) {
            ranks.push_back(numbers[rank]);
        }
        rows.push_back({{"ranks", std::move(ranks)},
                        {"typical", numbers[group.typical]},
                        {"compute_per_step_ns", group.compute.count()},
                        {"wait_per_step_ns", group.wait.count()}});
    }
    return rows;
}

Json jsonLeftOut(const std::vector<LeftOutSummary>& files) {
    Json rows = Json::array();
    for (const LeftOutSummary& file : files) {
        rows.push_back({{"summary", file.file}, {"reason", file.reason}});
    }
    return rows;
}

Json jsonMissing(const Fleet& fleet) {
    Json ranges = Json::array();
    for (const RankNumbers& range : fleet.missingRanks) {
        ranges.push_back({range.first, range.last});
    }
    return {{"count", fleet.missing}, {"ranges", std::move(ranges)}};
}

}  // namespace

std::string fleetJson(const FleetSubject& subject) {
    const Fleet& fleet = subject.fleet;
    Json ranks = Json::array();
    for (std::size_t rank = 0; rank < fleet.ranks.size(); ++rank) {
        ranks.push_back(jsonRank(subject, rank));
    }
    Json toOpen = Json::array();
    for (const RankToOpen& one : subject.toOpen) {
        toOpen.push_back({{"rank", fleet.analysis.ranks[one.rank]},
                          {"why", one.why},
                          {"path", fleet.ranks[one.rank].summary.trace.path}});
    }
    const Json document{{"schema", kFleetSchema},
                        {"tool", {{"name", "gaplight"}, {"version", toolVersion()}}},
                        {"world_size", fleet.worldSize},
                        {"missing", jsonMissing(fleet)},
                        {"unread", jsonLeftOut(fleet.unread)},
                        {"repeated", jsonLeftOut(fleet.repeated)},
                        {"collectives", fleet.analysis.collectives.size()},
                        {"unmatched", fleet.analysis.unmatched},
                        {"problems", fleet.analysis.problems.size()},
                        {"straggler", jsonStraggler(fleet.analysis)},
                        {"worth_opening", std::move(toOpen)},
                        {"late_ranks", jsonLate(subject)},
                        {"steps", jsonSteps(subject)},
                        {"groups", jsonGroups(subject)},
                        {"ranks", std::move(ranks)}};
    return jsonText(document);
}

}  // namespace gaplight
