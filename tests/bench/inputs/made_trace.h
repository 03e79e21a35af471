// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>

#include "core/io/byte_source.h"
#include "core/session/session.h"
#include "core/trace/trace.h"

namespace gaplight::bench {

// A trace of about `slices` slices on 50 threads, four deep: calls that call calls, with pauses of
// random length between them. The same one each time.
[[nodiscard]] std::shared_ptr<const Trace> madeTrace(std::size_t slices);

// A session of a trace: indexed and measured, without findings.
[[nodiscard]] std::shared_ptr<const Session> measuredSession(std::shared_ptr<const Trace> trace);

// What its events would be read from: 128 bytes each, with args; the threads' events lie among each
// other as in a recorded file. Made while it is read, so it takes no memory.
[[nodiscard]] std::shared_ptr<const RandomAccess> madeSource(std::size_t slices);

}  // namespace gaplight::bench
