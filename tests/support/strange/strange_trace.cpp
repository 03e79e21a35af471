// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/strange/strange_trace.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <vector>

#include "tests/support/strange/byte_choices.h"
#include "tests/support/strange/strange_values.h"
#include "tests/support/traces/event_text.h"

namespace gaplight::test {
namespace {

constexpr std::size_t kMaxEvents = 6'000;

struct OpenSlice {
    std::int64_t begin = 0;
    std::string_view category;
    std::string name;
    std::string args;
};

struct HostThread {
    int pid = 0;
    int tid = 0;
    std::int64_t now = 0;
    std::vector<OpenSlice> open;
};

struct GpuStream {
    int device = 0;
    int number = 0;
    std::int64_t free = 0;  // when its last work ends
};

class StrangeProgram {
public:
    // `hasJob`: the file says so in any case.
    StrangeProgram(std::span<const std::uint8_t> bytes, const JobRank& job, bool hasJob)
        : m_choices(bytes), m_job(job), m_hasJob(hasJob) {}

    std::string write() {
        begin();
        while (!m_choices.atEnd() && m_events.count() < kMaxEvents) {
            step();
        }
        for (HostThread& thread : m_threads) {
            while (!thread.open.empty()) {
                close(thread);
            }
        }
        return m_events.document(factsText(m_form | (m_hasJob ? 4U : 0U), m_devices, m_job));
    }

private:
    void begin() {
        m_unit = m_choices.pick(kUnits);
        const std::int64_t origin = m_choices.pick(kOrigins);
        const bool isWide = m_choices.oneIn(40);
        const std::uint32_t threads = isWide ? 1'000 : 1 + m_choices.below(4);
        const std::uint32_t processes = 1 + m_choices.below(3);
        for (std::uint32_t at = 0; at < threads; ++at) {
            m_threads.push_back(
                {static_cast<int>(400 + at % processes), static_cast<int>(400 + at), origin, {}});
        }
        const std::uint32_t devices = isWide ? 40 : 1 + m_choices.below(3);
        const std::uint32_t streams = isWide ? 25 : 1 + m_choices.below(3);
        for (std::uint32_t at = 0; at < devices * streams; ++at) {
            m_streams.push_back(
                {static_cast<int>(at / streams), static_cast<int>(7 + at % streams), origin});
        }
        m_devices = devices;
        m_form = m_choices.below(256);
    }

    HostThread& thread() {
        return m_threads[m_choices.below(static_cast<std::uint32_t>(m_threads.size()))];
    }
    GpuStream& stream() {
        return m_streams[m_choices.below(static_cast<std::uint32_t>(m_streams.size()))];
    }
    std::int64_t duration() {
        constexpr std::array<std::int64_t, 12> kTenths{0,  1,  2,   5,   10,    10,
                                                       20, 50, 100, 300, 1'000, 10'000};
        const std::int64_t tenths = m_choices.pick(kTenths);
        if (tenths == 10'000 && m_choices.oneIn(16)) {
            return kFar / 4;
        }
        return tenths * std::max<std::int64_t>(1, m_unit / 10);
    }
    template <std::size_t N>
    std::string name(const std::array<std::string_view, N>& usual) {
        return std::string(m_choices.oneIn(24) ? m_choices.pick(kStrangeNames)
                                               : m_choices.pick(usual));
    }

    static std::int64_t plus(std::int64_t time, std::int64_t duration) {
        std::int64_t sum = 0;
        return __builtin_add_overflow(time, duration, &sum)
                   ? std::numeric_limits<std::int64_t>::max()
                   : sum;
    }
    static std::int64_t minus(std::int64_t end, std::int64_t begin) {
        std::int64_t difference = 0;
        return __builtin_sub_overflow(end, begin, &difference)
                   ? std::numeric_limits<std::int64_t>::max()
                   : difference;
    }

    void step() {
        using Step = void (StrangeProgram::*)();
        using Self = StrangeProgram;
        constexpr std::array<Step, 24> kSteps{
            &Self::launch,   &Self::launch,   &Self::launch,     &Self::launch, &Self::openOp,
            &Self::openOp,   &Self::openNote, &Self::openFrame,  &Self::end,    &Self::end,
            &Self::openStep, &Self::wait,     &Self::copy,       &Self::call,   &Self::graph,
            &Self::sync,     &Self::memory,   &Self::collective, &Self::half,   &Self::mark,
            &Self::pause,    &Self::overlap,  &Self::count,      &Self::loop};
        (this->*m_choices.pick(kSteps))();
    }
    // One choice in a statement: compilers evaluate the arguments of a call in different orders.
    void openOp() {
        HostThread& on = thread();
        std::string called = name(kOpNames);
        open(on, "cpu_op", std::move(called), opArgs());
    }
    template <std::size_t N>
    void openSpan(std::string_view category, const std::array<std::string_view, N>& names) {
        HostThread& on = thread();
        open(on, category, name(names), {});
    }
    void openNote() { openSpan("user_annotation", kAnnotationNames); }
    void openFrame() { openSpan("python_function", kFrameNames); }
    void end() { close(thread()); }
    void loop() {
        const std::uint32_t bytes = 4 + m_choices.below(60);
        m_choices.repeat(bytes, m_choices.below(24));
    }
    void count() {
        const HostThread& on = thread();
        const std::string called = name(kAnnotationNames);
        m_events.counter(on.pid, on.now, called, m_choices.below(256));
    }

    void open(HostThread& on, std::string_view category, std::string name, std::string args) {
        on.open.push_back({on.now, category, std::move(name), std::move(args)});
        on.now = plus(on.now, duration() / 10);
    }
    // Ends the innermost open slice of a thread.
    void close(HostThread& on) {
        if (on.open.empty()) {
            return;
        }
        on.now = plus(on.now, duration() / 10);
        const OpenSlice slice = std::move(on.open.back());
        on.open.pop_back();
        m_events.slice({on.pid, on.tid}, slice.category, slice.name, slice.begin,
                       minus(on.now, slice.begin), slice.args);
    }
    // Ends the last step, if it is open, and begins the next one.
    void openStep() {
        HostThread& on = m_threads.front();
        while (!on.open.empty()) {
            close(on);
        }
        open(on, "user_annotation", "ProfilerStep#" + std::to_string(m_steps++), {});
    }

    std::string opArgs() { return std::string(m_choices.pick(kOpArgs)); }

    std::uint64_t callOn(HostThread& on, std::string_view category, const std::string& name) {
        const std::int64_t length = duration();
        const bool isOld = m_correlation > 0 && m_choices.oneIn(30);
        const std::uint64_t correlation =
            isOld ? 1 + m_choices.below(static_cast<std::uint32_t>(m_correlation))
                  : ++m_correlation;
        m_events.slice({on.pid, on.tid}, category, name, on.now, length,
                       "\"correlation\": " + std::to_string(correlation) +
                           ", \"External id\": " + std::to_string(m_choices.below(256)));
        on.now = plus(on.now, length);
        return correlation;
    }

    // Work on a stream. Most starts after its launch and behind the work before it.
    void activity(GpuStream& on, std::string_view category, const std::string& name,
                  std::int64_t launchEnd, std::string args) {
        constexpr std::array<std::int64_t, 8> kDelays{5, 5, 10, 1, 0, 50, -20, -500};
        std::int64_t start =
            plus(launchEnd, m_choices.pick(kDelays) * std::max<std::int64_t>(1, m_unit / 10));
        if (!m_choices.oneIn(12)) {
            start = std::max(start, on.free);
        }
        const std::int64_t length = duration();
        on.free = std::max(on.free, plus(start, length));
        args += (args.empty() ? "" : ", ") + ("\"device\": " + std::to_string(on.device)) +
                ", \"stream\": " + std::to_string(on.number);
        m_events.slice({on.device, on.number}, category, name, start, length, args);
        if (m_choices.oneIn(8)) {
            m_events.flow({on.device, on.number}, 'f', start, ++m_flows);
        }
    }
    std::string kernelArgs(std::uint64_t correlation) {
        std::string args(m_choices.pick(kKernelArgs));
        return correlation == 0 ? args : args + ", \"correlation\": " + std::to_string(correlation);
    }
    void kernel(std::int64_t launchEnd, std::uint64_t correlation, std::string_view more = {}) {
        GpuStream& on = stream();
        const std::string called = name(kKernelNames);
        activity(on, "kernel", called, launchEnd, kernelArgs(correlation).append(more));
    }
    void launch() {
        HostThread& on = thread();
        const bool isDriver = m_choices.oneIn(4);
        const std::uint64_t correlation = callOn(on, isDriver ? "cuda_driver" : "cuda_runtime",
                                                 isDriver ? "cuLaunchKernel" : "cudaLaunchKernel");
        if (m_choices.oneIn(8)) {
            m_events.flow({on.pid, on.tid}, 's', on.now, m_flows + 1);
        }
        if (!m_choices.oneIn(20)) {
            GpuStream& to = stream();
            const std::string called = name(kKernelNames);
            const bool isLinked = !m_choices.oneIn(30);
            activity(to, "kernel", called, on.now, kernelArgs(isLinked ? correlation : 0));
        }
    }
    void graph() {
        HostThread& on = thread();
        const std::uint64_t correlation = callOn(on, "cuda_runtime", "cudaGraphLaunch");
        const std::uint32_t nodes = m_choices.below(12);
        for (std::uint32_t node = 0; node < nodes; ++node) {
            kernel(on.now, correlation,
                   ", \"graph id\": 3, \"graph node id\": " + std::to_string(node));
        }
    }
    void call() {
        HostThread& on = thread();
        const std::uint64_t correlation = callOn(on, "cuda_runtime", name(kCallNames));
        if (m_choices.oneIn(6)) {
            kernel(on.now, correlation);
        }
    }
    // A blocking call that ends when a stream, or all of them, is done.
    void wait() {
        HostThread& on = thread();
        std::int64_t done = stream().free;
        const bool isDevice = m_choices.oneIn(2);
        for (const GpuStream& other : m_streams) {
            done = isDevice ? std::max(done, other.free) : done;
        }
        const std::int64_t begin = on.now;
        on.now = std::max(plus(begin, duration() / 10), done);
        m_events.slice({on.pid, on.tid}, "cuda_runtime",
                       isDevice ? "cudaDeviceSynchronize" : "cudaStreamSynchronize", begin,
                       minus(on.now, begin), "\"correlation\": " + std::to_string(++m_correlation));
    }
    void copy() {
        HostThread& on = thread();
        const std::string kind = name(kCopyNames);
        const bool isSet = kind.starts_with("Memset");
        const std::uint64_t correlation = callOn(on, "cuda_runtime",
                                                 isSet                ? "cudaMemsetAsync"
                                                 : m_choices.oneIn(3) ? "cudaMemcpy"
                                                                      : "cudaMemcpyAsync");
        GpuStream& to = stream();
        activity(to, isSet ? "gpu_memset" : "gpu_memcpy", kind, on.now,
                 "\"correlation\": " + std::to_string(correlation) +
                     ", \"bytes\": " + std::string(m_choices.pick(kCopiedBytes)));
        if (m_choices.oneIn(3)) {
            on.now = std::max(on.now, to.free);
        }
    }
    // A record of CUPTI: what a stream, or the host, waited for.
    void sync() {
        constexpr std::array<std::string_view, 4> kKinds{"Stream Wait Event", "Event Sync",
                                                         "Stream Sync", "Context Sync"};
        const GpuStream& on = stream();
        const std::string_view kind = m_choices.pick(kKinds);
        const std::int64_t begin = thread().now;
        const std::int64_t length = duration();
        const int waitedFor = stream().number;
        const std::uint32_t record = m_choices.below(256);
        m_events.slice({on.device, on.number}, "cuda_sync", kind, begin, length,
                       "\"cuda_sync_kind\": \"" + std::string(kind) +
                           "\", \"stream\": " + std::to_string(on.number) +
                           ", \"wait_on_stream\": " + std::to_string(waitedFor) +
                           ", \"wait_on_cuda_event_record_corr_id\": " + std::to_string(record) +
                           ", \"wait_on_cuda_event_id\": 1, \"correlation\": " +
                           std::to_string(m_choices.below(256)) +
                           ", \"device\": " + std::to_string(on.device));
    }
    void memory() {
        const std::int64_t bytes = m_choices.pick(kAllocatedBytes);
        m_allocated = plus(m_allocated, bytes / 2);
        const HostThread& on = thread();
        m_events.memory({on.pid, on.tid}, on.now, bytes, m_allocated,
                        static_cast<int>(m_choices.below(m_devices + 1)) - 1);
    }
    void collective() {
        HostThread& on = thread();
        open(on, "cpu_op", "record_param_comms",
             R"("Collective name": "allreduce", "dtype": "Float", "In msg nelems": )" +
                 std::to_string(m_choices.below(256) * 100'000) +
                 R"(, "Out msg nelems": 8395776, "Group size": )" + std::to_string(m_job.ranks) +
                 R"(, "Process Group Name": "0", "Process Group Description": "default_pg",)"
                 R"( "Process Group Ranks": ")" +
                 allRanksText(m_job) + '"');
        const std::uint64_t correlation = callOn(on, "cuda_runtime", "cudaLaunchKernelExC");
        GpuStream& to = stream();
        activity(to, "kernel", std::string(kKernelNames[6]), on.now, kernelArgs(correlation));
        close(on);
    }
    // Half of a slice, with or without the other half.
    void half() {
        const HostThread& on = thread();
        const char phase = m_choices.pick(std::array{'B', 'E', 'b', 'e'});
        const std::string called = name(kAnnotationNames);
        if (phase == 'B' || phase == 'E') {
            m_events.half({on.pid, on.tid}, phase, called, on.now);
        } else {
            m_events.async(on.pid, phase, called, on.now, m_choices.below(4));
        }
    }
    void mark() {
        const HostThread& on = thread();
        const GpuStream& gpu = stream();
        const std::uint32_t kind = m_choices.below(4);
        const std::string called = kind == 0 ? name(kAnnotationNames) : std::string();
        const char phase = kind == 3 && m_choices.oneIn(2) ? 's' : 'f';
        switch (kind) {
            case 0:
                return m_events.slice({gpu.device, gpu.number}, "gpu_user_annotation", called,
                                      gpu.free, duration(), {});
            case 1:
                return m_events.slice({on.pid, on.tid}, "overhead", "Activity Buffer Request",
                                      on.now, duration(), {});
            case 2:
                return m_events.threadName(on.pid, on.tid, name(kStrangeNames));
            default:
                return m_events.flow({on.pid, on.tid}, phase, on.now, m_choices.below(16));
        }
    }
    void pause() {
        HostThread& on = thread();
        on.now = plus(on.now, duration());
        for (HostThread& other : m_threads) {
            other.now = m_choices.oneIn(2) ? std::max(other.now, on.now) : other.now;
        }
    }
    // A slice that begins inside the innermost open one and may end after it.
    void overlap() {
        HostThread& on = thread();
        const std::string called = name(kOpNames);
        const std::int64_t length = duration();
        m_events.slice({on.pid, on.tid}, "cpu_op", called, on.now, length, opArgs());
    }

    ByteChoices m_choices;
    JobRank m_job;
    bool m_hasJob;
    EventText m_events;
    std::vector<HostThread> m_threads;
    std::vector<GpuStream> m_streams;
    std::int64_t m_unit = 1'000;  // ns; a usual duration
    std::uint32_t m_devices = 1;
    std::uint32_t m_form = 0;  // bits of factsText()
    std::uint64_t m_correlation = 0;
    std::uint64_t m_flows = 0;
    std::uint64_t m_steps = 0;
    std::int64_t m_allocated = 0;
};

}  // namespace

std::string strangeTrace(std::span<const std::uint8_t> bytes) {
    return StrangeProgram(bytes, {}, false).write();
}

std::string strangeRank(std::span<const std::uint8_t> bytes, const JobRank& job) {
    return StrangeProgram(bytes, job, true).write();
}

}  // namespace gaplight::test
