// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/trace/findings_json.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/report/facts/report_sections.h"
#include "core/report/facts/track_facts.h"
#include "core/report/text/escaped_text.h"
#include "core/report/trace/report.h"

namespace gaplight {
namespace {

// Positions of the intervals that are listed, in time order.
std::vector<std::size_t> listedEvidence(const Finding& finding) {
    std::vector<std::size_t> order(finding.evidence.size());
    for (std::size_t at = 0; at < order.size(); ++at) {
        order[at] = at;
    }
    if (order.size() > kEvidenceListed) {
        const auto end = order.begin() + kEvidenceListed;
        std::partial_sort(order.begin(), end, order.end(), [&](std::size_t a, std::size_t b) {
            const Duration lengthA = finding.evidence[a].shownTime();
            const Duration lengthB = finding.evidence[b].shownTime();
            return lengthA != lengthB ? lengthA > lengthB : a < b;
        });
        order.erase(end, order.end());
        std::sort(order.begin(), order.end());
    }
    return order;
}

Json jsonEvidence(const Trace& trace, const Finding& finding) {
    const Time begin = trace.range().begin;
    Json list = Json::array();
    for (const std::size_t at : listedEvidence(finding)) {
        const Evidence& evidence = finding.evidence[at];
        list.push_back({{"track", trackTitle(trace, trace.tracks()[evidence.track.index()])},
                        {"begin_ns", (evidence.range.begin - begin).count()},
                        {"end_ns", (evidence.range.end - begin).count()},
                        {"mark", evidenceShapeName(evidence.shape)},
                        {"label", evidenceLabel(finding, evidence)}});
    }
    return list;
}

// Position among the shown findings of the one that `finding` is a part of, or null.
Json jsonPartOf(const ReportSubject& subject, std::span<const Finding* const> shown,
                const Finding& finding) {
    if (!finding.partOf) {
        return nullptr;
    }
    const auto at =
        std::find(shown.begin(), shown.end(), &subject.findings.findings[*finding.partOf]);
    return at == shown.end() ? Json(nullptr) : Json(at - shown.begin());
}

Json jsonFinding(const Trace& trace, const Finding& finding) {
    const FindingCost& cost = finding.cost;
    const FindingPlace& where = finding.where;
    return {{"detector", finding.rule},
            {"severity", severityName(finding.severity)},
            {"title", titleWithSaving(finding)},
            {"why", finding.why},
            {"fix", finding.fix},
            {"count", finding.count},
            {"per_step", finding.perStep},
            {"cost",
             {{"gpu_idle_ns", cost.gpuIdle.count()},
              {"host_ns", cost.host.count()},
              {"saving_ns", nsOrNull(cost.saving)},
              {"saving_share", cost.saving ? Json(cost.savingShare) : Json(nullptr)},
              {"unprofiled_saving_ns", nsOrNull(cost.unprofiledSaving)},
              {"saving_is_bound", finding.isBound}}},
            {"where",
             {{"annotation", textOrNull(where.annotation)},
              {"op", textOrNull(where.op)},
              {"python", textOrNull(where.python)},
              {"device", jsonDeviceNumber(where.gpu)},
              {"gpu", jsonGpu(where.gpu)}}},
            {"evidence", jsonEvidence(trace, finding)},
            {"evidence_total", finding.evidence.size()},
            {"confidence", textOrNull(finding.confidence)}};
}

}  // namespace

Json jsonFindings(const ReportSubject& subject) {
    Json list = Json::array();
    const std::vector<const Finding*> shown = shownFindings(subject);
    for (const Finding* finding : shown) {
        Json json = jsonFinding(subject.trace, *finding);
        json["part_of"] = jsonPartOf(subject, shown, *finding);
        list.push_back(std::move(json));
    }
    return list;
}

Json jsonNotApplicable(const ReportSubject& subject) {
    Json list = Json::array();
    for (const NotApplicable& rule : subject.findings.notApplicable) {
        list.push_back({{"detector", rule.rule}, {"reason", rule.reason}});
    }
    return list;
}

Json jsonFailedRules(const ReportSubject& subject) {
    Json list = Json::array();
    for (const FailedRule& failed : subject.findings.failedRules) {
        list.push_back({{"rule", failed.rule},
                        {"file", failed.file},
                        {"line", failed.line},
                        {"message", validUtf8(failed.message)}});
    }
    return list;
}

Json jsonChecklist(const ReportSubject& subject) {
    const std::vector<const Finding*> shown = shownFindings(subject);
    Json list = Json::array();
    for (const ChecklistItem& item : subject.findings.checklist) {
        Json finding = nullptr;
        if (item.finding) {
            const auto at =
                std::find(shown.begin(), shown.end(), &subject.findings.findings[*item.finding]);
            finding = at == shown.end() ? Json(nullptr) : Json(at - shown.begin());
        }
        list.push_back({{"question", checklistName(item.question)},
                        {"value", item.value},
                        {"status", checklistStatusName(item.status)},
                        {"limits", item.limits},
                        {"finding", std::move(finding)}});
    }
    return list;
}

Json jsonReplay(const ReportSubject& subject) {
    const ReplaySummary& replay = subject.findings.replay;
    if (replay.measured <= Duration::zero()) {
        return {{"window_ns", nullptr},
                {"model_error", nullptr},
                {"trusted", false},
                {"combined_saving_ns", nullptr},
                {"unprofiled", nullptr}};
    }
    Json unprofiled = nullptr;
    if (replay.unprofiled) {
        unprofiled = {{"share", replay.unprofiled->share}, {"error", replay.unprofiled->error}};
    }
    return {{"window_ns", replay.replayed.count()},
            {"model_error", replay.modelError},
            {"trusted", replay.trusted},
            {"combined_saving_ns", nsOrNull(subject.findings.combinedSaving)},
            {"unprofiled", std::move(unprofiled)}};
}

std::string findingsCsv(const ReportSubject& subject) {
    std::string text = csvLine({"detector", "severity", "title", "count", "per_step", "gpu_idle_ns",
                                "host_ns", "saving_ns", "saving_share", "annotation", "op",
                                "python", "device", "why", "fix", "confidence"});
    for (const Finding* finding : shownFindings(subject)) {
        const FindingCost& cost = finding->cost;
        const FindingPlace& where = finding->where;
        text +=
            csvLine({std::string(finding->rule), std::string(severityName(finding->severity)),
                     titleWithSaving(*finding), std::to_string(finding->count),
                     fmt::format("{:g}", finding->perStep), std::to_string(cost.gpuIdle.count()),
                     std::to_string(cost.host.count()),
                     cost.saving ? std::to_string(cost.saving->count()) : "",
                     cost.saving ? fmt::format("{:.6f}", cost.savingShare) : "", where.annotation,
                     where.op, where.python, where.gpu ? gpuCell(subject.trace, *where.gpu) : "",
                     finding->why, finding->fix, finding->confidence});
    }
    return text;
}

}  // namespace gaplight
