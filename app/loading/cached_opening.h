// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "app/args/trace_reading.h"
#include "core/base/result.h"
#include "core/session/pack_cache.h"
#include "core/session/session.h"

namespace gaplight::ui {

// Opens several traces, from the packs that are kept where there are some. Safe from any thread.
class CachedOpening {
public:
    explicit CachedOpening(const TraceReading& reading);

    // As openSession(), also of a trace on another machine. Without progress of its own.
    [[nodiscard]] Result<std::shared_ptr<const Session>> open(const std::string& path,
                                                              const OpenOptions& options);
    // keepInBackground() of the traces that were opened and are worth it.
    void keepOthers();

private:
    const TraceReading& m_reading;
    PackCache m_cache;
    std::mutex m_mutex;
    std::vector<std::string> m_toKeep;
};

}  // namespace gaplight::ui
