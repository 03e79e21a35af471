// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/trace/efficiency_section.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/analysis/torch/kernel_group.h"
#include "core/base/printable_text.h"
#include "core/base/quantity_text.h"
#include "core/base/statistics.h"
#include "core/session/efficiency_of.h"

namespace gaplight {
namespace {

constexpr std::size_t kRowsOnScreen = 6;
constexpr std::size_t kRowsInFull = 20;
constexpr std::size_t kWidestName = 44;

std::string byteRateText(double perSecond) {
    return perSecond > 0 ? bytesText(perSecond) + "/s" : std::string();
}

std::string efficiencyCell(const EfficiencySums& sums) {
    const auto used = sums.efficiency();
    return used ? percentText(*used, PercentForm::Estimate) : std::string();
}

std::string boundCell(const EfficiencySums& sums) {
    const auto bound = sums.bound();
    return bound ? std::string(kernelBoundName(*bound)) : std::string();
}

// Sums over all kernels of one GPU.
EfficiencySums totalOf(const SessionEfficiency& kernels, GpuId gpu) {
    EfficiencySums total;
    for (const EfficiencyRow& row : kernels.tables.operators) {
        if (row.gpu == gpu) {
            total.covered += row.sums.covered;
            total.roofline += row.sums.roofline;
        }
    }
    return total;
}

void writeGpuLines(const ReportSubject& subject, const GpuRoofline& gpu, ReportPage& page) {
    const EfficiencySums total = totalOf(*subject.efficiency, gpu.gpu);
    const std::string model =
        gpu.isFromTrace ? "share of the best kernel in the trace" : "efficiency";
    page.line(
        subject.trace.gpuLabel(gpu.gpu) + (gpu.name.empty() ? "" : " · " + gpu.name) + ": " +
        percentText(gpu.covered, gpu.kernels) + " of kernel time has known work, with " + model +
        " " + efficiencyCell(total) +
        // The best kernel of a trace is no limit.
        (gpu.isFromTrace ? "" : "; at most " + durationText(total.headroom()) + " to gain there"));
    if (gpu.isFromTrace) {
        page.note("no peaks are known for this GPU: shares are of the best kernel in the trace");
    } else if (page.isFull()) {
        page.note("peaks: " + gpu.peaks.source);
    }
    if (gpu.modelWrong > Duration::zero()) {
        page.note(durationText(gpu.modelWrong) +
                  " in kernels faster than their model allows (data in a cache, or work that the "
                  "shapes do not show): listed, not used");
    }
}

// Whether the work of nearly all kernels that compute FLOPs is known: those of a graph's replay
// have no operator, and MFU without them would be far too low.
bool hasMostFlops(const EfficiencyTables& tables) {
    Duration kernels{};
    Duration known{};
    for (const EfficiencyRow& row : tables.kernels) {
        if (row.group == KernelGroup::Matmul || row.group == KernelGroup::Attention) {
            kernels += row.sums.time;
            known += row.sums.covered + row.sums.modelWrong;
        }
    }
    constexpr std::int64_t kMinKnownPercent = 90;
    return known * 100 >= kernels * kMinKnownPercent;
}

void writeUtilization(const ReportSubject& subject, ReportPage& page) {
    if (!hasMostFlops(subject.efficiency->tables)) {
        return;
    }
    std::vector<double> used;
    for (const StepUse& step : subject.efficiency->tables.steps) {
        if (step.mfu) {
            used.push_back(*step.mfu);
        }
    }
    if (!used.empty()) {
        page.line("MFU " + percentText(lowerMedian(used)) + " (median of " +
                  countText(used.size(), "step", "steps") + ")");
    }
}

// Rows with most to gain first, without those that have no known work.
std::vector<const EfficiencyRow*> byHeadroom(const ReportSubject& subject,
                                             std::span<const EfficiencyRow> rows) {
    std::vector<const EfficiencyRow*> order;
    for (const EfficiencyRow& row : rows) {
        if (subject.includes(row.gpu) && row.sums.covered > Duration::zero()) {
            order.push_back(&row);
        }
    }
    std::stable_sort(order.begin(), order.end(), [](const auto* a, const auto* b) {
        return a->sums.headroom() > b->sums.headroom();
    });
    return order;
}

std::string nameOf(const ReportSubject& subject, const EfficiencyRow& row, bool isKernel) {
    const std::string_view name = subject.trace.text(row.name);
    return isKernel ? shortKernelName(name) : std::string(name);
}

void writeRows(const ReportSubject& subject, std::span<const EfficiencyRow> rows, const char* title,
               bool isKernel, ReportPage& page) {
    const std::vector<const EfficiencyRow*> order = byHeadroom(subject, rows);
    PageTable table{{{title, Align::Left, kWidestName, CellKind::Code},
                     {"count", Align::Right},
                     {"time", Align::Right},
                     {"efficiency", Align::Right},
                     {"to gain", Align::Right},
                     {"bound by"},
                     {"TFLOP/s", Align::Right},
                     {"bytes/s", Align::Right}},
                    {}};
    const std::size_t limit = page.isFull() ? kRowsInFull : kRowsOnScreen;
    for (std::size_t at = 0; at < std::min(order.size(), limit); ++at) {
        const EfficiencySums& sums = order[at]->sums;
        const double flops = sums.flopsPerSecond();
        table.rows.push_back({nameOf(subject, *order[at], isKernel), countText(sums.count),
                              durationText(sums.covered), efficiencyCell(sums),
                              durationText(sums.headroom()), boundCell(sums),
                              flops > 0 ? teraText(flops) : std::string(),
                              byteRateText(sums.bytesPerSecond())});
    }
    page.table(table);
}

void writeWrongModels(const ReportSubject& subject, ReportPage& page) {
    PageTable table{{{"model wrong", Align::Left, kWidestName, CellKind::Code},
                     {"operator", Align::Left, kWidestName, CellKind::Code},
                     {"time", Align::Right},
                     {"would be", Align::Right}},
                    {}};
    for (const ClassEfficiency& one : subject.efficiency->measured.classes) {
        const OperatorClass& calls = subject.efficiency->measured.calls(one);
        if (one.isModelWrong && subject.includes(calls.gpu) && table.rows.size() < kRowsInFull) {
            table.rows.push_back({shortKernelName(subject.trace.text(calls.kernels.front().name)),
                                  std::string(subject.trace.text(calls.op)),
                                  durationText(calls.time),
                                  percentText(one.efficiency, PercentForm::Estimate)});
        }
    }
    page.table(table);
}

void writeStepUse(const ReportSubject& subject, ReportPage& page) {
    PageTable table{{{"step", Align::Right}, {"TFLOP", Align::Right}, {"MFU", Align::Right}}, {}};
    const std::vector<StepUse>& steps = subject.efficiency->tables.steps;
    for (std::size_t at = 0; at < std::min(steps.size(), kRowsInFull); ++at) {
        if (steps[at].flops > 0) {
            table.rows.push_back({countText(at + 1), teraText(steps[at].flops),
                                  steps[at].mfu ? percentText(*steps[at].mfu) : std::string()});
        }
    }
    page.table(table);
}

std::string linkCell(const CollectiveRate& rate) {
    return rate.linkBytes > 0 ? std::string(rate.link) + ", " + byteRateText(rate.linkBytes)
                              : std::string();
}

// "≥ 16 %": of the shortest, which may wait too.
std::string atLeast(const std::string& text) {
    return text.empty() ? text : "≥ " + text;
}

void writeCollectives(const ReportSubject& subject, ReportPage& page) {
    PageTable table{{{"communication", Align::Left, kWidestName, CellKind::Code},
                     {"ranks", Align::Right},
                     {"count", Align::Right},
                     {"time", Align::Right},
                     {"message", Align::Right},
                     {"shortest", Align::Right},
                     {"sent/s", Align::Right},
                     {"link"},
                     {"of link", Align::Right}},
                    {}};
    const std::size_t limit = page.isFull() ? kRowsInFull : kRowsOnScreen;
    std::set<std::string> unknown;
    for (const CollectiveRate& rate : subject.efficiency->collectives) {
        if (!subject.includes(rate.gpu) || table.rows.size() == limit) {
            continue;
        }
        const auto used = rate.minEfficiency();
        table.rows.push_back(
            {std::string(rate.operation), countText(rate.ranks), countText(rate.count),
             durationText(rate.total), bytesText(static_cast<double>(rate.bytes)),
             durationText(rate.shortest), atLeast(byteRateText(rate.minBytesPerSecond())),
             linkCell(rate),
             atLeast(used ? percentText(*used, PercentForm::Estimate) : std::string())});
        if (!rate.unknownLink.empty()) {
            unknown.insert(rate.unknownLink);
        }
    }
    if (table.rows.empty()) {
        return;
    }
    page.table(table);
    page.note(
        "communication: rates of the shortest of each size; it may wait for other ranks too, which "
        "only the traces of all ranks show");
    for (const std::string& why : unknown) {
        page.note("link of a group not known: " + why);
    }
}

}  // namespace

void writeEfficiency(const ReportSubject& subject, ReportPage& page) {
    if (subject.efficiency == nullptr ||
        (subject.efficiency->measured.classes.empty() && subject.efficiency->collectives.empty())) {
        return;
    }
    page.heading("Kernel efficiency");
    for (const GpuRoofline& gpu : subject.efficiency->measured.gpus) {
        if (subject.includes(gpu.gpu) && gpu.covered + gpu.modelWrong > Duration::zero()) {
            writeGpuLines(subject, gpu, page);
        }
    }
    writeUtilization(subject, page);
    if (subject.roofline != nullptr) {
        page.figure(*subject.roofline);
    }
    const EfficiencyTables& tables = subject.efficiency->tables;
    writeRows(subject, tables.kernels, "kernel", true, page);
    writeCollectives(subject, page);
    if (page.isFull()) {
        writeRows(subject, tables.operators, "operator", false, page);
        writeRows(subject, tables.modules, "module", false, page);
        writeStepUse(subject, page);
        writeWrongModels(subject, page);
    }
    if (!subject.efficiency->measured.isComplete) {
        page.note("operators with less GPU time than the first " +
                  countText(subject.efficiency->measured.shapesRead) + " are not measured");
    }
}

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
