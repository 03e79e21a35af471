// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/process/thread_budget.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <system_error>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/socket.h>
#include <tbb/task_arena.h>
#include <unistd.h>

namespace gaplight::ui {

namespace {

// The lowest free number: the one that was closed. Without /dev/null there is nothing to be done.
void openInPlaceOf(int descriptor) {
    // /dev/null is opened again by "/dev/stdout", for writing; a socket is not, and one that is not
    // connected takes no bytes.
    if (descriptor == STDOUT_FILENO && ::socket(AF_UNIX, SOCK_STREAM, 0) >= 0) {
        return;
    }
    constexpr std::array<int, 3> kModes{O_RDONLY, O_RDONLY, O_WRONLY};
    [[maybe_unused]] const int opened =
        ::open("/dev/null", kModes[static_cast<std::size_t>(descriptor)]);
}

}  // namespace

void openClosedStandardDescriptors() {
    for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; ++descriptor) {
        if (::fcntl(descriptor, F_GETFD) < 0 && errno == EBADF) {
            openInPlaceOf(descriptor);
        }
    }
}

void ignoreWriteSignals() {
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
}

namespace {

// Threads that wait until this is gone, also where one of them cannot be made for lack of memory.
class WaitingThreads {
public:
    explicit WaitingThreads(std::size_t most) { m_threads.reserve(most); }
    WaitingThreads(const WaitingThreads&) = delete;
    WaitingThreads& operator=(const WaitingThreads&) = delete;
    ~WaitingThreads() {
        m_isOver = true;
        m_isOver.notify_all();
        for (std::thread& thread : m_threads) {
            thread.join();
        }
    }

    void start() {
        m_threads.emplace_back([this] { m_isOver.wait(false); });
    }
    std::size_t count() const { return m_threads.size(); }

private:
    std::atomic<bool> m_isOver{false};
    std::vector<std::thread> m_threads;
};

// How many of `wanted` threads run at the same time. Throws if none does.
std::size_t grantedThreads(std::size_t wanted) {
    WaitingThreads started(wanted);
    while (started.count() < wanted) {
        try {
            started.start();
        } catch (const std::system_error&) {
            if (started.count() == 0) {
                throw;
            }
            break;
        }
    }
    return started.count();
}

}  // namespace

ThreadBudget::ThreadBudget() {
    const auto processors = static_cast<std::size_t>(tbb::this_task_arena::max_concurrency());
    // In addition to the threads of oneTBB, of which the calling one is the first, one watches for
    // signals.
    const std::size_t granted = grantedThreads(processors);
    if (granted < processors) {
        m_limit = std::make_unique<tbb::global_control>(
            tbb::global_control::max_allowed_parallelism, granted);
    }
}

}  // namespace gaplight::ui
