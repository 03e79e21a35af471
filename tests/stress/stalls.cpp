// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/stress/stalls.h"

#include <array>
#include <atomic>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include <execinfo.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

namespace gaplight::test {
namespace {

constexpr int kPrintStack = SIGUSR2;
constexpr long kMaxStallNs = 4'000'000;

std::atomic<std::uint32_t> stalls{0};
std::atomic<bool> isPrinted{false};

// Half of the signals let the thread go on.
void stall(int /*signal*/) {
    const std::uint32_t random = (stalls.fetch_add(1) + 1) * 2'654'435'769U;
    if ((random >> 31U) != 0) {
        const timespec time{0, static_cast<long>((random >> 8U) % kMaxStallNs)};
        ::nanosleep(&time, nullptr);
    }
}

void printStack(int /*signal*/) {
    std::array<void*, 128> frames{};
    const int count = ::backtrace(frames.data(), static_cast<int>(frames.size()));
    ::backtrace_symbols_fd(frames.data(), count, STDERR_FILENO);
    isPrinted = true;
}

void handle(int signal, void (*handler)(int)) {
    struct sigaction action {};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    ::sigaction(signal, &action, nullptr);
}

pid_t thisThread() {
    return static_cast<pid_t>(::syscall(SYS_gettid));
}

void send(int signal, pid_t thread) {
    ::syscall(SYS_tgkill, ::getpid(), thread, signal);
}

// All but the calling one.
std::vector<pid_t> otherThreads() {
    std::vector<pid_t> threads;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/task", error)) {
        const std::string name = entry.path().filename().string();
        pid_t thread = 0;
        std::from_chars(name.data(), name.data() + name.size(), thread);
        if (thread != thisThread()) {
            threads.push_back(thread);
        }
    }
    return threads;
}

// Of the timer that counts the processor time of the process; its signal interrupts a thread that
// runs.
void setInterval(std::chrono::microseconds interval) {
    itimerval timer{};
    timer.it_interval.tv_usec = timer.it_value.tv_usec = interval.count();
    ::setitimer(ITIMER_PROF, &timer, nullptr);
}

}  // namespace

RandomStalls::RandomStalls() {
    handle(SIGPROF, stall);
    setInterval(std::chrono::milliseconds(1));
}

RandomStalls::~RandomStalls() {
    setInterval({});
}

void prepareStacks() {
    std::array<void*, 1> frame{};
    static_cast<void>(::backtrace(frame.data(), 1));  // loads what it needs, not in a handler
    handle(kPrintStack, printStack);
}

void printAllStacks() {
    constexpr int kTries = 200;  // 2 s
    for (const pid_t thread : otherThreads()) {
        std::fprintf(stderr, "thread %d:\n", static_cast<int>(thread));
        isPrinted = false;
        send(kPrintStack, thread);
        for (int tries = 0; !isPrinted && tries < kTries; ++tries) {
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
    }
}

}  // namespace gaplight::test
