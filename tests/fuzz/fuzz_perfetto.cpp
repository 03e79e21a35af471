// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// Any bytes as a Perfetto trace: an error that says something, or a trace whose events can be read
// again, and half of which can be cut and read again.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "core/formats/open_trace.h"
#include "core/formats/perfetto/perfetto_trace.h"
#include "core/io/byte_source.h"
#include "tests/fuzz/cut_half.h"

namespace {

using namespace gaplight;

void require(bool condition) {
    if (!condition) {
        std::abort();
    }
}

constexpr Format kAnyBytes[] = {{"perfetto", [](std::string_view) { return true; }, openPerfetto}};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    auto source = byteSourceFromMemory(std::string(reinterpret_cast<const char*>(data), size));
    if (!source) {
        return 0;
    }
    TraceBuilder builder;
    auto opened = openTrace({}, **source, builder, {}, kAnyBytes);
    if (!opened) {
        require(!opened.error().message.empty());
        return 0;
    }
    const auto trace = builder.finish(std::move(opened->result.facts));
    (void)sniffPerfetto({reinterpret_cast<const char*>(data), size});
    for (std::size_t at = 0; at < trace->slices().size(); ++at) {
        const SliceId slice(at);
        require(trace->slices().duration(slice).count() >= 0);
        const auto args = opened->details->args(trace->slices().event(slice));
        require(args || !args.error().message.empty());
    }
    fuzz::cutHalf(*trace, *opened->details, size % 2 != 0);
    return 0;
}
