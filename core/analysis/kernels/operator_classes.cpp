// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/kernels/operator_classes.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>
#include <string_view>
#include <utility>

#include "core/analysis/kernels/key_numbers.h"
#include "core/analysis/kernels/operator_work.h"
#include "core/analysis/torch/torch_names.h"
#include "core/base/parallel.h"

namespace gaplight {
namespace {

constexpr std::size_t kLaunchBlock = 32768;  // launches or activities of one task

// Per text: whether an operator of this name has a formula. Paged attention is an operator written
// in Python, whose frames are between it and its launches.
constexpr std::uint8_t kNoFormula = 0;
constexpr std::uint8_t kFormula = 1;
constexpr std::uint8_t kPaged = 2;
std::vector<std::uint8_t> namesWithFormula(const Trace& trace) {
    std::vector<std::uint8_t> flags(trace.strings().size());
    parallelFor(std::size_t{0}, flags.size(), [&](std::size_t at) {
        const std::string_view name = trace.text(StringId(at));
        const bool isCandidate = isAtenOperator(name) || name.starts_with("triton_") ||
                                 name.starts_with("flash_attn::") || isPagedAttention(name);
        flags[at] = !isCandidate || !hasWorkFormula(name) ? kNoFormula
                    : isPagedAttention(name)              ? kPaged
                                                          : kFormula;
    });
    return flags;
}

// A class while it is gathered: of the launches of one block.
struct GatheredClass {
    OperatorClass own;
    SliceId lastCall;
    std::size_t lastKernel = 0;
};

ClassKernel& kernelOf(GatheredClass& gathered, StringId name) {
    std::vector<ClassKernel>& kernels = gathered.own.kernels;
    if (gathered.lastKernel < kernels.size() && kernels[gathered.lastKernel].name == name) {
        return kernels[gathered.lastKernel];
    }
    const auto at = std::find_if(kernels.begin(), kernels.end(),
                                 [&](const ClassKernel& one) { return one.name == name; });
    gathered.lastKernel = static_cast<std::size_t>(at - kernels.begin());
    if (at == kernels.end()) {
        kernels.push_back({name, 0, Duration::zero(), {}});
    }
    return kernels[gathered.lastKernel];
}

class BlockGathering {
public:
    BlockGathering(const Trace& trace, const LaunchIndex& launches, TimeRange range,
                   const std::vector<std::uint8_t>& hasFormula)
        : m_trace(trace),
          m_launches(launches),
          m_range(range),
          m_hasFormula(hasFormula),
          m_hasPaged(std::ranges::find(hasFormula, kPaged) != hasFormula.end()) {}

    // `classOf` and `begins`: of the launches [first, last).
    void run(std::size_t first, std::size_t last, std::uint32_t* classOf, std::uint8_t* begins) {
        m_first = first;
        for (std::size_t at = first; at < last; ++at) {
            const SliceId op = operatorAround(m_launches.launches()[at]);
            const auto shape = op.isValid() ? m_trace.shapeKeys().find(op) : std::nullopt;
            classOf[at] = OperatorClasses::kNone;
            if (!shape) {
                continue;
            }
            for (const ActivityId activity : m_launches.activitiesAt(at)) {
                const GpuActivity& kernel = m_trace.gpuActivities()[activity.index()];
                if (isCounted(kernel)) {
                    add(kernel, op, keyOf(op, static_cast<std::uint32_t>(*shape)), classOf[at],
                        begins[at]);
                }
            }
        }
    }

    std::vector<GatheredClass> classes;

private:
    // Of the calls that share a class: of their shapes, and of paged attention, whose work depends
    // on the iteration, of its name.
    std::uint32_t keyOf(SliceId op, std::uint32_t shape) const {
        if (!isPagedAttention(m_trace.name(op))) {
            return shape;
        }
        std::uint32_t key = shape;
        for (SliceId up = m_trace.slices().parent(op); up.isValid();
             up = m_trace.slices().parent(up)) {
            if (readIterationName(m_trace.name(up))) {
                key = key * 0x9e3779b1U + m_trace.slices().name(up).value;
            }
        }
        return key;
    }
    bool isCounted(const GpuActivity& activity) const {
        return m_trace.kind(activity.slice) == SliceKind::Kernel &&
               m_range.contains(m_trace.slices().start(activity.slice));
    }

    // Whether one of the launches before this block, as many as it has, is of the same call.
    // Launches inside a slice follow it.
    bool beganBefore(SliceId op) const {
        const std::size_t end = m_first - std::min(m_first, kLaunchBlock);
        for (std::size_t at = m_first; at > end && op < m_launches.launches()[at - 1]; --at) {
            const auto activities = m_launches.activitiesAt(at - 1);
            if (operatorAround(m_launches.launches()[at - 1]) == op &&
                std::any_of(activities.begin(), activities.end(), [&](ActivityId one) {
                    return isCounted(m_trace.gpuActivities()[one.index()]);
                })) {
                return true;
            }
        }
        return false;
    }

    // The innermost operator with a formula around a launch; invalid if there is none.
    SliceId operatorAround(SliceId launch) const {
        const SliceTable& slices = m_trace.slices();
        bool isPastFrame = false;
        for (SliceId at = slices.parent(launch); at.isValid(); at = slices.parent(at)) {
            const SliceKind kind = m_trace.kind(at);
            isPastFrame = isPastFrame || kind == SliceKind::PythonFunction;
            if (isPastFrame && !m_hasPaged) {
                break;
            }
            const std::uint8_t formula =
                kind == SliceKind::CpuOp ? m_hasFormula[slices.name(at).index()] : kNoFormula;
            if (formula == kPaged || (formula == kFormula && !isPastFrame)) {
                return at;
            }
        }
        return {};
    }

    void add(const GpuActivity& kernel, SliceId op, std::uint32_t shape, std::uint32_t& classOf,
             std::uint8_t& begins) {
        const StringId opName = m_trace.slices().name(op);
        const std::uint32_t number = m_numbers.numberOf({opName.value, shape, kernel.gpu});
        if (number == classes.size()) {
            classes.push_back({{opName, shape, kernel.gpu, op, 0, Duration::zero(), {}}, {}, 0});
        }
        GatheredClass& gathered = classes[number];
        if (gathered.lastCall != op) {
            gathered.lastCall = op;
            begins = beganBefore(op) ? 0 : 1;
            gathered.own.calls += begins;
        }
        const Duration time = m_trace.slices().duration(kernel.slice);
        gathered.own.time += time;
        ClassKernel& row = kernelOf(gathered, m_trace.slices().name(kernel.slice));
        if (row.count == 0 || time > m_trace.slices().duration(row.longest)) {
            row.longest = kernel.slice;
        }
        ++row.count;
        row.time += time;
        classOf = number;
    }

    const Trace& m_trace;
    const LaunchIndex& m_launches;
    TimeRange m_range;
    const std::vector<std::uint8_t>& m_hasFormula;
    bool m_hasPaged = false;
    std::size_t m_first = 0;  // launch of the block
    KeyNumbers m_numbers;
};

// Joins the classes of all blocks; gives for each block the new number of each of its classes.
class ClassMerge {
public:
    explicit ClassMerge(const Trace& trace) : m_trace(trace) {}

    [[nodiscard]] std::vector<std::uint32_t> take(std::vector<GatheredClass>& block) {
        std::vector<std::uint32_t> numbers;
        for (GatheredClass& from : block) {
            const std::uint32_t number =
                m_numbers.numberOf({from.own.op.value, from.own.shapeKey, from.own.gpu});
            numbers.push_back(number);
            if (number == all.size()) {
                all.push_back(std::move(from));
            } else {
                join(all[number], from);
            }
        }
        return numbers;
    }

    std::vector<GatheredClass> all;

private:
    void join(GatheredClass& into, const GatheredClass& from) const {
        into.own.calls += from.own.calls;
        into.own.time += from.own.time;
        for (const ClassKernel& row : from.own.kernels) {
            ClassKernel& sum = kernelOf(into, row.name);
            if (sum.count == 0 ||
                m_trace.slices().duration(row.longest) > m_trace.slices().duration(sum.longest)) {
                sum.longest = row.longest;
            }
            sum.count += row.count;
            sum.time += row.time;
        }
    }

    const Trace& m_trace;
    KeyNumbers m_numbers;
};

using GpuTimes = std::vector<OperatorClasses::GpuTime>;

void addTime(GpuTimes& times, GpuId gpu, Duration time) {
    auto at = times.begin();
    while (at != times.end() && at->gpu != gpu) {
        ++at;
    }
    if (at == times.end()) {
        at = times.insert(at, {gpu, Duration::zero()});
    }
    at->kernels += time;
}

GpuTimes kernelTimes(const Trace& trace, TimeRange range) {
    const std::span activities = trace.gpuActivities();
    std::vector<GpuTimes> blocks((activities.size() + kLaunchBlock - 1) / kLaunchBlock);
    parallelFor(std::size_t{0}, blocks.size(), [&](std::size_t block) {
        const std::size_t last = std::min(activities.size(), (block + 1) * kLaunchBlock);
        for (std::size_t at = block * kLaunchBlock; at < last; ++at) {
            const SliceId slice = activities[at].slice;
            if (trace.kind(slice) == SliceKind::Kernel &&
                range.contains(trace.slices().start(slice))) {
                addTime(blocks[block], activities[at].gpu, trace.slices().duration(slice));
            }
        }
    });
    GpuTimes all;
    for (const GpuTimes& block : blocks) {
        for (const OperatorClasses::GpuTime& one : block) {
            addTime(all, one.gpu, one.kernels);
        }
    }
    return all;
}

// Moves classes to the result, those with most time first, and their kernels likewise; gives the
// new number of each.
std::vector<std::uint32_t> sortClasses(std::vector<GatheredClass>& gathered,
                                       OperatorClasses& result) {
    std::vector<std::uint32_t> order(gathered.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return gathered[a].own.time > gathered[b].own.time;
    });
    std::vector<std::uint32_t> numberOf(gathered.size());
    for (std::size_t at = 0; at < order.size(); ++at) {
        numberOf[order[at]] = static_cast<std::uint32_t>(at);
        OperatorClass& one = result.classes.emplace_back(std::move(gathered[order[at]].own));
        std::stable_sort(one.kernels.begin(), one.kernels.end(),
                         [](const auto& a, const auto& b) { return a.time > b.time; });
    }
    return numberOf;
}

// Replaces the numbers that launches have within their block by those of the result.
void renumber(const std::vector<std::vector<std::uint32_t>>& mergedOfBlock,
              const std::vector<std::uint32_t>& numberOf, OperatorClasses& result) {
    parallelFor(std::size_t{0}, mergedOfBlock.size(), [&](std::size_t block) {
        const std::size_t last = std::min(result.classOfLaunch.size(), (block + 1) * kLaunchBlock);
        for (std::size_t at = block * kLaunchBlock; at < last; ++at) {
            std::uint32_t& number = result.classOfLaunch[at];
            if (number != OperatorClasses::kNone) {
                number = numberOf[mergedOfBlock[block][number]];
            }
        }
    });
}

}  // namespace

OperatorClasses groupOperatorCalls(const Trace& trace, const LaunchIndex& launches,
                                   TimeRange range) {
    OperatorClasses result;
    result.gpus = kernelTimes(trace, range);
    const std::size_t count = launches.launches().size();
    result.classOfLaunch.assign(count, OperatorClasses::kNone);
    result.beginsCall.assign(count, 0);
    if (trace.shapeKeys().size() == 0) {
        return result;
    }
    const std::vector<std::uint8_t> hasFormula = namesWithFormula(trace);
    std::vector<BlockGathering> blocks;
    for (std::size_t first = 0; first < count; first += kLaunchBlock) {
        blocks.emplace_back(trace, launches, range, hasFormula);
    }
    parallelFor(std::size_t{0}, blocks.size(), [&](std::size_t block) {
        const std::size_t first = block * kLaunchBlock;
        blocks[block].run(first, std::min(count, first + kLaunchBlock), result.classOfLaunch.data(),
                          result.beginsCall.data());
    });
    ClassMerge merge(trace);
    std::vector<std::vector<std::uint32_t>> mergedOfBlock;
    for (BlockGathering& block : blocks) {
        mergedOfBlock.push_back(merge.take(block.classes));
    }
    renumber(mergedOfBlock, sortClasses(merge.all, result), result);
    return result;
}

}  // namespace gaplight
