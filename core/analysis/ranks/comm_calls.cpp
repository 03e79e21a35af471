// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/ranks/comm_calls.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <string_view>
#include <utility>

#include "core/analysis/torch/kernel_group.h"

namespace gaplight {
namespace {

constexpr std::string_view kCommOp = "record_param_comms";
constexpr std::string_view kCoalesced = "nccl:coalesced";

// What a kernel does, where no call describes it.
std::string_view operationOfKernel(std::string_view name) {
    using Operation = std::pair<std::string_view, std::string_view>;
    constexpr std::array kOperations{Operation{"AllReduce", "allreduce"},
                                     Operation{"AllGather", "_allgather_base"},
                                     Operation{"ReduceScatter", "_reduce_scatter_base"},
                                     Operation{"Broadcast", "broadcast"},
                                     Operation{"SendRecv", "send_recv"},
                                     Operation{"AllToAll", "all_to_all"}};
    const auto* const found =
        std::find_if(kOperations.begin(), kOperations.end(), [&](const Operation& operation) {
            return name.find(operation.first) != std::string_view::npos;
        });
    return found == kOperations.end() ? std::string_view("communication") : found->second;
}

// Of the process group of that name; empty: not recorded.
std::string_view descriptionOf(const Trace& trace, std::string_view name) {
    const std::vector<ProcessGroup>& known = trace.facts().processGroups;
    const auto group = std::find_if(known.begin(), known.end(), [&](const ProcessGroup& one) {
        return !name.empty() && one.name == name;
    });
    return group == known.end() ? std::string_view() : std::string_view(group->description);
}

class CommSearch {
public:
    CommSearch(const Trace& trace, const LaunchIndex& launches, const Analysis& analysis)
        : m_trace(trace), m_launches(launches), m_steps(analysis.steps.markers.host) {
        collectHost();
        collectKernels();
    }

    CommCalls take() {
        std::stable_sort(
            m_found.calls.begin(), m_found.calls.end(),
            [&](const CommCall& a, const CommCall& b) { return start(a.slice) < start(b.slice); });
        std::erase_if(m_found.calls, [](const CommCall& call) {
            return call.operation.empty() && !call.kernel.isValid();
        });
        return std::move(m_found);
    }

private:
    struct HostThread {
        std::vector<std::size_t> calls;  // into m_found.calls, by start
        std::vector<SliceId> coalesced;  // by start
    };

    [[nodiscard]] Time start(SliceId slice) const { return m_trace.slices().start(slice); }

    void collectHost() {
        const auto op = m_trace.findText(kCommOp);
        const auto coalesced = m_trace.findText(kCoalesced);
        if (!op && !coalesced) {
            return;
        }
        const auto names = m_trace.slices().names();
        for (std::size_t at = 0; at < names.size(); ++at) {
            const SliceId slice(at);
            if (op && names[at] == *op && m_trace.kind(slice) == SliceKind::CpuOp) {
                addCall(slice);
            } else if (coalesced && names[at] == *coalesced &&
                       m_trace.kind(slice) == SliceKind::UserAnnotation) {
                m_threads[m_trace.trackOf(slice)].coalesced.push_back(slice);
            }
        }
    }

    void addCall(SliceId slice) {
        CommCall call;
        call.slice = slice;
        call.step = stepOf(slice);
        if (const CommCallFacts* facts = m_trace.commCalls().find(slice)) {
            call.operation = m_trace.text(facts->operation);
            if (call.operation == "wait") {
                return;
            }
            call.kind = call.operation == "send"   ? CommKind::Send
                        : call.operation == "recv" ? CommKind::Receive
                                                   : CommKind::Collective;
            call.type = m_trace.text(facts->type);
            call.inputs = facts->inputs;
            call.outputs = facts->outputs;
            call.group = groupOf(m_trace.text(facts->group), m_trace.text(facts->groupRanks));
            const std::vector<int>& members = m_found.groups[call.group].members;
            const bool isMember =
                facts->peer >= 0 && static_cast<std::size_t>(facts->peer) < members.size();
            call.peer = isMember ? members[static_cast<std::size_t>(facts->peer)] : facts->peer;
        } else {
            call.group = groupOf({}, {});
        }
        m_threads[m_trace.trackOf(slice)].calls.push_back(m_found.calls.size());
        m_found.calls.push_back(call);
    }

    std::size_t groupOf(std::string_view name, std::string_view ranks) {
        auto& groups = m_found.groups;
        const auto known = std::find_if(groups.begin(), groups.end(), [&](const CommGroup& group) {
            return group.name == name && group.ranks == ranks;
        });
        if (known == groups.end()) {
            groups.push_back({std::string(name), std::string(ranks), ranksInText(ranks),
                              std::string(descriptionOf(m_trace, name))});
            return groups.size() - 1;
        }
        return static_cast<std::size_t>(known - groups.begin());
    }

    [[nodiscard]] int stepOf(SliceId slice) const {
        const auto after =
            std::upper_bound(m_steps.begin(), m_steps.end(), start(slice),
                             [](Time time, const TimeRange& step) { return time < step.begin; });
        const auto index = static_cast<int>(after - m_steps.begin()) - 1;
        return index >= 0 && start(slice) >= m_steps[static_cast<std::size_t>(index)].end
                   ? index + 1
                   : index;
    }

    void collectKernels() {
        KernelGroups groups(m_trace);
        std::map<GpuId, std::size_t> kernelsOf;
        const auto activities = m_trace.gpuActivities();
        for (std::size_t at = 0; at < activities.size(); ++at) {
            const SliceId slice = activities[at].slice;
            if (m_trace.kind(slice) == SliceKind::Kernel &&
                groups.of(slice) == KernelGroup::Collective) {
                m_found.kernels.push_back(slice);
                ++kernelsOf[activities[at].gpu];
                assign(slice, m_launches.launchOf(ActivityId(at)));
            }
        }
        std::sort(m_found.kernels.begin(), m_found.kernels.end(),
                  [&](SliceId a, SliceId b) { return start(a) < start(b); });
        const auto most =
            std::max_element(kernelsOf.begin(), kernelsOf.end(),
                             [](const auto& a, const auto& b) { return a.second < b.second; });
        if (most != kernelsOf.end()) {
            m_found.gpu = most->first;
        }
    }

    void assign(SliceId kernel, SliceId launch) {
        if (!launch.isValid()) {
            ++m_found.beforeCapture;
            const Time end = m_trace.slices().end(kernel);
            m_found.beforeCaptureEnd = std::max(m_found.beforeCaptureEnd.value_or(end), end);
            return;
        }
        const HostThread& thread = m_threads[m_trace.trackOf(launch)];
        const SliceId coalesced = enclosing(thread.coalesced, launch);
        std::vector<std::size_t> served;
        if (coalesced.isValid()) {
            served = callsBefore(thread, coalesced);
        } else {
            const auto after = std::upper_bound(thread.calls.begin(), thread.calls.end(),
                                                start(launch), [&](Time time, std::size_t call) {
                                                    return time < start(m_found.calls[call].slice);
                                                });
            if (after != thread.calls.begin() &&
                start(launch) <= m_trace.slices().end(m_found.calls[*(after - 1)].slice)) {
                served.push_back(*(after - 1));
            }
        }
        if (served.empty()) {
            CommCall call;
            call.slice = launch;
            call.step = stepOf(launch);
            call.operation = operationOfKernel(m_trace.name(kernel));
            call.group = groupOf({}, {});
            served.push_back(m_found.calls.size());
            m_found.calls.push_back(call);
        }
        for (const std::size_t at : served) {
            setKernel(m_found.calls[at], kernel);
        }
    }

    void setKernel(CommCall& call, SliceId kernel) {
        const Time end = m_trace.slices().end(kernel);
        if (!call.kernel.isValid() || start(kernel) < start(call.kernel)) {
            call.kernelEnd = call.kernel.isValid() ? std::max(call.kernelEnd, end) : end;
            call.kernel = kernel;
        } else {
            call.kernelEnd = std::max(call.kernelEnd, end);
        }
        if (call.operation.empty()) {
            call.operation = operationOfKernel(m_trace.name(kernel));
        }
    }

    // The last of `slices` (by start) that starts before `inner` and ends after it starts.
    [[nodiscard]] SliceId enclosing(const std::vector<SliceId>& slices, SliceId inner) const {
        const auto after =
            std::upper_bound(slices.begin(), slices.end(), start(inner),
                             [&](Time time, SliceId slice) { return time < start(slice); });
        if (after == slices.begin() || start(inner) > m_trace.slices().end(*(after - 1))) {
            return {};
        }
        return *(after - 1);
    }

    // The calls of a thread between two annotations "nccl:coalesced".
    [[nodiscard]] std::vector<std::size_t> callsBefore(const HostThread& thread,
                                                       SliceId coalesced) const {
        const auto at =
            std::lower_bound(thread.coalesced.begin(), thread.coalesced.end(), coalesced,
                             [&](SliceId a, SliceId b) { return start(a) < start(b); });
        const Time from =
            at == thread.coalesced.begin() ? Time::min() : m_trace.slices().end(*(at - 1));
        const auto startsBefore = [&](std::size_t call, Time time) {
            return start(m_found.calls[call].slice) < time;
        };
        const auto first =
            std::lower_bound(thread.calls.begin(), thread.calls.end(), from, startsBefore);
        return {first, std::lower_bound(first, thread.calls.end(), start(coalesced), startsBefore)};
    }

    const Trace& m_trace;
    const LaunchIndex& m_launches;
    const std::vector<TimeRange>& m_steps;
    std::map<TrackId, HostThread> m_threads;
    CommCalls m_found;
};

}  // namespace

CommCalls findCommCalls(const Trace& trace, const LaunchIndex& launches, const Analysis& analysis) {
    return CommSearch(trace, launches, analysis).take();
}

std::string_view parallelDimension(std::string_view description) {
    using Word = std::pair<std::string_view, std::string_view>;
    // The first that is a word of it: "EXPERT_DATA_PARALLEL_GROUP" divides experts.
    constexpr std::array kWords{
        Word{"pp", "PP"},     Word{"pipeline", "PP"}, Word{"pipe", "PP"},   Word{"ep", "EP"},
        Word{"expert", "EP"}, Word{"tp", "TP"},       Word{"tensor", "TP"}, Word{"dp", "DP"},
        Word{"ddp", "DP"},    Word{"fsdp", "DP"},     Word{"data", "DP"},   Word{"replicate", "DP"},
        Word{"cp", "CP"},     Word{"context", "CP"}};
    std::string text = "_";
    for (const char letter : description) {
        const bool isLetter = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
        text += !isLetter ? '_' : letter <= 'Z' ? static_cast<char>(letter + ('a' - 'A')) : letter;
    }
    text += '_';
    const auto* const found = std::find_if(kWords.begin(), kWords.end(), [&](const Word& word) {
        return text.find("_" + std::string(word.first) + "_") != std::string::npos;
    });
    return found == kWords.end() ? std::string_view() : found->second;
}

std::vector<int> ranksInText(std::string_view text) {
    std::vector<int> numbers;
    for (std::size_t at = 0; at < text.size();) {
        int number = 0;
        const auto [end, error] =
            std::from_chars(text.data() + at, text.data() + text.size(), number);
        if (error == std::errc{}) {
            numbers.push_back(number);
            at = static_cast<std::size_t>(end - text.data());
        } else {
            ++at;
        }
    }
    return numbers;
}

std::int64_t bytesOfType(std::string_view type) {
    using Size = std::pair<std::string_view, std::int64_t>;
    constexpr std::array kSizes{
        Size{"Float", 4},      Size{"BFloat16", 2},     Size{"Half", 2},
        Size{"Double", 8},     Size{"Long", 8},         Size{"Int", 4},
        Size{"Short", 2},      Size{"Char", 1},         Size{"Byte", 1},
        Size{"Bool", 1},       Size{"ComplexFloat", 8}, Size{"Float8_e4m3fn", 1},
        Size{"Float8_e5m2", 1}};
    const auto* const found = std::find_if(kSizes.begin(), kSizes.end(),
                                           [&](const Size& size) { return size.first == type; });
    return found == kSizes.end() ? 0 : found->second;
}

}  // namespace gaplight
