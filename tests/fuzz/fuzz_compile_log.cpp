// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// Any bytes as a log of torch.compile: an error that says something, or a log in which every break
// and recompilation has a reason, every kernel a name, and frames and graphs are in order.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "core/formats/open_compile_log.h"
#include "core/io/byte_source.h"

namespace {

using namespace gaplight;

void require(bool condition) {
    if (!condition) {
        std::abort();
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    auto source = byteSourceFromMemory(std::string(reinterpret_cast<const char*>(data), size));
    if (!source) {
        return 0;
    }
    const auto log = openCompileLog(**source);
    if (!log) {
        require(!log.error().message.empty());
        return 0;
    }
    require(log->entries > 0);
    require(std::ranges::is_sorted(log->graphs));
    for (const CompiledFrame& frame : log->frames) {
        require(frame.id.frame >= 0 && frame.at.line >= 0);
        require(log->findFrame(frame.id) == &frame);
    }
    for (const GraphBreakReason& one : log->breaks) {
        require(!one.reason.empty() && one.at.line >= 0);
    }
    for (const RecompileReason& one : log->recompiles) {
        require(!one.reasons.empty());
    }
    for (const CompiledKernel& kernel : log->kernels) {
        require(!kernel.name.empty());
        require(!kernel.isLineOfFrame || kernel.lines.size() == 1);
    }
    return 0;
}
