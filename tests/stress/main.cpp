// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// Opens, analyzes, compares and closes small traces, over and over, on many threads that stop at
// random places. Ends with exit code 1 where a run does not end (after the stacks of all threads)
// or where the report of a trace differs from that of its first run.
//
//   gaplight_stress [--seconds N] [--runs N] [--threads N] [--time-limit N] [--no-stalls] TRACE...

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <tbb/global_control.h>
#include <tbb/task_arena.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include "core/report/diff/comparison_report.h"
#include "core/report/trace/report.h"
#include "core/session/comparison_of.h"
#include "core/session/session.h"
#include "tests/stress/stalls.h"
#include "tests/support/formats/documents_format.h"
#include "tests/support/strange/byte_choices.h"
#include "tests/support/strange/strange_trace.h"

namespace gaplight::test {

// Waits for a lock that it holds: what the watchdog has to notice. Not in the anonymous namespace,
// so that stacks have its name.
[[gnu::noinline]] void hangForEver();
void hangForEver() {
    std::mutex mutex;
    mutex.lock();
    mutex.lock();
}

namespace {

using Clock = std::chrono::steady_clock;
using SharedSession = std::shared_ptr<const Session>;

constexpr std::size_t kMaxDrivers = 16;
constexpr std::uint64_t kSeeds = 100;

struct StressOptions {
    std::vector<std::string> traces;
    std::int64_t seconds = 60;
    std::int64_t runs = 0;  // 0: as many as there is time for
    int threads = 16;
    std::size_t drivers = 2;       // sessions that are opened at the same time, as of ranks
    std::int64_t timeLimit = 120;  // of one run, in seconds
    bool hasNoStalls = false;
    bool hangs = false;
};

ReportSubject subjectOf(const Session& session) {
    return {*session.trace, session.analysis, session.findings, std::nullopt};
}

class Stress {
public:
    explicit Stress(StressOptions options) : m_options(std::move(options)) {
        for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
            m_generated.push_back(strangeTrace(bytesOfSeed(seed)));
        }
        m_reports = std::vector<FirstReport>(m_options.traces.size() + kSeeds);
    }

    int run() {
        const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                        static_cast<std::size_t>(m_options.threads));
        prepareStacks();
        std::optional<RandomStalls> stalls;
        if (!m_options.hasNoStalls && !m_options.hangs) {
            stalls.emplace();
        }
        m_end = Clock::now() + std::chrono::seconds(m_options.seconds);
        {
            std::vector<std::jthread> drivers;
            for (std::size_t driver = 0; driver < m_options.drivers; ++driver) {
                drivers.emplace_back([this, driver] { drive(driver); });
            }
            watch();
        }
        std::printf("gaplight_stress: %lld runs on %d threads, the longest took %lld ms\n",
                    static_cast<long long>(m_started), m_options.threads,
                    static_cast<long long>(m_longestMs));
        return m_hasFailed ? 1 : 0;
    }

private:
    struct FirstReport {
        std::mutex mutex;
        std::string text;
    };
    struct Driver {
        std::atomic<std::int64_t> beganMs{-1};  // the current run; -1: there is none
        std::atomic<bool> isDone{false};
    };

    [[nodiscard]] static std::int64_t nowMs() {
        return std::chrono::duration_cast<std::chrono::milliseconds>(
                   Clock::now().time_since_epoch())
            .count();
    }

    void drive(std::size_t number) {
        Driver& driver = m_drivers.at(number);
        while (!m_hasFailed && Clock::now() < m_end &&
               (m_options.runs == 0 || m_started < m_options.runs)) {
            const std::int64_t run = m_started++;
            const std::int64_t began = nowMs();
            driver.beganMs = began;
            tbb::task_arena arena(m_options.threads);
            arena.execute([&] { once(static_cast<std::size_t>(run)); });
            driver.beganMs = -1;
            const std::int64_t took = nowMs() - began;
            std::int64_t longest = m_longestMs;
            while (took > longest && !m_longestMs.compare_exchange_weak(longest, took)) {
            }
        }
        driver.isDone = true;
    }

    void once(std::size_t run) {
        if (m_options.hangs) {
            hangForEver();
        }
        const SharedSession a = open(traceOf(2 * run));
        const SharedSession b = open(traceOf(2 * run + 1));
        if (a && b) {
            const Comparison comparison = compareSessions(*a, *b);
            const std::array subjects{CompareSubject{subjectOf(*a), subjectOf(*b), comparison}};
            static_cast<void>(compareJson(subjects));
        }
    }

    // Of any two, one is a file, if there are files, and the other one is generated.
    std::size_t traceOf(std::size_t opening) const {
        const std::size_t files = m_options.traces.size();
        return opening % 2 == 0 && files > 0 ? opening / 2 % files : files + opening / 2 % kSeeds;
    }

    SharedSession open(std::size_t number) {
        const std::size_t files = m_options.traces.size();
        const Result<SharedSession> opened = number < files ? openSession(m_options.traces[number])
                                                            : openText(m_generated[number - files]);
        if (!opened) {
            fail("cannot be opened: " + opened.error().message, number);
            return nullptr;
        }
        std::string report = analyzeJson(subjectOf(**opened));
        FirstReport& first = m_reports[number];
        const std::scoped_lock lock(first.mutex);
        if (first.text.empty()) {
            first.text = std::move(report);
        } else if (first.text != report) {
            fail("has another report than before", number);
        }
        return *opened;
    }

    void fail(const std::string& what, std::size_t number) {
        const std::size_t files = m_options.traces.size();
        const std::string trace = number < files
                                      ? m_options.traces[number]
                                      : "the trace of seed " + std::to_string(number - files);
        std::fprintf(stderr, "gaplight_stress: %s %s\n", trace.c_str(), what.c_str());
        m_hasFailed = true;
    }

    // Returns when all drivers are done; ends the process where a run hangs.
    void watch() {
        const std::int64_t limitMs = m_options.timeLimit * 1000;
        for (bool isDone = false; !isDone;) {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
            isDone = true;
            for (std::size_t at = 0; at < m_options.drivers; ++at) {
                const Driver& driver = m_drivers.at(at);
                isDone = isDone && driver.isDone;
                const std::int64_t began = driver.beganMs;
                if (began >= 0 && nowMs() - began > limitMs) {
                    std::fprintf(stderr, "gaplight_stress: a run has not ended after %lld s\n",
                                 static_cast<long long>(m_options.timeLimit));
                    printAllStacks();
                    std::fprintf(stderr, "gaplight_stress: 1 of %lld runs hangs\n",
                                 static_cast<long long>(m_started));
                    ::_exit(1);
                }
            }
        }
    }

    StressOptions m_options;
    std::vector<std::string> m_generated;
    std::vector<FirstReport> m_reports;
    std::array<Driver, kMaxDrivers> m_drivers;
    Clock::time_point m_end;
    std::atomic<std::int64_t> m_started{0};
    std::atomic<std::int64_t> m_longestMs{0};
    std::atomic<bool> m_hasFailed{false};
};

}  // namespace
}  // namespace gaplight::test

int main(int argc, char** argv) {
    gaplight::test::StressOptions options;
    CLI::App app("Opens, analyzes and compares traces on many threads until one run hangs");
    app.add_option("TRACE", options.traces, "besides 100 generated ones");
    app.add_option("--seconds", options.seconds, "how long");
    app.add_option("--runs", options.runs, "how many at most");
    app.add_option("--threads", options.threads, "of oneTBB, however many cores there are");
    app.add_option("--drivers", options.drivers, "sessions that are opened at the same time")
        ->check(CLI::Range(1, 16));
    app.add_option("--time-limit", options.timeLimit, "seconds after which a run hangs");
    app.add_flag("--no-stalls", options.hasNoStalls, "does not stop threads at random places");
    app.add_flag("--hang", options.hangs, "hangs, to try the watchdog");
    CLI11_PARSE(app, argc, argv);
    return gaplight::test::Stress(std::move(options)).run();
}
