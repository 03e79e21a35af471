// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/ranks/comm_calls.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include "core/analysis/ranks/comm_operation.h"
#include "core/analysis/ranks/nccl_groups.h"
#include "core/analysis/torch/kernel_group.h"

namespace gaplight {
namespace {

// Of the process group of that name; empty: not recorded.
std::string_view descriptionOf(const Trace& trace, std::string_view name) {
    const std::vector<ProcessGroup>& known = trace.facts().processGroups;
    const auto group = std::find_if(known.begin(), known.end(), [&](const ProcessGroup& one) {
        return !name.empty() && one.name == name;
    });
    return group == known.end() ? std::string_view() : std::string_view(group->description);
}

// Roles of all names of a trace.
class CommRoles {
public:
    // O(names).
    explicit CommRoles(const Trace& trace) : m_roles(trace.strings().size()) {
        for (std::size_t at = 0; at < m_roles.size(); ++at) {
            m_roles[at] = commRoleOf(trace.text(StringId(at)));
            m_isEmpty = m_isEmpty && m_roles[at] == CommRole::None;
        }
    }
    bool isEmpty() const { return m_isEmpty; }
    CommRole of(StringId name) const { return m_roles[name.index()]; }

private:
    std::vector<CommRole> m_roles;
    bool m_isEmpty = true;
};

// Sets the kind of a call by its operation.
void setKind(CommCall& call) {
    call.kind = call.operation == "send"   ? CommKind::Send
                : call.operation == "recv" ? CommKind::Receive
                                           : CommKind::Collective;
}

// The calls of the host's threads, and which of them start their kernels with a given launch.
class HostCalls {
public:
    // Adds the calls to `found`, which must outlive this, as must the others.
    HostCalls(const Trace& trace, const std::vector<TimeRange>& steps, CommCalls& found)
        : m_trace(trace), m_steps(steps), m_found(found) {}

    void collect() {
        const CommRoles roles(m_trace);
        if (roles.isEmpty()) {
            return;
        }
        const auto slices = m_trace.slices().names();
        for (std::size_t at = 0; at < slices.size(); ++at) {
            const CommRole role = roles.of(slices[at]);
            if (role != CommRole::None && isOfHost(m_trace.kind(SliceId(at)))) {
                addSlice(SliceId(at), role);
            }
        }
        for (auto& [track, thread] : m_threads) {
            thread.groups =
                callGroups(m_trace, m_found,
                           {thread.calls, thread.coalesced, thread.groupStarts, thread.groupEnds});
            for (CallGroup& group : thread.groups) {
                leaveOutOps(group);
                mergeAllToAll(m_found, group);
            }
        }
    }

    // The calls whose kernel a launch starts.
    std::vector<std::size_t> callsAround(SliceId launch) const {
        const HostThread& thread = threadOf(launch);
        const auto launcherOf = [](const CallGroup& group) { return group.launcher; };
        if (const CallGroup* group = enclosing(thread.groups, launch, launcherOf);
            group != nullptr && !group->calls.empty()) {
            return group->calls;
        }
        const auto sliceOf = [&](std::size_t call) { return m_found.calls[call].slice; };
        const std::size_t* call = enclosing(thread.calls, launch, sliceOf);
        return call == nullptr ? std::vector<std::size_t>() : std::vector{*call};
    }

    // A call for a launch that no recorded call encloses.
    [[nodiscard]] CommCall inferredCall(SliceId kernel, SliceId launch) {
        CommCall call;
        call.slice = launch;
        call.step = stepOf(launch);
        const SliceId* range =
            enclosing(threadOf(launch).ranges, launch, [](SliceId slice) { return slice; });
        call.operation = range == nullptr ? operationOfKernel(m_trace.name(kernel))
                                          : operationOfRange(m_trace.name(*range));
        setKind(call);
        if (range != nullptr && call.kind != CommKind::Collective) {
            call.peer = peerOfRange(m_trace.name(*range));
        }
        call.group = groupOf({}, {}, true);
        return call;
    }

private:
    struct HostThread {                  // lists are sorted by start
        std::vector<std::size_t> calls;  // into m_found.calls
        std::vector<SliceId> coalesced;
        std::vector<SliceId> groupStarts;
        std::vector<SliceId> groupEnds;
        std::vector<SliceId> ranges;  // "nccl:all_reduce"
        std::vector<CallGroup> groups;
    };

    Time start(SliceId slice) const { return m_trace.slices().start(slice); }

    const HostThread& threadOf(SliceId slice) const {
        static const HostThread kNone;
        const auto thread = m_threads.find(m_trace.trackOf(slice));
        return thread == m_threads.end() ? kNone : thread->second;
    }

    // record_param_comms without args encloses the functions of NCCL that it calls, which say more.
    void leaveOutOps(CallGroup& group) const {
        const auto isNamed = [&](std::size_t call) {
            return !m_found.calls[call].operation.empty();
        };
        if (std::any_of(group.calls.begin(), group.calls.end(), isNamed)) {
            std::erase_if(group.calls, [&](std::size_t call) { return !isNamed(call); });
        }
    }

    static bool isOfHost(SliceKind kind) {
        return !isGpuActivity(kind) && kind != SliceKind::GpuUserAnnotation;
    }

    void addSlice(SliceId slice, CommRole role) {
        HostThread& thread = m_threads[m_trace.trackOf(slice)];
        switch (role) {
            case CommRole::Call:
                return addCall(slice);
            case CommRole::Coalesced:
                return thread.coalesced.push_back(slice);
            case CommRole::GroupStart:
                return thread.groupStarts.push_back(slice);
            case CommRole::GroupEnd:
                return thread.groupEnds.push_back(slice);
            case CommRole::Range:
                return thread.ranges.push_back(slice);
            case CommRole::None:
                return;
        }
    }

    void addCall(SliceId slice) {
        const CommCallFacts* facts = m_trace.commCalls().find(slice);
        CommCall call;
        call.slice = slice;
        call.step = stepOf(slice);
        call.operation = facts != nullptr && facts->operation.isValid()
                             ? m_trace.text(facts->operation)
                             : operationOfFunction(m_trace.name(slice));
        if (call.operation.empty() && facts != nullptr) {
            call.operation = kUnknownOperation;
        }
        if (call.operation == "wait") {
            return;
        }
        setKind(call);
        const std::string_view group = facts == nullptr ? "" : m_trace.text(facts->group);
        const std::string_view ranks = facts == nullptr ? "" : m_trace.text(facts->groupRanks);
        const bool isFunction = m_trace.name(slice) != kCommOperator;
        call.group = groupOf(group, ranks, isFunction && group.empty());
        if (facts != nullptr) {
            call.type = m_trace.text(facts->type);
            call.inputs = facts->inputs <= kMaxCommElements ? facts->inputs : -1;
            call.outputs = facts->outputs <= kMaxCommElements ? facts->outputs : -1;
            CommGroup& known = m_found.groups[call.group];
            known.size = std::max(known.size, facts->groupSize);
            const bool isMember =
                facts->peer >= 0 && static_cast<std::size_t>(facts->peer) < known.members.size();
            call.peer =
                isMember ? known.members[static_cast<std::size_t>(facts->peer)] : facts->peer;
        }
        m_threads[m_trace.trackOf(slice)].calls.push_back(m_found.calls.size());
        m_found.calls.push_back(call);
    }

    std::size_t groupOf(std::string_view name, std::string_view ranks, bool isInferred) {
        const auto [known, isNew] =
            m_groups.try_emplace({name, ranks, isInferred}, m_found.groups.size());
        if (isNew) {
            m_found.groups.push_back({std::string(name), std::string(ranks), ranksInText(ranks),
                                      std::string(descriptionOf(m_trace, name)), -1, isInferred});
        }
        return known->second;
    }

    int stepOf(SliceId slice) const {
        const auto after =
            std::upper_bound(m_steps.begin(), m_steps.end(), start(slice),
                             [](Time time, const TimeRange& step) { return time < step.begin; });
        const auto index = static_cast<int>(after - m_steps.begin()) - 1;
        return index >= 0 && start(slice) >= m_steps[static_cast<std::size_t>(index)].end
                   ? index + 1
                   : index;
    }

    // The last of `items` (by the start of their slices) that starts before `inner`, if it ends
    // after `inner` starts; else null.
    template <class Item, class SliceOf>
    const Item* enclosing(const std::vector<Item>& items, SliceId inner, SliceOf sliceOf) const {
        const auto after = std::upper_bound(
            items.begin(), items.end(), start(inner),
            [&](Time time, const Item& item) { return time < start(sliceOf(item)); });
        if (after == items.begin() || start(inner) > m_trace.slices().end(sliceOf(*(after - 1)))) {
            return nullptr;
        }
        return &*(after - 1);
    }

    const Trace& m_trace;
    const std::vector<TimeRange>& m_steps;
    CommCalls& m_found;
    std::map<TrackId, HostThread> m_threads;
    std::map<std::tuple<std::string_view, std::string_view, bool>, std::size_t> m_groups;
};

class CommSearch {
public:
    CommSearch(const Trace& trace, const LaunchIndex& launches, const Analysis& analysis)
        : m_trace(trace),
          m_launches(launches),
          m_host(trace, analysis.steps.markers.host, m_found) {}

    CommCalls take(CommGpus gpus) {
        m_host.collect();
        collectKernels(gpus);
        std::stable_sort(
            m_found.calls.begin(), m_found.calls.end(),
            [&](const CommCall& a, const CommCall& b) { return start(a.slice) < start(b.slice); });
        // What launched nothing and has no args may be no call: a sampled stack has frames of the
        // same names.
        std::erase_if(m_found.calls, [&](const CommCall& call) {
            const bool hasArgs = m_trace.commCalls().find(call.slice) != nullptr;
            return !call.kernel.isValid() && (call.operation.empty() || !hasArgs);
        });
        leaveOutEmptyGroups();
        return std::move(m_found);
    }

private:
    Time start(SliceId slice) const { return m_trace.slices().start(slice); }

    void leaveOutEmptyGroups() {
        constexpr std::size_t kNone = ~std::size_t{0};
        std::vector<std::size_t> numbers(m_found.groups.size(), kNone);
        std::vector<CommGroup> groups;
        for (CommCall& call : m_found.calls) {
            std::size_t& number = numbers[call.group];
            if (number == kNone) {
                number = groups.size();
                groups.push_back(std::move(m_found.groups[call.group]));
            }
            call.group = number;
        }
        m_found.groups = std::move(groups);
    }

    void collectKernels(CommGpus gpus) {
        KernelGroups groups(m_trace);
        std::map<GpuId, std::size_t> kernelsOf;
        std::vector<std::size_t> found;  // into activities
        const auto activities = m_trace.gpuActivities();
        for (std::size_t at = 0; at < activities.size(); ++at) {
            const SliceId slice = activities[at].slice;
            if (m_trace.kind(slice) == SliceKind::Kernel &&
                groups.of(slice) == KernelGroup::Collective) {
                m_found.kernels.push_back(slice);
                ++kernelsOf[activities[at].gpu];
                found.push_back(at);
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
        for (const std::size_t at : found) {
            if (gpus == CommGpus::All || activities[at].gpu == m_found.gpu) {
                assign(activities[at].slice, m_launches.launchOf(ActivityId(at)));
            }
        }
    }

    void assign(SliceId kernel, SliceId launch) {
        if (!launch.isValid()) {
            ++m_found.beforeCapture;
            m_found.withoutCall.push_back(kernel);
            const Time end = m_trace.slices().end(kernel);
            m_found.beforeCaptureEnd = std::max(m_found.beforeCaptureEnd.value_or(end), end);
            return;
        }
        std::vector<std::size_t> served = m_host.callsAround(launch);
        if (served.empty()) {
            served.push_back(m_found.calls.size());
            m_found.calls.push_back(m_host.inferredCall(kernel, launch));
        }
        for (const std::size_t at : served) {
            setKernel(m_found.calls[at], kernel);
        }
    }

    void setKernel(CommCall& call, SliceId kernel) {
        const Time end = m_trace.slices().end(kernel);
        call.kernelEnd = call.kernel.isValid() ? std::max(call.kernelEnd, end) : end;
        if (!call.kernel.isValid() || start(kernel) < start(call.kernel)) {
            call.kernel = kernel;
        }
        if (call.operation.empty()) {
            call.operation = operationOfKernel(m_trace.name(kernel));
        }
    }

    const Trace& m_trace;
    const LaunchIndex& m_launches;
    CommCalls m_found;
    HostCalls m_host;  // adds to m_found
};

}  // namespace

CommCalls findCommCalls(const Trace& trace, const LaunchIndex& launches, const Analysis& analysis,
                        CommGpus gpus) {
    return CommSearch(trace, launches, analysis).take(gpus);
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
