// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/index/device_properties.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "core/trace/trace_builder.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

DeviceProperties properties(int id, const std::string& name) {
    DeviceProperties device;
    device.gpu = GpuId(SourceId(), id);
    device.name = name;
    return device;
}

// One kernel on each of the GPUs `used`.
std::shared_ptr<const Trace> traceOn(const std::vector<int>& used,
                                     std::vector<DeviceProperties> recorded) {
    test::TraceDsl t;
    for (const int device : used) {
        t.kernel(t.stream(device, 7), {100, 200});
    }
    TraceFacts facts;
    facts.devices = std::move(recorded);
    TraceBuilder builder;
    builder.add(t.batch());
    return builder.finish(std::move(facts));
}

std::string nameOf(const Trace& trace, int device) {
    const DeviceProperties* found = propertiesOf(trace, GpuId(SourceId(), device));
    return found == nullptr ? "none" : found->name;
}

TEST(DeviceProperties, AreThoseOfTheNumberWhereItHasThem) {
    const auto trace = traceOn({1}, {properties(0, "T4"), properties(1, "A100")});
    EXPECT_EQ(nameOf(*trace, 1), "A100");
    EXPECT_EQ(nameOf(*trace, 0), "T4") << "a GPU without activities";
    EXPECT_EQ(nameOf(*trace, 2), "none") << "a number that nothing has";
}

// mi300 captures of ROCm: activities on node 2, properties of device 0.
TEST(DeviceProperties, OfANodeNumberAreTheOnlyOnes) {
    EXPECT_EQ(nameOf(*traceOn({2}, {properties(0, "MI300X")}), 2), "MI300X");
    EXPECT_EQ(nameOf(*traceOn({9}, {properties(0, "MI300X"), properties(1, "MI300X")}), 9),
              "MI300X")
        << "all of one kind";
    EXPECT_EQ(nameOf(*traceOn({2}, {}), 2), "none");
}

TEST(DeviceProperties, OfNodeNumbersFollowTheirOrder) {
    const auto trace = traceOn({4, 3}, {properties(1, "MI210"), properties(0, "W7900")});
    EXPECT_EQ(nameOf(*trace, 3), "W7900");
    EXPECT_EQ(nameOf(*trace, 4), "MI210");
    const auto fewer = traceOn({4}, {properties(0, "W7900"), properties(1, "MI210")});
    EXPECT_EQ(nameOf(*fewer, 4), "none") << "either of them";
}

TEST(DeviceProperties, OfAGpuInUseAreNotAnothers) {
    const auto trace = traceOn({0, 1}, {properties(1, "A100")});
    EXPECT_EQ(nameOf(*trace, 1), "A100");
    EXPECT_EQ(nameOf(*trace, 0), "none");
}

// One table for all: with a scan of all tracks for each, this would take a minute.
TEST(DeviceProperties, OfManyGpusAreFoundOnce) {
    constexpr int kGpus = 30'000;
    std::vector<int> used;
    for (int gpu = 1; gpu <= kGpus; ++gpu) {
        used.push_back(gpu);
    }
    const auto trace = traceOn(used, {properties(0, "MI300X")});
    const DevicePropertiesTable table(*trace);
    int found = 0;
    for (const int gpu : used) {
        found += table.of(GpuId(SourceId(), gpu)) != nullptr ? 1 : 0;
    }
    EXPECT_EQ(found, kGpus);
}

}  // namespace
}  // namespace gaplight
