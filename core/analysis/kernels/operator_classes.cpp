// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/kernels/operator_classes.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <tbb/parallel_for.h>

#include "core/analysis/kernels/operator_work.h"

namespace gaplight {
namespace {

constexpr std::size_t kLaunchBlock = 65536;

// Per text: whether an operator of this name has a formula.
std::vector<std::uint8_t> namesWithFormula(const Trace& trace) {
    std::vector<std::uint8_t> flags(trace.strings().size());
    tbb::parallel_for(std::size_t{0}, flags.size(), [&](std::size_t at) {
        const std::string_view name = trace.text(StringId(at));
        const bool isCandidate = name.starts_with("aten::") || name.starts_with("triton_") ||
                                 name.starts_with("flash_attn::");
        flags[at] = isCandidate && hasWorkFormula(name) ? 1 : 0;
    });
    return flags;
}

struct ClassKey {
    std::uint64_t opAndShape = 0;
    GpuId gpu;
    friend bool operator==(const ClassKey&, const ClassKey&) = default;
};
struct ClassKeyHash {
    std::size_t operator()(const ClassKey& key) const {
        constexpr std::uint64_t kMix = 0x9e3779b97f4a7c15ULL;
        return (key.opAndShape ^ (static_cast<std::uint64_t>(key.gpu.device) << 48U)) * kMix >> 7U;
    }
};

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
        : m_trace(trace), m_launches(launches), m_range(range), m_hasFormula(hasFormula) {}

    // `classOf` and `begins`: of the launches [first, last).
    void run(std::size_t first, std::size_t last, std::uint32_t* classOf, std::uint8_t* begins) {
        for (std::size_t at = first; at < last; ++at) {
            const SliceId op = operatorAround(m_launches.launches()[at]);
            const auto shape = op.isValid() ? m_trace.shapeKeys().find(op) : std::nullopt;
            classOf[at] = OperatorClasses::kNone;
            if (!shape) {
                continue;
            }
            for (const ActivityId activity : m_launches.activitiesAt(at)) {
                const GpuActivity& kernel = m_trace.gpuActivities()[activity.index()];
                if (m_trace.kind(kernel.slice) == SliceKind::Kernel &&
                    m_range.contains(m_trace.slices().start(kernel.slice))) {
                    add(kernel, op, static_cast<std::uint32_t>(*shape), classOf[at], begins[at]);
                }
            }
        }
    }

    std::vector<GatheredClass> classes;

private:
    // The innermost operator with a formula around a launch; invalid if there is none.
    [[nodiscard]] SliceId operatorAround(SliceId launch) const {
        const SliceTable& slices = m_trace.slices();
        for (SliceId at = slices.parent(launch); at.isValid(); at = slices.parent(at)) {
            const SliceKind kind = m_trace.kind(at);
            if (kind == SliceKind::PythonFunction) {
                break;
            }
            if (kind == SliceKind::CpuOp && m_hasFormula[slices.name(at).index()] != 0) {
                return at;
            }
        }
        return {};
    }

    void add(const GpuActivity& kernel, SliceId op, std::uint32_t shape, std::uint32_t& classOf,
             std::uint8_t& begins) {
        const StringId opName = m_trace.slices().name(op);
        const ClassKey key{(static_cast<std::uint64_t>(opName.value) << 32U) | shape, kernel.gpu};
        const auto [found, isNew] =
            m_indexOf.try_emplace(key, static_cast<std::uint32_t>(classes.size()));
        if (isNew) {
            classes.push_back({{opName, shape, kernel.gpu, op, 0, Duration::zero(), {}}, {}, 0});
        }
        GatheredClass& gathered = classes[found->second];
        if (gathered.lastCall != op) {
            gathered.lastCall = op;
            ++gathered.own.calls;
            begins = 1;
        }
        const Duration time = m_trace.slices().duration(kernel.slice);
        gathered.own.time += time;
        ClassKernel& row = kernelOf(gathered, m_trace.slices().name(kernel.slice));
        if (row.count == 0 || time > m_trace.slices().duration(row.longest)) {
            row.longest = kernel.slice;
        }
        ++row.count;
        row.time += time;
        classOf = found->second;
    }

    const Trace& m_trace;
    const LaunchIndex& m_launches;
    TimeRange m_range;
    const std::vector<std::uint8_t>& m_hasFormula;
    std::unordered_map<ClassKey, std::uint32_t, ClassKeyHash> m_indexOf;
};

// Joins the classes of all blocks; gives for each block the new number of each of its classes.
class ClassMerge {
public:
    explicit ClassMerge(const Trace& trace) : m_trace(trace) {}

    [[nodiscard]] std::vector<std::uint32_t> take(std::vector<GatheredClass>& block) {
        std::vector<std::uint32_t> numbers;
        for (GatheredClass& from : block) {
            const ClassKey key{
                (static_cast<std::uint64_t>(from.own.op.value) << 32U) | from.own.shapeKey,
                from.own.gpu};
            const auto [found, isNew] =
                m_indexOf.try_emplace(key, static_cast<std::uint32_t>(all.size()));
            numbers.push_back(found->second);
            if (isNew) {
                all.push_back(std::move(from));
            } else {
                join(all[found->second], from);
            }
        }
        return numbers;
    }

    std::vector<GatheredClass> all;

private:
    void join(GatheredClass& into, const GatheredClass& from) const {
        // A call whose launches are in two blocks.
        into.own.calls += from.own.calls - (into.lastCall == from.own.call ? 1 : 0);
        into.own.time += from.own.time;
        into.lastCall = from.lastCall;
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
    std::unordered_map<ClassKey, std::uint32_t, ClassKeyHash> m_indexOf;
};

std::vector<OperatorClasses::GpuTime> kernelTimes(const Trace& trace, TimeRange range) {
    std::vector<OperatorClasses::GpuTime> times;
    std::size_t last = 0;
    for (const GpuActivity& activity : trace.gpuActivities()) {
        if (trace.kind(activity.slice) != SliceKind::Kernel ||
            !range.contains(trace.slices().start(activity.slice))) {
            continue;
        }
        if (last >= times.size() || times[last].gpu != activity.gpu) {
            const auto at = std::find_if(times.begin(), times.end(),
                                         [&](const auto& one) { return one.gpu == activity.gpu; });
            last = static_cast<std::size_t>(at - times.begin());
            if (at == times.end()) {
                times.push_back({activity.gpu, Duration::zero()});
            }
        }
        times[last].kernels += trace.slices().duration(activity.slice);
    }
    return times;
}

// Orders classes and their kernels by time, and renumbers classOfLaunch.
void sortClasses(std::vector<GatheredClass>& gathered, OperatorClasses& result) {
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
    for (std::uint32_t& number : result.classOfLaunch) {
        number = number == OperatorClasses::kNone ? number : numberOf[number];
    }
}

}  // namespace

OperatorClasses groupOperatorCalls(const Trace& trace, const LaunchIndex& launches,
                                   TimeRange range) {
    OperatorClasses result;
    result.gpus = kernelTimes(trace, range);
    const std::size_t count = launches.launches().size();
    result.classOfLaunch.assign(count, OperatorClasses::kNone);
    result.beginsCall.assign(count, false);
    if (trace.shapeKeys().size() == 0) {
        return result;
    }
    const std::vector<std::uint8_t> hasFormula = namesWithFormula(trace);
    std::vector<std::uint8_t> begins(count);
    std::vector<BlockGathering> blocks;
    for (std::size_t first = 0; first < count; first += kLaunchBlock) {
        blocks.emplace_back(trace, launches, range, hasFormula);
    }
    tbb::parallel_for(std::size_t{0}, blocks.size(), [&](std::size_t block) {
        const std::size_t first = block * kLaunchBlock;
        blocks[block].run(first, std::min(count, first + kLaunchBlock), result.classOfLaunch.data(),
                          begins.data());
    });
    ClassMerge merge(trace);
    for (std::size_t block = 0; block < blocks.size(); ++block) {
        const std::vector<std::uint32_t> numbers = merge.take(blocks[block].classes);
        const std::size_t last = std::min(count, (block + 1) * kLaunchBlock);
        for (std::size_t at = block * kLaunchBlock; at < last; ++at) {
            std::uint32_t& number = result.classOfLaunch[at];
            number = number == OperatorClasses::kNone ? number : numbers[number];
            result.beginsCall[at] = begins[at] != 0;
        }
    }
    sortClasses(merge.all, result);
    return result;
}

}  // namespace gaplight
