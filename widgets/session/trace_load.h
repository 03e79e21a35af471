// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <QString>

#include "core/base/result.h"
#include "core/session/scene_data.h"
#include "core/session/session.h"

namespace gaplight::ui {

// "reading 12 of 40 MB · 83,112 slices", "sorting 283,738 slices", "measuring 283,738 slices".
[[nodiscard]] QString loadProgressText(const LoadProgress& progress);

// The part of the file that was read, 0 to 1; -1: its size is not known.
[[nodiscard]] double shareRead(const LoadProgress& progress);

using LoadedTrace = std::shared_ptr<const SceneData>;
using LoadResult = Result<LoadedTrace>;

// Null where no trace is shown. It stays the same as the findings of a trace are updated.
[[nodiscard]] inline std::shared_ptr<const Trace> traceOf(const LoadedTrace& shown) {
    return shown ? shown->session().trace : nullptr;
}

// Opens a trace: openSession(), or a replacement in tests.
using TraceOpener = std::function<Result<std::shared_ptr<const Session>>(const std::string& path,
                                                                         const OpenOptions&)>;

// Counters shown beside those of the trace; null: none.
using AddedCounters = std::shared_ptr<const std::vector<CounterCurve>>;

// Loads one file on a new thread. The callbacks are called on other threads; onDone last and
// exactly once. The destructor cancels and waits (up to 100 ms).
class TraceLoad {
public:
    struct Callbacks {
        std::function<void(const LoadProgress&)> onProgress;
        // As OpenOptions::onReadable; empty: not called.
        std::function<void(LoadedTrace)> onReadable;
        std::function<void(LoadResult)> onDone;
    };

    TraceLoad(const TraceOpener& open, std::string path, Callbacks callbacks,
              AddedCounters counters = {});

    void cancel() { m_thread.request_stop(); }
    // Stops reading; the events read so far become the trace.
    void finishEarly() { m_finishEarly = true; }

private:
    std::atomic<bool> m_finishEarly = false;
    std::jthread m_thread;  // last: it uses the other members
};

}  // namespace gaplight::ui
