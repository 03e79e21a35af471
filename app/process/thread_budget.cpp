// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/process/thread_budget.h"

#include <atomic>
#include <cstddef>
#include <system_error>
#include <thread>
#include <vector>

#include <tbb/task_arena.h>

namespace gaplight::ui {
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
    // Beside the threads of oneTBB, of which the calling one is the first, one watches for signals.
    const std::size_t granted = grantedThreads(processors);
    if (granted < processors) {
        m_limit = std::make_unique<tbb::global_control>(
            tbb::global_control::max_allowed_parallelism, granted);
    }
}

}  // namespace gaplight::ui
