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
#include "core/report/table/table.h"
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

template <class Row>
std::vector<const Row*> included(const ReportSubject& subject, std::span<const Row> rows) {
    std::vector<const Row*> shown;
    for (const Row& row : rows) {
        if (subject.includes(row.gpu)) {
            shown.push_back(&row);
        }
    }
    return shown;
}

// Rows with most to gain first, without those that have no known work.
std::vector<const EfficiencyRow*> byHeadroom(const ReportSubject& subject,
                                             std::span<const EfficiencyRow> rows) {
    std::vector<const EfficiencyRow*> order = included<EfficiencyRow>(subject, rows);
    std::erase_if(order, [](auto* row) { return row->sums.covered <= Duration::zero(); });
    std::stable_sort(order.begin(), order.end(), [](const auto* a, const auto* b) {
        return a->sums.headroom() > b->sums.headroom();
    });
    return order;
}

// A sum of FLOPs or bytes; far below 2^63 by construction of its parts.
std::int64_t wholeAmount(double amount) {
    return std::llround(amount);
}

// Of a share, the digits that are measured.
std::optional<double> rounded(const std::optional<double>& share) {
    constexpr double kDigits = 1e6;
    return share ? std::optional(std::round(*share * kDigits) / kDigits) : std::nullopt;
}

constexpr std::string_view kKernelTitle = "kernel";

// `title`: kKernelTitle, "operator" or "module".
Table efficiencyTable(const ReportSubject& subject, const std::vector<const EfficiencyRow*>& rows,
                      std::string_view title) {
    const bool isKernel = title == kKernelTitle;
    const auto nameOf = [&](auto* row) { return subject.trace.text(row->name); };
    const auto ifCovered = [](const EfficiencySums& sums, auto value) {
        return knownIf(sums.covered > Duration::zero(), value);
    };
    return tableOf(
        rows, column("name", "", Unit::Code, nameOf),
        column("", title, {Unit::Code, kWidestName},
               [&](auto* row) {
                   return isKernel ? shortKernelName(nameOf(row)) : std::string(nameOf(row));
               }),
        column(isKernel ? "group" : "", "", Unit::Text,
               [](auto* row) { return kernelGroupName(row->group); }),
        column("gpu", "", Unit::Text, [](auto* row) { return jsonGpu(row->gpu); }),
        column("count", "count", Unit::Count, [](auto* row) { return row->sums.count; }),
        column("total_ns", "", Unit::Nanoseconds, [](auto* row) { return row->sums.time; }),
        column("covered_ns", "time", Unit::Nanoseconds,
               [](auto* row) { return row->sums.covered; }),
        column("model_wrong_ns", "", Unit::Nanoseconds,
               [](auto* row) { return row->sums.modelWrong; }),
        column("flops", "", Unit::Count,
               [](auto* row) { return knownIf(row->sums.hasFlops, wholeAmount(row->sums.flops)); }),
        column("bytes", "", Unit::Bytes,
               [&](auto* row) { return ifCovered(row->sums, wholeAmount(row->sums.bytes)); }),
        column("efficiency", "efficiency", {Unit::Estimate, 0, ""},
               [](auto* row) { return rounded(row->sums.efficiency()); }),
        column("headroom_ns", "to gain", Unit::Nanoseconds,
               [&](auto* row) { return ifCovered(row->sums, row->sums.headroom()); }),
        column("bound", "bound by", {Unit::Text, 0, ""},
               [](auto* row) {
                   const auto bound = row->sums.bound();
                   return bound ? std::optional(kernelBoundName(*bound)) : std::nullopt;
               }),
        column("", "TFLOP/s", Unit::Figure,
               [](auto* row) {
                   const double flops = row->sums.flopsPerSecond();
                   return flops > 0 ? teraText(flops) : std::string();
               }),
        column("", "bytes/s", Unit::Figure,
               [](auto* row) { return byteRateText(row->sums.bytesPerSecond()); }),
        column(isKernel ? "metrics" : "", "", Unit::Text, [](auto*) { return Json(); }));
}

void writeRows(const ReportSubject& subject, std::span<const EfficiencyRow> rows,
               std::string_view title, ReportPage& page) {
    page.table(pageTable(efficiencyTable(subject, byHeadroom(subject, rows), title),
                         page.isFull() ? kRowsInFull : kRowsOnScreen));
}

Table wrongModelsTable(const ReportSubject& subject) {
    std::vector<const ClassEfficiency*> rows;
    const auto callsOf = [&](auto* one) -> const OperatorClass& {
        return subject.efficiency->measured.calls(*one);
    };
    for (const ClassEfficiency& one : subject.efficiency->measured.classes) {
        if (one.isModelWrong && subject.includes(callsOf(&one).gpu)) {
            rows.push_back(&one);
        }
    }
    const auto kernelOf = [&](auto* one) {
        return subject.trace.text(callsOf(one).kernels.front().name);
    };
    return tableOf(
        rows,
        column("", "model wrong", {Unit::Code, kWidestName},
               [&](auto* one) { return shortKernelName(kernelOf(one)); }),
        column("operator", "operator", {Unit::Code, kWidestName},
               [&](auto* one) { return subject.trace.text(callsOf(one).op); }),
        column("kernel", "", Unit::Code, kernelOf),
        column("gpu", "", Unit::Text, [&](auto* one) { return jsonGpu(callsOf(one).gpu); }),
        column("calls", "", Unit::Count, [&](auto* one) { return callsOf(one).calls; }),
        column("total_ns", "time", Unit::Nanoseconds, [&](auto* one) { return callsOf(one).time; }),
        column("efficiency", "would be", Unit::Estimate,
               [](auto* one) { return rounded(one->efficiency); }));
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

// "≥ 16 %": of the shortest, which may wait too.
std::string atLeast(const std::string& text) {
    return text.empty() ? text : "≥ " + text;
}

Table collectivesTable(const ReportSubject& subject,
                       const std::vector<const CollectiveRate*>& rates) {
    const auto& groups = subject.efficiency->communications.groups;
    return tableOf(
        rates,
        column("operation", "communication", {Unit::Code, kWidestName}, &CollectiveRate::operation),
        column("group", "", Unit::Text,
               [&](auto* rate) { return textOrNull(groups[rate->group].name); }),
        column("ranks", "ranks", Unit::Count, &CollectiveRate::ranks),
        column("gpu", "", Unit::Text, [](auto* rate) { return jsonGpu(rate->gpu); }),
        column("count", "count", Unit::Count, &CollectiveRate::count),
        column("total_ns", "time", Unit::Nanoseconds, &CollectiveRate::total),
        column("", "message", Unit::Bytes, &CollectiveRate::bytes),
        column("median_ns", "", Unit::Nanoseconds, &CollectiveRate::median),
        column("shortest_ns", "shortest", Unit::Nanoseconds, &CollectiveRate::shortest),
        column("message_bytes", "", Unit::Bytes, &CollectiveRate::bytes),
        column("sent_bytes", "", Unit::Bytes,
               [](auto* rate) { return wholeAmount(rate->sentBytes); }),
        column("", "sent/s", Unit::Figure,
               [](auto* rate) { return atLeast(byteRateText(rate->minBytesPerSecond())); }),
        column("min_bytes_per_s", "", Unit::Bytes,
               [](auto* rate) {
                   const double perSecond = rate->minBytesPerSecond();
                   return knownIf(perSecond > 0, wholeAmount(perSecond));
               }),
        column("link", "", Unit::Text, [](auto* rate) { return textOrNull(rate->link); }),
        column("", "link", Unit::Text,
               [](auto* rate) {
                   return rate->linkBytes > 0
                              ? std::string(rate->link) + ", " + byteRateText(rate->linkBytes)
                              : std::string();
               }),
        column("", "of link", Unit::Figure,
               [](auto* rate) {
                   const auto used = rate->minEfficiency();
                   return used ? atLeast(percentText(*used, PercentForm::Estimate)) : std::string();
               }),
        column("link_bytes_per_s", "", Unit::Rate,
               [](auto* rate) { return knownIf(rate->linkBytes > 0, rate->linkBytes); }),
        column("unknown_link", "", Unit::Text,
               [](auto* rate) { return textOrNull(rate->unknownLink); }),
        column("min_efficiency", "", Unit::Share,
               [](auto* rate) { return rounded(rate->minEfficiency()); }));
}

void writeCollectives(const ReportSubject& subject, ReportPage& page) {
    std::vector<const CollectiveRate*> rates =
        included<CollectiveRate>(subject, subject.efficiency->collectives);
    if (rates.empty()) {
        return;
    }
    rates.resize(std::min(rates.size(), page.isFull() ? kRowsInFull : kRowsOnScreen));
    page.table(pageTable(collectivesTable(subject, rates)));
    page.note(
        "communication: rates of the shortest of each size; it may wait for other ranks too, which "
        "only the traces of all ranks show");
    std::set<std::string> unknown;
    for (const CollectiveRate* rate : rates) {
        if (!rate->unknownLink.empty()) {
            unknown.insert(rate->unknownLink);
        }
    }
    for (const std::string& why : unknown) {
        page.note("link of a group not known: " + why);
    }
}

}  // namespace

void writeTopKernels(const ReportSubject& subject, std::size_t count, ReportPage& page) {
    if (subject.efficiency == nullptr) {
        return;
    }
    std::vector<const EfficiencyRow*> rows =
        included<EfficiencyRow>(subject, subject.efficiency->tables.kernels);
    Duration all{};
    for (const EfficiencyRow* row : rows) {
        all += row->sums.time;
    }
    std::ranges::stable_sort(rows, std::ranges::greater(),
                             [](auto* row) { return row->sums.time; });
    rows.resize(std::min(rows.size(), count));
    if (!rows.empty()) {
        page.heading("Kernels with most time");
    }
    page.table(pageTable(tableOf(
        rows,
        column("", kKernelTitle, {Unit::Code, kWidestName},
               [&](auto* row) { return shortKernelName(subject.trace.text(row->name)); }),
        column("", "count", Unit::Count, [](auto* row) { return row->sums.count; }),
        column("", "time", Unit::Nanoseconds, [](auto* row) { return row->sums.time; }),
        column("", "share", Unit::Share, [&](auto* row) { return shareOf(row->sums.time, all); }),
        column("", "efficiency", {Unit::Estimate, 0, ""},
               [](auto* row) { return rounded(row->sums.efficiency()); }))));
}

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
    writeRows(subject, tables.kernels, kKernelTitle, page);
    writeCollectives(subject, page);
    if (page.isFull()) {
        writeRows(subject, tables.operators, "operator", page);
        writeRows(subject, tables.modules, "module", page);
        writeStepUse(subject, page);
        page.table(pageTable(wrongModelsTable(subject), kRowsInFull));
    }
    if (!subject.efficiency->measured.isComplete) {
        page.note("operators with less GPU time than the first " +
                  countText(subject.efficiency->measured.shapesRead) + " are not measured");
    }
}

namespace {

Json jsonRows(const ReportSubject& subject, std::span<const EfficiencyRow> rows,
              std::string_view title) {
    return tableJson(efficiencyTable(subject, included<EfficiencyRow>(subject, rows), title));
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
        steps.push_back({{"flops", wholeAmount(step.flops)}, {"mfu", orNull(rounded(step.mfu))}});
    }
    return steps;
}

}  // namespace

void addKernels(const ReportSubject& subject, JsonDocument& text) {
    if (subject.efficiency == nullptr) {
        text.add("kernels", nullptr);
        return;
    }
    const std::span<const EfficiencyRow> rows = subject.efficiency->tables.kernels;
    text.addTable("kernels", efficiencyTable(subject, included(subject, rows), kKernelTitle));
}

Json jsonRoofline(const ReportSubject& subject) {
    if (subject.efficiency == nullptr) {
        return nullptr;
    }
    const EfficiencyTables& tables = subject.efficiency->tables;
    return {{"gpus", jsonGpus(subject)},
            {"operators", jsonRows(subject, tables.operators, "operator")},
            {"modules", jsonRows(subject, tables.modules, "module")},
            {"steps", jsonStepUse(subject)},
            {"collectives",
             tableJson(collectivesTable(
                 subject, included<CollectiveRate>(subject, subject.efficiency->collectives)))},
            {"model_wrong", tableJson(wrongModelsTable(subject))},
            {"shapes_read", subject.efficiency->measured.shapesRead},
            {"complete", subject.efficiency->measured.isComplete &&
                             subject.trace.issues().count(IssueKind::ArgsLeftOut) == 0}};
}

}  // namespace gaplight
