// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "core/compile_log/compile_log.h"
#include "core/provenance/kernel_sources.h"
#include "core/provenance/replay_origins.h"

namespace gaplight {

// Where the kernels of a trace come from, as far as the trace itself does not say: by the capture
// of its graphs, and by the log of torch.compile. Immutable; any part may be missing (null).
struct Provenance {
    std::string capturePath;  // empty: the trace itself has the capture
    std::shared_ptr<const ReplayOrigins> replays;
    std::shared_ptr<const CompileLog> compileLog;
    std::shared_ptr<const KernelSources> kernels;  // of `compileLog`
};

}  // namespace gaplight
