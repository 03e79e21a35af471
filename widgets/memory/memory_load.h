// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "core/session/memory_data.h"

namespace gaplight::ui {

using LoadedMemory = std::shared_ptr<const MemoryData>;
using MemoryResult = Result<LoadedMemory>;

// Loads one memory snapshot on a new thread. Both callbacks are called on that thread; onDone last
// and exactly once. The destructor cancels and waits for it.
class MemoryLoad {
public:
    struct Callbacks {
        std::function<void(std::uint64_t read, std::uint64_t total)> onProgress;
        std::function<void(MemoryResult)> onDone;
    };

    // `configDirectory`: of the user's gaplight.toml; empty: no settings file is read. `trace`:
    // as MemoryOpenOptions::trace.
    MemoryLoad(std::string path, std::string configDirectory, std::shared_ptr<const Session> trace,
               Callbacks callbacks);

    void cancel() { m_thread.request_stop(); }

private:
    std::jthread m_thread;
};

}  // namespace gaplight::ui
