// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "core/session/session.h"

namespace gaplight {

// A trace that is read, with nothing derived from it.
struct LoadedTrace {
    std::shared_ptr<const Trace> trace;
    TraceDetails details;                       // args on demand
    std::shared_ptr<const TraceCutter> cutter;  // null: the format cannot be cut
};

// Reads a trace without analyzing it. `path` "-" is standard input. Errors: as openSession.
[[nodiscard]] Result<LoadedTrace> readTrace(const std::string& path,
                                            const OpenOptions& options = {});
// The same from bytes that are already a source; `path` is only the trace's name.
[[nodiscard]] Result<LoadedTrace> readTrace(const std::string& path, ByteSource& source,
                                            const OpenOptions& options = {});

}  // namespace gaplight
