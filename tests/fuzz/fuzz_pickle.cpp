// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// Any bytes as a memory snapshot: an error that says something, or a history whose parts are
// consistent, a model of it whose holders sum to what is allocated, and well-formed outputs.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "core/formats/open_snapshot.h"
#include "core/io/byte_source.h"
#include "core/memory/rules/memory_rules.h"
#include "tests/support/exercise/exercise_memory.h"

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
    auto history = openSnapshot(**source);
    if (!history) {
        require(!history.error().message.empty());
        return 0;
    }
    for (const DeviceHistory& device : history->devices) {
        std::int64_t last = 0;
        for (const AllocatorEvent& event : device.events) {
            require(event.size >= 0 && event.timeUs >= last);
            require(event.stream < history->streams.size());
            last = event.timeUs;
            for (const FrameId frame : history->stacks.frames(event.stack)) {
                require(!history->stacks.frameText(frame).empty());
            }
        }
    }
    const MemorySnapshot snapshot = buildMemorySnapshot(*std::move(history));
    const MemoryAssessment assessment = assessMemory(snapshot, {});
    for (std::size_t at = 0; at < snapshot.devices.size(); ++at) {
        const MemoryModel& model = snapshot.devices[at];
        std::int64_t held = 0;
        for (const MemoryHolder& holder : assessment.devices[at].holders) {
            held += holder.bytes;
        }
        require(held == model.allocated[model.peak()]);
        for (const std::int64_t bytes : model.allocated) {
            require(bytes >= 0);
        }
        for (const ReservedStep& step : model.reserved) {
            require(step.bytes >= 0);
        }
    }
    gaplight::test::Problems problems;
    gaplight::test::exerciseMemory(snapshot, assessment, problems);
    if (!problems.isEmpty()) {
        std::fputs(problems.text().c_str(), stderr);
        std::abort();
    }
    return 0;
}
