// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <fmt/format.h>

#include "core/kernel_report/kernel_figures.h"
#include "core/kernel_report/kernel_rates.h"
#include "core/report/kernel_report/kernel_report_pages.h"
#include "core/report/text/escaped_text.h"

namespace gaplight {
namespace {

Json jsonId(std::int64_t id) {
    return id < 0 ? Json(nullptr) : Json(id);
}

Json jsonNumber(std::optional<double> number) {
    return number && std::isfinite(*number) ? Json(*number) : Json(nullptr);
}

Json jsonMetricValue(const KernelReport& report, const MetricValue& value) {
    if (const auto* integer = std::get_if<std::uint64_t>(&value)) {
        return *integer;
    }
    if (const auto* text = std::get_if<ReportTextId>(&value)) {
        return report.text(*text);
    }
    const auto* real = std::get_if<double>(&value);
    return jsonNumber(real != nullptr ? std::optional(*real) : std::nullopt);
}

Json jsonRules(const KernelReport& report, const ReportKernel& kernel) {
    constexpr std::array<const char*, 5> kVerdicts{"none", "ok", "warning", "error",
                                                   "optimization"};
    Json rules = Json::array();
    for (const RuleText& rule : kernel.rules) {
        const bool hasSpeedup = rule.speedupPercent >= 0;
        rules.push_back(
            {{"rule", report.text(rule.rule)},
             {"title", report.text(rule.title)},
             {"verdict", kVerdicts[static_cast<std::size_t>(rule.verdict)]},
             {"text", report.text(rule.text)},
             {"speedup_percent", hasSpeedup ? Json(rule.speedupPercent) : Json(nullptr)},
             {"speedup_of", !hasSpeedup            ? Json(nullptr)
                            : rule.isGlobalSpeedup ? Json("kernel")
                                                   : Json("resource")}});
    }
    return rules;
}

Json jsonShares(const std::vector<InstructionShare>& shares, const char* key) {
    Json list = Json::array();
    for (const InstructionShare& one : shares) {
        list.push_back({{key, one.name}, {"executed", one.count}, {"share", one.share}});
    }
    return list;
}

Json jsonInstructions(const KernelReport& report, const ReportKernel& kernel) {
    if (kernel.opcodes.empty()) {
        return nullptr;
    }
    const bool hasCategories = !kernel.opcodeCategories.empty();
    return {{"categories", hasCategories ? jsonShares(instructionMix(report, kernel), "category")
                                         : Json::array()},
            {"opcodes", jsonShares(opcodeShares(report, kernel), "opcode")}};
}

void addFigures(const KernelReport& report, const ReportKernel& kernel, Json& json) {
    json["figures"] = jsonFigures(report, kernel);
    Json stalls = Json::array();
    for (const StallReason& stall : stallReasons(report, kernel)) {
        stalls.push_back({{"reason", stall.name}, {"share", stall.share}});
    }
    json["stall_reasons"] = std::move(stalls);
    Json pipelines = Json::array();
    for (const PipelineUse& use : pipelineUses(report, kernel)) {
        pipelines.push_back({{"pipeline", use.name}, {"percent", use.percent}});
    }
    json["pipelines"] = std::move(pipelines);
    json["instruction_mix"] = jsonInstructions(report, kernel);
    const auto rates = kernelRates(report, kernel);
    json["flops_per_second"] = rates ? jsonNumber(rates->flopsPerSecond) : Json(nullptr);
    Json limits = Json::array();
    for (const ResidentBlockLimit& limit : residentBlockLimits(report, kernel)) {
        limits.push_back({{"limit", limit.name}, {"blocks", limit.blocks}});
    }
    json["occupancy_limits"] = std::move(limits);
}

Json jsonKernel(const KernelReportSubject& subject, std::size_t at, const KernelKey& key,
                bool hasMetrics) {
    const KernelReport& report = subject.report;
    const ReportKernel& kernel = report.kernels[at];
    const KernelMatches* matches = subject.matches;
    Json sections = Json::array();
    for (const ReportTextId section : kernel.sections) {
        sections.push_back(report.text(section));
    }
    Json json{
        {"index", at},
        {"name", report.text(kernel.name)},
        {"short_name", key.name},
        {"grid", kernel.grid},
        {"block", kernel.block},
        {"device", jsonId(kernel.device)},
        {"context", jsonId(kernel.context)},
        {"stream", jsonId(kernel.stream)},
        {"launches", matches == nullptr ? Json(nullptr) : Json(matches->launchesOfKernel[at])},
        {"total_ns", matches == nullptr ? Json(nullptr) : Json(matches->timeOfKernel[at].count())},
        {"ambiguous",
         matches == nullptr ? Json(nullptr) : Json(bool(matches->isAmbiguousKernel[at]))},
        {"rules", jsonRules(report, kernel)},
        {"sections", std::move(sections)},
        {"metrics", nullptr}};
    addFigures(report, kernel, json);
    if (hasMetrics) {
        Json metrics = Json::object();
        for (const Metric& metric : kernel.metrics) {
            metrics[std::string(report.text(metric.name))] = jsonMetricValue(report, metric.value);
        }
        json["metrics"] = std::move(metrics);
    }
    return json;
}

Json jsonMatches(const KernelMatches* matches) {
    if (matches == nullptr) {
        return nullptr;
    }
    return {
        {"kernels", matches->matchedKernels},   {"ambiguous_kernels", matches->ambiguousKernels},
        {"launches", matches->launches.size()}, {"ambiguous_launches", matches->ambiguousLaunches},
        {"all_launches", matches->allLaunches}, {"matched_ns", matches->matchedTime.count()},
        {"all_ns", matches->allTime.count()}};
}

Json jsonReportFacts(const KernelReportSubject& subject) {
    const KernelReport& report = subject.report;
    Json gpus = Json::array();
    for (const ReportGpu& gpu : report.gpus) {
        gpus.push_back({{"device", jsonId(gpu.device)},
                        {"name", gpu.name},
                        {"compute_capability",
                         gpu.computeMajor == 0
                             ? Json(nullptr)
                             : Json(fmt::format("{}.{}", gpu.computeMajor, gpu.computeMinor))}});
    }
    return {{"path", report.path},
            {"format", report.format},
            {"profiler", textOrNull(report.toolVersion)},
            {"program", textOrNull(report.program)},
            {"created_s", report.createdSeconds == 0 ? Json(nullptr) : Json(report.createdSeconds)},
            {"gpus", std::move(gpus)},
            {"from_another_run", true},
            {"matches", jsonMatches(subject.matches)},
            {"issues", jsonIssueCounts(report.issues.counts, kernelReportIssueName)}};
}

}  // namespace

Json jsonFigures(const KernelReport& report, const ReportKernel& kernel) {
    Json figures = Json::object();
    for (const KernelFigure& figure : kernelFigures()) {
        figures[std::string(figure.key)] = jsonNumber(figureValue(report, kernel, figure));
    }
    return figures;
}

Json jsonKernelReport(const KernelReportSubject& subject, bool hasMetrics) {
    Json json = jsonReportFacts(subject);
    Json kernels = Json::array();
    const std::vector<KernelKey> keys = keysOf(subject.report);
    for (std::size_t at = 0; at < keys.size(); ++at) {
        kernels.push_back(jsonKernel(subject, at, keys[at], hasMetrics));
    }
    json["kernels"] = std::move(kernels);
    return json;
}

std::string kernelReportJson(const KernelReportSubject& subject) {
    return jsonText(jsonDocument({{"kernel_report", jsonKernelReport(subject, true)}}));
}

std::string kernelReportInfoJson(const KernelReportSubject& subject) {
    Json facts = jsonReportFacts(subject);
    facts["kernels"] = subject.report.kernels.size();
    return jsonText(jsonDocument({{"kernel_report", std::move(facts)}}));
}

std::string kernelReportCsv(const KernelReportSubject& subject) {
    const KernelReport& report = subject.report;
    std::string csv = "kernel,name,grid,block,metric,value\n";
    for (std::size_t at = 0; at < report.kernels.size(); ++at) {
        const ReportKernel& kernel = report.kernels[at];
        for (const Metric& metric : kernel.metrics) {
            const Json value = jsonMetricValue(report, metric.value);
            csv += csvLine({std::to_string(at), std::string(report.text(kernel.name)),
                            launchSizeText(kernel.grid), launchSizeText(kernel.block),
                            std::string(report.text(metric.name)),
                            value.is_string() ? value.get<std::string>()
                            : value.is_null() ? std::string{}
                                              : value.dump()});
        }
    }
    return csv;
}

}  // namespace gaplight
