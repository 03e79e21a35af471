// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// Any bytes as a Perfetto trace: an error that says something, or a trace whose events can be read
// again, and half of which can be cut and read again.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "core/formats/open_trace.h"
#include "core/formats/perfetto/perfetto_trace.h"
#include "core/io/byte_source.h"

namespace {

using namespace gaplight;

void require(bool condition) {
    if (!condition) {
        std::abort();
    }
}

constexpr Format kAnyBytes[] = {{"perfetto", [](std::string_view) { return true; }, openPerfetto}};

std::string cutOf(const OpenedTrace& opened, const CutPlan& plan) {
    std::string part;
    const auto totals = opened.cutter->cut(plan, [&](std::string_view bytes) {
        part += bytes;
        return Result<void>();
    });
    require(totals || !totals.error().message.empty());
    return part;
}

void readPart(const std::string& bytes) {
    auto source = byteSourceFromMemory(bytes);
    require(source.has_value());
    TraceBuilder builder;
    auto opened = openTrace({}, **source, builder, {}, kAnyBytes);
    if (opened) {
        (void)builder.finish(std::move(opened->result.facts));
    }
}

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
    CutPlan plan;
    plan.range = trace->range();
    plan.range.end = plan.range.begin + plan.range.length() / 2;
    plan.clip = size % 2 != 0;
    for (std::size_t at = 0; at < trace->slices().size(); ++at) {
        const SliceId slice(at);
        require(trace->slices().duration(slice).count() >= 0);
        const auto args = opened->details->args(trace->slices().event(slice));
        require(args || !args.error().message.empty());
        if (trace->slices().range(slice).overlaps(plan.range)) {
            plan.slices.push_back(trace->slices().event(slice));
        }
    }
    std::sort(plan.slices.begin(), plan.slices.end());
    readPart(cutOf(*opened, plan));
    return 0;
}
