// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/thread_budget.h"

#include <atomic>
#include <cstddef>
#include <system_error>
#include <thread>
#include <vector>

#include <tbb/task_arena.h>

namespace gaplight::ui {
namespace {

// How many of `wanted` threads run at the same time. Throws if none does.
std::size_t grantedThreads(std::size_t wanted) {
    std::atomic<bool> isOver{false};
    std::vector<std::thread> started;
    started.reserve(wanted);
    std::error_code refusal;
    while (started.size() < wanted && !refusal) {
        try {
            started.emplace_back([&] { isOver.wait(false); });
        } catch (const std::system_error& error) {
            refusal = error.code();
        }
    }
    isOver = true;
    isOver.notify_all();
    for (std::thread& thread : started) {
        thread.join();
    }
    if (started.empty()) {
        throw std::system_error(refusal);
    }
    return started.size();
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
