// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "core/base/printable_text.h"
#include "core/report/trace/efficiency_section.h"
#include "core/session/efficiency_of.h"

namespace gaplight {
namespace {

// A sum of FLOPs or bytes; far below 2^63 by construction of its parts.
Json jsonAmount(double amount) {
    return static_cast<std::uint64_t>(std::llround(amount));
}

Json jsonShare(const std::optional<double>& share) {
    constexpr double kDigits = 1e6;
    return share ? Json(std::round(*share * kDigits) / kDigits) : Json(nullptr);
}

Json jsonSums(const EfficiencySums& sums) {
    const bool isKnown = sums.covered > Duration::zero();
    const auto bound = sums.bound();
    return {{"count", sums.count},
            {"total_ns", sums.time.count()},
            {"covered_ns", sums.covered.count()},
            {"model_wrong_ns", sums.modelWrong.count()},
            {"flops", sums.hasFlops ? jsonAmount(sums.flops) : Json(nullptr)},
            {"bytes", isKnown ? jsonAmount(sums.bytes) : Json(nullptr)},
            {"efficiency", jsonShare(sums.efficiency())},
            {"headroom_ns", isKnown ? Json(sums.headroom().count()) : Json(nullptr)},
            {"bound", bound ? Json(kernelBoundName(*bound)) : Json(nullptr)}};
}

Json jsonRows(const ReportSubject& subject, std::span<const EfficiencyRow> rows) {
    Json all = Json::array();
    for (const EfficiencyRow& row : rows) {
        if (subject.includes(row.gpu)) {
            Json json{{"name", subject.trace.text(row.name)}, {"gpu", jsonGpu(row.gpu)}};
            json.update(jsonSums(row.sums));
            all.push_back(std::move(json));
        }
    }
    return all;
}

Json jsonPeak(double perSecond) {
    return perSecond > 0 ? Json(perSecond) : Json(nullptr);
}

Json jsonGpus(const ReportSubject& subject) {
    Json gpus = Json::array();
    for (const GpuRoofline& gpu : subject.efficiency->measured.gpus) {
        if (!subject.includes(gpu.gpu)) {
            continue;
        }
        const GpuPeaks& peaks = gpu.peaks;
        gpus.push_back({{"gpu", jsonGpu(gpu.gpu)},
                        {"name", textOrNull(gpu.name)},
                        {"peaks_from", gpu.isFromTrace ? "trace" : "document"},
                        {"source", textOrNull(peaks.source)},
                        {"peak_bytes_per_s", jsonPeak(peaks.bytes)},
                        {"peak_flops",
                         {{"fp64", jsonPeak(peaks.fp64)},
                          {"fp32", jsonPeak(peaks.fp32)},
                          {"tf32", jsonPeak(peaks.tf32)},
                          {"fp16", jsonPeak(peaks.fp16)},
                          {"bf16", jsonPeak(peaks.bf16)},
                          {"fp8", jsonPeak(peaks.fp8)}}},
                        {"kernels_ns", gpu.kernels.count()},
                        {"covered_ns", gpu.covered.count()},
                        {"model_wrong_ns", gpu.modelWrong.count()}});
    }
    return gpus;
}

Json jsonStepUse(const ReportSubject& subject) {
    Json steps = Json::array();
    for (const StepUse& step : subject.efficiency->tables.steps) {
        steps.push_back({{"flops", jsonAmount(step.flops)}, {"mfu", jsonShare(step.mfu)}});
    }
    return steps;
}

Json jsonWrongModels(const ReportSubject& subject) {
    Json all = Json::array();
    for (const ClassEfficiency& one : subject.efficiency->measured.classes) {
        const OperatorClass& calls = subject.efficiency->measured.calls(one);
        if (one.isModelWrong && subject.includes(calls.gpu)) {
            all.push_back({{"operator", subject.trace.text(calls.op)},
                           {"kernel", subject.trace.text(calls.kernels.front().name)},
                           {"gpu", jsonGpu(calls.gpu)},
                           {"calls", calls.calls},
                           {"total_ns", calls.time.count()},
                           {"efficiency", jsonShare(one.efficiency)}});
        }
    }
    return all;
}

Json jsonCollectives(const ReportSubject& subject) {
    const SessionEfficiency& kernels = *subject.efficiency;
    Json all = Json::array();
    for (const CollectiveRate& rate : kernels.collectives) {
        if (!subject.includes(rate.gpu)) {
            continue;
        }
        const double perSecond = rate.minBytesPerSecond();
        all.push_back({{"operation", rate.operation},
                       {"group", textOrNull(kernels.communications.groups[rate.group].name)},
                       {"ranks", rate.ranks},
                       {"gpu", jsonGpu(rate.gpu)},
                       {"count", rate.count},
                       {"total_ns", rate.total.count()},
                       {"median_ns", rate.median.count()},
                       {"shortest_ns", rate.shortest.count()},
                       {"message_bytes", rate.bytes},
                       {"sent_bytes", jsonAmount(rate.sentBytes)},
                       {"min_bytes_per_s", perSecond > 0 ? jsonAmount(perSecond) : Json(nullptr)},
                       {"link", textOrNull(rate.link)},
                       {"link_bytes_per_s", jsonPeak(rate.linkBytes)},
                       {"unknown_link", textOrNull(rate.unknownLink)},
                       {"min_efficiency", jsonShare(rate.minEfficiency())}});
    }
    return all;
}

}  // namespace

void addKernels(const ReportSubject& subject, JsonDocument& text) {
    if (subject.efficiency == nullptr) {
        text.add("kernels", nullptr);
        return;
    }
    text.addList("kernels", [&](const JsonDocument::AddValue& add) {
        for (const EfficiencyRow& row : subject.efficiency->tables.kernels) {
            if (subject.includes(row.gpu)) {
                Json json{{"name", subject.trace.text(row.name)},
                          {"group", kernelGroupName(row.group)},
                          {"gpu", jsonGpu(row.gpu)}};
                json.update(jsonSums(row.sums));
                json["metrics"] = nullptr;
                add(json);
            }
        }
    });
}

Json jsonRoofline(const ReportSubject& subject) {
    if (subject.efficiency == nullptr) {
        return nullptr;
    }
    const EfficiencyTables& tables = subject.efficiency->tables;
    return {{"gpus", jsonGpus(subject)},
            {"operators", jsonRows(subject, tables.operators)},
            {"modules", jsonRows(subject, tables.modules)},
            {"steps", jsonStepUse(subject)},
            {"collectives", jsonCollectives(subject)},
            {"model_wrong", jsonWrongModels(subject)},
            {"shapes_read", subject.efficiency->measured.shapesRead},
            {"complete", subject.efficiency->measured.isComplete &&
                             subject.trace.issues().count(IssueKind::ArgsLeftOut) == 0}};
}

}  // namespace gaplight
