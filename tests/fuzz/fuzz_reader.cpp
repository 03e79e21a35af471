// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// Any bytes: an error that says something, or a trace whose tables agree and whose events can be
// read again.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "core/formats/open_trace.h"
#include "core/io/byte_source.h"

namespace {

using namespace gaplight;

void require(bool condition) {
    if (!condition) {
        std::abort();
    }
}

void checkTrace(const Trace& trace, const EventDetails& details) {
    const std::size_t slices = trace.slices().size();
    std::size_t onTracks = 0;
    for (const Track& track : trace.tracks()) {
        require(track.process.index() < trace.processes().size());
        onTracks += track.sliceCount;
    }
    require(onTracks == slices);
    for (std::size_t at = 0; at < slices; ++at) {
        const SliceId slice(at);
        require(trace.slices().duration(slice).count() >= 0);
        const SliceId parent = trace.slices().parent(slice);
        require(!parent.isValid() || parent.index() < at);
        (void)details.args(trace.slices().event(slice));
    }
    require(trace.facts().events >= trace.gpuActivities().size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    auto source = byteSourceFromMemory(std::string(reinterpret_cast<const char*>(data), size));
    if (!source) {
        return 0;
    }
    TraceBuilder builder;
    auto result = openTrace(**source, builder);
    if (!result) {
        require(!result.error().message.empty());
        return 0;
    }
    const auto trace = builder.finish(std::move(result->result.facts));
    checkTrace(*trace, *result->details);
    return 0;
}
