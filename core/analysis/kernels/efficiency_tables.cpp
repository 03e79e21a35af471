// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/kernels/efficiency_tables.h"

#include <algorithm>
#include <cstddef>
#include <unordered_map>
#include <utility>

namespace gaplight {
namespace {

constexpr double kNsInSecond = 1e9;
constexpr std::string_view kModulePrefix = "nn.Module: ";

// By class number; null where the work is unknown.
std::vector<const ClassEfficiency*> byNumber(const KernelEfficiency& measured) {
    std::vector<const ClassEfficiency*> all(measured.operators.classes.size());
    for (const ClassEfficiency& one : measured.classes) {
        all[one.number] = &one;
    }
    return all;
}

// Rows by a name and a GPU, in the order of first use.
class RowTable {
public:
    EfficiencyRow& rowOf(StringId name, GpuId gpu) {
        const std::uint64_t key =
            (static_cast<std::uint64_t>(name.value) << 32U) | std::hash<GpuId>{}(gpu);
        const auto [found, isNew] = m_rows.try_emplace(key, rows.size());
        if (isNew) {
            rows.push_back({name, gpu, KernelGroup::Other, {}, {}});
        }
        return rows[found->second];
    }

    [[nodiscard]] std::vector<EfficiencyRow> take() {
        std::stable_sort(rows.begin(), rows.end(),
                         [](const auto& a, const auto& b) { return a.sums.time > b.sums.time; });
        return std::move(rows);
    }

    std::vector<EfficiencyRow> rows;

private:
    std::unordered_map<std::uint64_t, std::size_t> m_rows;
};

// Adds kernels of a class that took `time` of its time. Their count and time are added by others.
void addWork(EfficiencySums& sums, const ClassEfficiency& one, const OperatorClass& calls,
             Duration time) {
    if (one.isModelWrong) {
        sums.modelWrong += time;
        return;
    }
    const double share = calls.time.count() > 0 ? static_cast<double>(time.count()) /
                                                      static_cast<double>(calls.time.count())
                                                : 0;
    const double callsOfShare = share * static_cast<double>(calls.calls);
    sums.covered += time;
    sums.hasFlops = sums.hasFlops || one.work.flops.has_value();
    sums.flops += callsOfShare * static_cast<double>(one.work.flops.value_or(0));
    sums.bytes += callsOfShare * static_cast<double>(one.work.bytes);
    sums.roofline += callsOfShare * one.roofline;
    sums.compute += one.computeShare * static_cast<double>(time.count());
    sums.memory += one.memoryShare * static_cast<double>(time.count());
}

std::vector<EfficiencyRow> kernelRows(const Trace& trace, const KernelEfficiency& measured,
                                      TimeRange range) {
    RowTable table;
    for (const GpuActivity& activity : trace.gpuActivities()) {
        if (trace.kind(activity.slice) != SliceKind::Kernel ||
            !range.contains(trace.slices().start(activity.slice))) {
            continue;
        }
        EfficiencyRow& row = table.rowOf(trace.slices().name(activity.slice), activity.gpu);
        const Duration time = trace.slices().duration(activity.slice);
        if (row.sums.count == 0 || time > trace.slices().duration(row.longest)) {
            row.longest = activity.slice;
        }
        ++row.sums.count;
        row.sums.time += time;
    }
    for (const ClassEfficiency& one : measured.classes) {
        const OperatorClass& calls = measured.calls(one);
        for (const ClassKernel& kernel : calls.kernels) {
            addWork(table.rowOf(kernel.name, calls.gpu).sums, one, calls, kernel.time);
        }
    }
    KernelGroups groups(trace);
    for (EfficiencyRow& row : table.rows) {
        row.group = groups.of(row.name);
    }
    return table.take();
}

std::vector<EfficiencyRow> operatorRows(const KernelEfficiency& measured) {
    RowTable table;
    for (const ClassEfficiency& one : measured.classes) {
        const OperatorClass& calls = measured.calls(one);
        EfficiencySums& sums = table.rowOf(calls.op, calls.gpu).sums;
        sums.count += calls.calls;
        sums.time += calls.time;
        addWork(sums, one, calls, calls.time);
    }
    return table.take();
}

// The innermost frame of a torch.nn.Module around each slice, remembered for the last one.
class ModuleSearch {
public:
    explicit ModuleSearch(const Trace& trace) : m_trace(trace), m_isModule(trace.strings().size()) {
        for (std::size_t at = 0; at < m_isModule.size(); ++at) {
            m_isModule[at] = trace.text(StringId(at)).starts_with(kModulePrefix);
            m_hasAny = m_hasAny || m_isModule[at];
        }
    }

    [[nodiscard]] bool hasAny() const { return m_hasAny; }

    // Invalid if there is none.
    [[nodiscard]] StringId around(SliceId slice) const {
        for (SliceId at = slice; at.isValid(); at = m_trace.slices().parent(at)) {
            const StringId name = m_trace.slices().name(at);
            if (m_isModule[name.index()] && m_trace.kind(at) == SliceKind::PythonFunction) {
                return name;
            }
        }
        return {};
    }

private:
    const Trace& m_trace;
    std::vector<bool> m_isModule;  // per text
    bool m_hasAny = false;
};

Duration kernelTimeOf(const Trace& trace, std::span<const ActivityId> activities) {
    Duration time{};
    for (const ActivityId activity : activities) {
        const SliceId slice = trace.gpuActivities()[activity.index()].slice;
        if (trace.kind(slice) == SliceKind::Kernel) {
            time += trace.slices().duration(slice);
        }
    }
    return time;
}

std::vector<EfficiencyRow> moduleRows(const Trace& trace, const LaunchIndex& launches,
                                      const KernelEfficiency& measured) {
    RowTable table;
    const ModuleSearch modules(trace);
    if (!modules.hasAny()) {
        return {};
    }
    const std::vector<const ClassEfficiency*> classes = byNumber(measured);
    for (std::size_t at = 0; at < launches.launches().size(); ++at) {
        const std::uint32_t number = measured.operators.classOfLaunch[at];
        const StringId module = number == OperatorClasses::kNone || classes[number] == nullptr
                                    ? StringId()
                                    : modules.around(launches.launches()[at]);
        if (!module.isValid()) {
            continue;
        }
        const OperatorClass& calls = measured.operators.classes[number];
        const Duration time = kernelTimeOf(trace, launches.activitiesAt(at));
        EfficiencySums& sums = table.rowOf(module, calls.gpu).sums;
        sums.count += measured.operators.beginsCall[at] ? 1 : 0;
        sums.time += time;
        addWork(sums, *classes[number], calls, time);
    }
    return table.take();
}

std::vector<StepUse> stepUse(const Trace& trace, const LaunchIndex& launches, const Steps& steps,
                             const KernelEfficiency& measured) {
    std::vector<StepUse> use(steps.rows.size());
    std::vector<double> seconds(use.size());  // that the FLOPs take at their peaks, over all GPUs
    const std::vector<const ClassEfficiency*> classes = byNumber(measured);
    double gpus = 0;
    for (const GpuRoofline& gpu : measured.gpus) {
        gpus += gpu.kernels > Duration::zero() ? 1 : 0;
    }
    for (std::size_t at = 0; at < launches.launches().size(); ++at) {
        const std::uint32_t number = measured.operators.classOfLaunch[at];
        const ClassEfficiency* one =
            number == OperatorClasses::kNone || !measured.operators.beginsCall[at]
                ? nullptr
                : classes[number];
        if (one == nullptr || !one->work.flops) {
            continue;
        }
        const Time start = trace.slices().start(launches.launches()[at]);
        const auto after =
            std::upper_bound(steps.rows.begin(), steps.rows.end(), start,
                             [](Time time, const StepRow& row) { return time < row.host.begin; });
        if (after == steps.rows.begin() || !std::prev(after)->host.contains(start)) {
            continue;
        }
        const auto step = static_cast<std::size_t>(after - steps.rows.begin()) - 1;
        const GpuRoofline* gpu = measured.rooflineOf(measured.operators.classes[number].gpu);
        const double rate = gpu->peaks.flopsOf(one->work.type, one->usesTensorCores);
        use[step].flops += static_cast<double>(*one->work.flops);
        seconds[step] += rate > 0 ? static_cast<double>(*one->work.flops) / rate : 0;
    }
    const bool hasPeaks = std::none_of(measured.gpus.begin(), measured.gpus.end(),
                                       [](const GpuRoofline& gpu) { return gpu.isFromTrace; });
    for (std::size_t step = 0; step < use.size(); ++step) {
        const double period = static_cast<double>(steps.rows[step].period.count()) / kNsInSecond;
        if (hasPeaks && use[step].flops > 0 && period > 0) {
            use[step].mfu = seconds[step] / period / gpus;
        }
    }
    return use;
}

}  // namespace

std::optional<double> EfficiencySums::efficiency() const {
    if (covered <= Duration::zero()) {
        return std::nullopt;
    }
    return roofline / static_cast<double>(covered.count());
}

Duration EfficiencySums::headroom() const {
    const auto needed = Duration(static_cast<std::int64_t>(roofline));
    return std::max(covered - needed, Duration::zero());
}

double EfficiencySums::flopsPerSecond() const {
    return covered > Duration::zero() ? flops / static_cast<double>(covered.count()) * kNsInSecond
                                      : 0;
}

double EfficiencySums::bytesPerSecond() const {
    return covered > Duration::zero() ? bytes / static_cast<double>(covered.count()) * kNsInSecond
                                      : 0;
}

std::optional<KernelBound> EfficiencySums::bound() const {
    const std::optional<double> used = efficiency();
    if (!used) {
        return std::nullopt;
    }
    if (*used < kBoundFrom) {
        return KernelBound::Latency;
    }
    return compute > memory ? KernelBound::Compute : KernelBound::Memory;
}

EfficiencyTables tabulateEfficiency(const Trace& trace, const LaunchIndex& launches,
                                    const Steps& steps, const KernelEfficiency& measured,
                                    TimeRange range) {
    EfficiencyTables tables;
    tables.kernels = kernelRows(trace, measured, range);
    tables.operators = operatorRows(measured);
    tables.modules = moduleRows(trace, launches, measured);
    tables.steps = stepUse(trace, launches, steps, measured);
    return tables;
}

}  // namespace gaplight
