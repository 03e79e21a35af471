// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/strange/strange_job.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>
#include <utility>

#include "tests/support/strange/byte_choices.h"
#include "tests/support/traces/event_text.h"
#include "tests/support/traces/facts_text.h"

namespace gaplight::test {
namespace {

constexpr std::int64_t kMicrosecond = 1'000;
constexpr std::size_t kMaxOperations = 60;
constexpr std::size_t kStreams = 4;  // 0 computes
constexpr std::string_view kSendReceive =
    "ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)";

struct Operation {
    std::string_view name;
    std::string_view kernel;
};
constexpr std::array kOperations{
    Operation{"allreduce", "ncclDevKernel_AllReduce_Sum_f32_RING_LL(x)"},
    Operation{"_allgather_base", "ncclDevKernel_AllGather_RING_LL(x)"},
    Operation{"_reduce_scatter_base", "ncclDevKernel_ReduceScatter_Sum_f32_RING_LL(x)"},
    Operation{"broadcast", "ncclDevKernel_Broadcast_RING_LL(x)"}};

using Args = std::vector<std::pair<std::string_view, std::string>>;

struct Group {
    std::string name;
    std::vector<std::size_t> ranks;
};

// One rank while the job runs. Times are those of the job; `offset` makes those of its clock.
struct Rank {
    std::int64_t now = 1'000 * kMicrosecond;  // of its host
    std::array<std::int64_t, kStreams> free{};
    std::int64_t offset = 0;
    std::int64_t cutBegin = 0;
    std::int64_t cutEnd = std::numeric_limits<std::int64_t>::max();
    std::int64_t stepBegin = -1;
    std::uint64_t correlation = 0;
    std::uint32_t form = 6;  // of factsText()
    EventText events;
};

// A kernel that waits for other ranks.
struct CommKernel {
    std::size_t rank = 0;
    std::size_t stream = 1;
    std::uint64_t correlation = 0;
    std::int64_t arrival = 0;
};

class JobProgram {
public:
    explicit JobProgram(std::span<const std::uint8_t> bytes) : m_choices(bytes) {}

    StrangeJob write() {
        begin();
        for (std::size_t at = 0; at < kMaxOperations && !m_choices.atEnd(); ++at) {
            operate();
        }
        endStep();
        const auto count = static_cast<std::uint32_t>(m_ranks.size());
        StrangeJob job;
        job.isCut = m_isCut;
        for (std::uint32_t rank = 0; rank < count; ++rank) {
            const bool canBeMissing = job.traces.size() + (count - rank) > 2;
            if (!(m_choices.oneIn(10) && canBeMissing)) {
                job.traces.push_back(m_ranks[rank].events.document(
                    factsText(m_ranks[rank].form, count, {rank, count})));
            }
        }
        return job;
    }

private:
    void begin() {
        constexpr std::array<std::int64_t, 3> kJobUnits{1'000, 10'000, 200'000};
        constexpr std::array<std::int64_t, 8> kOffsets{0,       0,      0,         20'000,
                                                       -70'000, 90'000, 3'000'000, -1'000'000'000};
        m_unit = m_choices.pick(kJobUnits);
        m_ranks.resize(2 + m_choices.below(7));
        m_isCut = m_choices.oneIn(6);
        const bool haveClocks = m_choices.oneIn(2);
        m_isLossy = m_choices.oneIn(3);
        m_hasCalls = !m_choices.oneIn(5);
        Group all{"0", {}};
        std::array<Group, 2> halves{Group{"1", {}}, Group{"2", {}}};
        for (std::size_t at = 0; at < m_ranks.size(); ++at) {
            Rank& rank = m_ranks[at];
            rank.offset = haveClocks ? m_choices.pick(kOffsets) : 0;
            rank.form = m_choices.oneIn(16) ? 4 : 6;
            if (m_isCut) {
                rank.cutBegin = rank.now + m_unit * m_choices.below(256);
                rank.cutEnd = rank.cutBegin + m_unit * (1 + m_choices.below(2'000));
            }
            all.ranks.push_back(at);
            halves[at % 2].ranks.push_back(at);
        }
        m_groups = {all, halves[0], halves[1]};
    }

    void operate() {
        using Step = void (JobProgram::*)();
        using Self = JobProgram;
        constexpr std::array<Step, 12> kSteps{
            &Self::compute,    &Self::compute,        &Self::pause,    &Self::collective,
            &Self::collective, &Self::pipeline,       &Self::pipeline, &Self::exchange,
            &Self::ring,       &Self::severalKernels, &Self::nextStep, &Self::synchronize};
        (this->*m_choices.pick(kSteps))();
    }

    std::size_t someRank() { return m_choices.below(static_cast<std::uint32_t>(m_ranks.size())); }
    std::size_t commStream() { return 1 + m_choices.below(kStreams - 1); }
    std::int64_t someUnits() { return m_unit * (1 + m_choices.below(64)); }

    std::string textOf(const Args& args) {
        std::string text;
        bool isLacking = false;  // one at most
        for (const auto& [key, value] : args) {
            const bool isLeftOut = m_isLossy && !isLacking && m_choices.oneIn(32);
            isLacking |= isLeftOut;
            if (!isLeftOut) {
                text.append(text.empty() ? "\"" : ", \"").append(key).append("\": ").append(value);
            }
        }
        return text;
    }

    void add(std::size_t at, EventText::Place place, std::string_view category,
             std::string_view name, std::int64_t begin, std::int64_t end, const Args& args) {
        Rank& rank = m_ranks[at];
        if (begin >= rank.cutEnd || end <= rank.cutBegin) {
            return;
        }
        const bool isClipped = category == "user_annotation";
        const std::int64_t from = isClipped ? std::max(begin, rank.cutBegin) : begin;
        const std::int64_t to = isClipped ? std::min(end, rank.cutEnd) : end;
        rank.events.slice(place, category, name, from + rank.offset, to - from, textOf(args));
    }
    void addOnHost(std::size_t at, std::string_view category, std::string_view name,
                   std::int64_t begin, std::int64_t end, const Args& args = {}) {
        const int pid = 900 + static_cast<int>(at);
        add(at, {pid, pid}, category, name, begin, end, args);
    }
    void addKernel(const CommKernel& kernel, std::string_view name, std::int64_t end) {
        const int device = static_cast<int>(kernel.rank) + (m_isLossy && m_choices.oneIn(64));
        const int stream = 7 + static_cast<int>(kernel.stream);
        Args args{{"device", std::to_string(device)}, {"stream", std::to_string(stream)}};
        if (!m_choices.oneIn(40)) {
            args.emplace_back("correlation", std::to_string(kernel.correlation));
        }
        add(kernel.rank, {device, stream}, "kernel", name, kernel.arrival, end, args);
        std::int64_t& free = m_ranks[kernel.rank].free[kernel.stream];
        free = std::max(free, end);
    }

    // The host of a rank launches a kernel, which begins once its stream is free.
    CommKernel launch(std::size_t at, std::size_t stream) {
        Rank& rank = m_ranks[at];
        const std::uint64_t correlation = ++rank.correlation;
        addOnHost(at, "cuda_runtime", "cudaLaunchKernel", rank.now, rank.now + 2 * kMicrosecond,
                  {{"correlation", std::to_string(correlation)}});
        rank.now += 3 * kMicrosecond;
        return {at, stream, correlation, std::max(rank.now + kMicrosecond, rank.free[stream])};
    }

    void compute() {
        for (std::size_t rank = 0; rank < m_ranks.size(); ++rank) {
            for (std::uint32_t kernels = m_choices.below(4); kernels > 0; --kernels) {
                CommKernel kernel = launch(rank, 0);
                if (m_choices.oneIn(4)) {  // needs what was received
                    kernel.arrival = std::max(kernel.arrival, m_ranks[rank].free[1]);
                }
                addKernel(kernel, "gemm", kernel.arrival + someUnits());
            }
        }
    }

    void pause() {
        const std::size_t late = someRank();
        m_ranks[late].now += someUnits() * 4;
    }

    void synchronize() {
        for (Rank& rank : m_ranks) {
            rank.now = std::max(rank.now, *std::max_element(rank.free.begin(), rank.free.end()));
        }
    }

    void nextStep() {
        endStep();
        for (Rank& rank : m_ranks) {
            rank.stepBegin = rank.now;
        }
    }
    void endStep() {
        for (std::size_t at = 0; at < m_ranks.size(); ++at) {
            if (m_ranks[at].stepBegin >= 0) {
                addOnHost(at, "user_annotation", "ProfilerStep#" + std::to_string(m_step),
                          m_ranks[at].stepBegin, m_ranks[at].now);
            }
        }
        ++m_step;
    }

    // The host's call, without its launch.
    void call(std::size_t at, const Group& group, std::string_view operation, int peer,
              std::int64_t end) {
        if (!m_hasCalls) {
            return;
        }
        std::string ranks;
        for (const std::size_t rank : group.ranks) {
            ranks += (ranks.empty() ? "\"[" : ", ") + std::to_string(rank);
        }
        Args args{{"Collective name", '"' + std::string(operation) + '"'},
                  {"In msg nelems", std::to_string(m_elements)},
                  {"Out msg nelems", std::to_string(m_elements)},
                  {"Group size", std::to_string(group.ranks.size())},
                  {"dtype", "\"Float\""},
                  {"Process Group Name", '"' + group.name + '"'},
                  {"Process Group Ranks", ranks + "]\""}};
        if (peer >= 0) {
            args.emplace_back(operation == "send" ? "Dst Rank" : "Src Rank", std::to_string(peer));
        }
        addOnHost(at, "cpu_op", "record_param_comms", m_ranks[at].now, end, args);
        m_ranks[at].now += kMicrosecond;
    }
    // The call and its launch.
    CommKernel callAndLaunch(std::size_t at, const Group& group, std::string_view operation,
                             int peer, std::size_t stream) {
        call(at, group, operation, peer, m_ranks[at].now + 5 * kMicrosecond);
        const CommKernel kernel = launch(at, stream);
        m_ranks[at].now += 3 * kMicrosecond;
        return kernel;
    }

    // Most end together, once all have arrived; some leave early.
    void finish(const std::vector<CommKernel>& kernels, std::string_view name) {
        std::int64_t last = 0;
        for (const CommKernel& kernel : kernels) {
            last = std::max(last, kernel.arrival);
        }
        const std::int64_t end = last + someUnits() / 4;
        for (const CommKernel& kernel : kernels) {
            const std::int64_t own = end + m_choices.below(4) * 200;
            addKernel(kernel, name, m_choices.oneIn(24) ? (kernel.arrival + own) / 2 : own);
        }
    }

    void collective() {
        const Group& group = m_groups[m_choices.below(3)];
        const Operation& operation = m_choices.pick(kOperations);
        const std::size_t stream = commStream();
        m_elements = std::int64_t{1024} << m_choices.below(8);
        std::vector<CommKernel> kernels;
        for (const std::size_t rank : group.ranks) {
            kernels.push_back(callAndLaunch(rank, group, operation.name, -1, stream));
        }
        finish(kernels, operation.kernel);
    }

    void message(std::size_t from, std::size_t to) {
        const std::size_t stream = commStream();
        const Group& all = m_groups[0];
        const CommKernel send = callAndLaunch(from, all, "send", static_cast<int>(to), stream);
        const CommKernel receive =
            callAndLaunch(to, all, "recv", static_cast<int>(from), commStream());
        finish({send, receive}, kSendReceive);
    }

    void pipeline() {
        for (std::size_t rank = 0; rank + 1 < m_ranks.size(); ++rank) {
            const CommKernel kernel = launch(rank, 0);
            addKernel(kernel, "gemm", kernel.arrival + someUnits());
            message(rank, rank + 1);
        }
    }

    // Both directions at once, on two streams.
    void exchange() {
        const std::size_t a = someRank();
        const std::size_t b = (a + 1) % m_ranks.size();
        const Group& all = m_groups[0];
        const CommKernel sendA = callAndLaunch(a, all, "send", static_cast<int>(b), 1);
        const CommKernel receiveA = callAndLaunch(a, all, "recv", static_cast<int>(b), 2);
        const CommKernel receiveB = callAndLaunch(b, all, "recv", static_cast<int>(a), 1);
        const CommKernel sendB = callAndLaunch(b, all, "send", static_cast<int>(a), 2);
        finish({sendA, receiveB}, kSendReceive);
        finish({receiveA, sendB}, kSendReceive);
    }

    // Each sends to the next and receives from the one before, in one kernel.
    void ring() {
        const Group& all = m_groups[0];
        const std::size_t count = m_ranks.size();
        std::vector<CommKernel> kernels;
        for (std::size_t at = 0; at < count; ++at) {
            Rank& rank = m_ranks[at];
            for (const bool isSend : {true, false}) {
                const auto peer = static_cast<int>((at + (isSend ? 1 : count - 1)) % count);
                call(at, all, isSend ? "send" : "recv", peer, rank.now + kMicrosecond);
                rank.now += kMicrosecond;
            }
            if (m_hasCalls) {
                addOnHost(at, "user_annotation", "nccl:coalesced", rank.now,
                          rank.now + 6 * kMicrosecond);
            }
            rank.now += kMicrosecond;
            kernels.push_back(launch(at, 1));
            rank.now += 4 * kMicrosecond;
        }
        // A kernel is done when its two neighbors have arrived.
        for (std::size_t at = 0; at < count; ++at) {
            const std::int64_t last =
                std::max({kernels[at].arrival, kernels[(at + 1) % count].arrival,
                          kernels[(at + count - 1) % count].arrival});
            addKernel(kernels[at], kSendReceive, last + m_unit);
        }
    }

    // Calls that launch two kernels, with a pause between them.
    void severalKernels() {
        const Operation& operation = kOperations[0];
        const Group& all = m_groups[0];
        const std::size_t stream = commStream();
        std::vector<CommKernel> first;
        std::vector<CommKernel> second;
        for (const std::size_t rank : all.ranks) {
            call(rank, all, operation.name, -1, m_ranks[rank].now + 12 * kMicrosecond);
            first.push_back(launch(rank, stream));
            second.push_back(launch(rank, stream));
            m_ranks[rank].now += 6 * kMicrosecond;
        }
        for (std::size_t at = 0; at < first.size(); ++at) {
            const std::int64_t end = first[at].arrival + someUnits();
            addKernel(first[at], operation.kernel, end);
            second[at].arrival = end + someUnits();
        }
        finish(second, operation.kernel);
    }

    ByteChoices m_choices;
    std::vector<Rank> m_ranks;
    std::vector<Group> m_groups;  // all ranks, those of even and of odd number
    std::int64_t m_unit = 1'000;  // ns
    std::int64_t m_elements = 1024;
    std::uint64_t m_step = 0;
    bool m_isCut = false;
    bool m_isLossy = false;
    bool m_hasCalls = true;
};

}  // namespace

StrangeJob strangeJob(std::span<const std::uint8_t> bytes) {
    return JobProgram(bytes).write();
}

}  // namespace gaplight::test
