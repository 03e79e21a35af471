// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/kernels/efficiency_tables.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <utility>

#include "core/analysis/kernels/key_numbers.h"
#include "core/analysis/torch/torch_names.h"
#include "core/base/parallel.h"

namespace gaplight {
namespace {

constexpr double kNsInSecond = 1e9;
constexpr std::size_t kTableBlock = 32768;  // kernels or launches of one task

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
        const std::uint32_t number = m_numbers.numberOf({name.value, 0, gpu});
        if (number == rows.size()) {
            rows.push_back({name, gpu, KernelGroup::Other, {}, {}});
        }
        return rows[number];
    }

    [[nodiscard]] std::vector<EfficiencyRow> take() {
        std::stable_sort(rows.begin(), rows.end(),
                         [](const auto& a, const auto& b) { return a.sums.time > b.sums.time; });
        return std::move(rows);
    }

    std::vector<EfficiencyRow> rows;

private:
    KeyNumbers m_numbers;
};

// Runs `add(table, at)` for each at < count, in parallel by blocks, and joins the blocks' tables in
// their order, so that sums do not depend on the number of threads.
template <class Table, class Add>
Table sumInBlocks(std::size_t count, const Table& empty, const Add& add) {
    std::vector<Table> blocks(std::max<std::size_t>((count + kTableBlock - 1) / kTableBlock, 1),
                              empty);
    parallelFor(std::size_t{0}, blocks.size(), [&](std::size_t block) {
        const std::size_t last = std::min(count, (block + 1) * kTableBlock);
        for (std::size_t at = block * kTableBlock; at < last; ++at) {
            add(blocks[block], at);
        }
    });
    for (std::size_t block = 1; block < blocks.size(); ++block) {
        join(blocks.front(), blocks[block]);
    }
    return std::move(blocks.front());
}

void addSums(EfficiencySums& into, const EfficiencySums& from) {
    into.count += from.count;
    into.time += from.time;
    into.covered += from.covered;
    into.modelWrong += from.modelWrong;
    into.flops += from.flops;
    into.hasFlops = into.hasFlops || from.hasFlops;
    into.bytes += from.bytes;
    into.roofline += from.roofline;
    into.compute += from.compute;
    into.memory += from.memory;
}

void keepLongest(const Trace& trace, SliceId& longest, SliceId slice) {
    if (!longest.isValid() || trace.slices().duration(slice) > trace.slices().duration(longest)) {
        longest = slice;
    }
}

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

// Rows of kernels while they are summed: count, time and the longest one.
struct KernelTable {
    const Trace* trace = nullptr;
    RowTable table;
};

void join(KernelTable& into, const KernelTable& from) {
    for (const EfficiencyRow& row : from.table.rows) {
        EfficiencyRow& sum = into.table.rowOf(row.name, row.gpu);
        addSums(sum.sums, row.sums);
        keepLongest(*into.trace, sum.longest, row.longest);
    }
}

std::vector<EfficiencyRow> kernelRows(const Trace& trace, const KernelEfficiency& measured,
                                      TimeRange range) {
    const std::span activities = trace.gpuActivities();
    const auto addKernel = [&](KernelTable& into, std::size_t at) {
        const SliceId slice = activities[at].slice;
        if (trace.kind(slice) == SliceKind::Kernel && range.contains(trace.slices().start(slice))) {
            EfficiencyRow& row = into.table.rowOf(trace.slices().name(slice), activities[at].gpu);
            keepLongest(trace, row.longest, slice);
            ++row.sums.count;
            row.sums.time += trace.slices().duration(slice);
        }
    };
    KernelTable sums = sumInBlocks(activities.size(), KernelTable{&trace, {}}, addKernel);
    for (const ClassEfficiency& one : measured.classes) {
        const OperatorClass& calls = measured.calls(one);
        for (const ClassKernel& kernel : calls.kernels) {
            addWork(sums.table.rowOf(kernel.name, calls.gpu).sums, one, calls, kernel.time);
        }
    }
    KernelGroups groups(trace);
    for (EfficiencyRow& row : sums.table.rows) {
        row.group = groups.of(row.name);
    }
    return sums.table.take();
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
            m_isModule[at] = isModuleCall(trace.text(StringId(at)));
            m_hasAny = m_hasAny || m_isModule[at];
        }
    }

    bool hasAny() const { return m_hasAny; }

    // Invalid if there is none.
    StringId around(SliceId slice) const {
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

void join(RowTable& into, const RowTable& from) {
    for (const EfficiencyRow& row : from.rows) {
        addSums(into.rowOf(row.name, row.gpu).sums, row.sums);
    }
}

std::vector<EfficiencyRow> moduleRows(const Trace& trace, const LaunchIndex& launches,
                                      const KernelEfficiency& measured) {
    const ModuleSearch modules(trace);
    if (!modules.hasAny()) {
        return {};
    }
    const std::vector<const ClassEfficiency*> classes = byNumber(measured);
    const auto addLaunch = [&](RowTable& into, std::size_t at) {
        const std::uint32_t number = measured.operators.classOfLaunch[at];
        const StringId module = number == OperatorClasses::kNone || classes[number] == nullptr
                                    ? StringId()
                                    : modules.around(launches.launches()[at]);
        if (!module.isValid()) {
            return;
        }
        const OperatorClass& calls = measured.operators.classes[number];
        const Duration time = kernelTimeOf(trace, launches.activitiesAt(at));
        EfficiencySums& sums = into.rowOf(module, calls.gpu).sums;
        sums.count += measured.operators.beginsCall[at];
        sums.time += time;
        addWork(sums, *classes[number], calls, time);
    };
    return sumInBlocks(launches.launches().size(), RowTable(), addLaunch).take();
}

// FLOPs of steps while they are summed, and the seconds that they take at their peaks, over all
// GPUs.
struct StepSums {
    std::vector<double> flops;
    std::vector<double> seconds;
    std::size_t last = 0;  // step of the launch before
};

void join(StepSums& into, const StepSums& from) {
    std::transform(into.flops.begin(), into.flops.end(), from.flops.begin(), into.flops.begin(),
                   std::plus<>());
    std::transform(into.seconds.begin(), into.seconds.end(), from.seconds.begin(),
                   into.seconds.begin(), std::plus<>());
}

// The step around a time; rows.size() if there is none. `last` is tried first.
std::size_t stepAt(const std::vector<StepRow>& rows, Time time, std::size_t last) {
    if (last < rows.size() && rows[last].host.contains(time) &&
        (last + 1 == rows.size() || time < rows[last + 1].host.begin)) {
        return last;
    }
    const auto after =
        std::upper_bound(rows.begin(), rows.end(), time,
                         [](Time one, const StepRow& row) { return one < row.host.begin; });
    return after == rows.begin() || !std::prev(after)->host.contains(time)
               ? rows.size()
               : static_cast<std::size_t>(after - rows.begin()) - 1;
}

StepSums sumSteps(const Trace& trace, const LaunchIndex& launches, const Steps& steps,
                  const KernelEfficiency& measured) {
    struct CallWork {
        double flops = 0;
        double seconds = 0;
    };
    std::vector<CallWork> workOfClass(measured.operators.classes.size());
    for (const ClassEfficiency& one : measured.classes) {
        const GpuRoofline* gpu = measured.rooflineOf(measured.calls(one).gpu);
        const double rate = gpu->peaks.flopsOf(one.work.type, one.usesTensorCores);
        const auto flops = static_cast<double>(one.work.flops.value_or(0));
        workOfClass[one.number] = {flops, rate > 0 ? flops / rate : 0};
    }
    const std::vector<double> zeros(steps.rows.size());
    const auto addLaunch = [&](StepSums& into, std::size_t at) {
        const std::uint32_t number = measured.operators.classOfLaunch[at];
        if (number == OperatorClasses::kNone || measured.operators.beginsCall[at] == 0 ||
            workOfClass[number].flops == 0) {
            return;
        }
        const Time start = trace.slices().start(launches.launches()[at]);
        const std::size_t step = stepAt(steps.rows, start, into.last);
        if (step < steps.rows.size()) {
            into.last = step;
            into.flops[step] += workOfClass[number].flops;
            into.seconds[step] += workOfClass[number].seconds;
        }
    };
    return sumInBlocks(launches.launches().size(), StepSums{zeros, zeros, 0}, addLaunch);
}

std::vector<StepUse> stepUse(const Trace& trace, const LaunchIndex& launches, const Steps& steps,
                             const KernelEfficiency& measured) {
    std::vector<StepUse> use(steps.rows.size());
    if (use.empty()) {
        return use;
    }
    double gpus = 0;
    for (const GpuRoofline& gpu : measured.gpus) {
        gpus += gpu.kernels > Duration::zero() ? 1 : 0;
    }
    const StepSums sums = sumSteps(trace, launches, steps, measured);
    const bool hasPeaks = std::none_of(measured.gpus.begin(), measured.gpus.end(),
                                       [](const GpuRoofline& gpu) { return gpu.isFromTrace; });
    for (std::size_t step = 0; step < use.size(); ++step) {
        use[step].flops = sums.flops[step];
        const double period =
            static_cast<double>(steps.rows[step].span.length().count()) / kNsInSecond;
        if (hasPeaks && use[step].flops > 0 && period > 0) {
            use[step].mfu = sums.seconds[step] / period / gpus;
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
