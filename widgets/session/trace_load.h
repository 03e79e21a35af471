// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/session/scene_data.h"
#include "core/session/session.h"

namespace gaplight::ui {

using LoadedTrace = std::shared_ptr<const SceneData>;

// Null where no trace is shown. It stays the same as the findings of a trace are updated.
[[nodiscard]] inline std::shared_ptr<const Trace> traceOf(const LoadedTrace& shown) {
    return shown ? shown->session().trace : nullptr;
}

// Opens a trace: openSession(), or a replacement in tests.
using TraceOpener = std::function<Result<std::shared_ptr<const Session>>(const std::string& path,
                                                                         const OpenOptions&)>;

// Counters shown beside those of the trace; null: none.
using AddedCounters = std::shared_ptr<const std::vector<CounterCurve>>;

}  // namespace gaplight::ui
