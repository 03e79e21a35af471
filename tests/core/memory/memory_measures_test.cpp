// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/formats/open_snapshot.h"
#include "core/memory/measures/allocation_filter.h"
#include "core/memory/measures/memory_flame.h"
#include "tests/support/checks/golden.h"

namespace gaplight::test {
namespace {

const MemorySnapshot& wholeRun() {
    static const MemorySnapshot snapshot = [] {
        Result<AllocatorHistory> history =
            openSnapshot(dataFile("memory/snapshot_run.pickle.zst"), {});
        EXPECT_TRUE(history);
        return buildMemorySnapshot(*std::move(history));
    }();
    return snapshot;
}

// The allocations that pass, by what a loop over all of them says.
template <class Passes>
void expectFilter(std::string_view text, Passes&& passes) {
    const MemorySnapshot& snapshot = wholeRun();
    const MemoryModel& model = snapshot.devices.front();
    const Result<AllocationFilter> filter = AllocationFilter::parse(text);
    ASSERT_TRUE(filter) << filter.error().message;
    const std::vector<bool> matches = filter->matchesOf(model, snapshot.stacks);
    ASSERT_EQ(matches.size(), model.allocations.size());
    std::size_t count = 0;
    for (std::size_t at = 0; at < matches.size(); ++at) {
        EXPECT_EQ(matches[at], passes(model, model.allocations[at])) << text << " " << at;
        count += matches[at] ? 1 : 0;
    }
    EXPECT_GT(count, 0U) << text;
    EXPECT_LT(count, matches.size()) << text;
}

std::int64_t lifeUs(const MemoryModel& model, const Allocation& one) {
    return model.timeUs(std::min(one.end, model.lastMoment())) - model.timeUs(one.begin);
}

TEST(AllocationFilter, BySizeAndLifetime) {
    expectFilter("size>1MB",
                 [](const MemoryModel&, const Allocation& one) { return one.size > 1'000'000; });
    expectFilter("size<=1MiB size>=1kB", [](const MemoryModel&, const Allocation& one) {
        return one.size <= 1'048'576 && one.size >= 1000;
    });
    // What is held at the end may live on: it is not shorter than anything.
    expectFilter("life<100us", [](const MemoryModel& model, const Allocation& one) {
        return one.end <= model.lastMoment() && lifeUs(model, one) < 100;
    });
    expectFilter("life>=5ms", [](const MemoryModel& model, const Allocation& one) {
        return lifeUs(model, one) >= 5000;
    });
}

TEST(AllocationFilter, ByTextOfTheCallStack) {
    const MemorySnapshot& snapshot = wholeRun();
    expectFilter("CAP_snapshot.py(13)", [&](const MemoryModel&, const Allocation& one) {
        if (!one.stack.isValid()) {
            return false;
        }
        for (const FrameId frame : snapshot.stacks.frames(one.stack)) {
            if (snapshot.stacks.frameText(frame).find("cap_snapshot.py(13)") != std::string::npos) {
                return true;
            }
        }
        return false;
    });
}

TEST(AllocationFilter, SaysWhatIsExpected) {
    EXPECT_TRUE(AllocationFilter::parse("  ")->isEmpty());
    EXPECT_FALSE(AllocationFilter::parse("lifetime")->isEmpty());  // a text
    EXPECT_EQ(AllocationFilter::parse("size>").error().message,
              "size>: expected a size such as size>1MB");
    EXPECT_EQ(AllocationFilter::parse("life<1XB").error().message,
              "life<1XB: expected a lifetime such as life<1ms");
}

TEST(MemoryFlame, ChildrenSumToTheirParent) {
    const MemorySnapshot& snapshot = wholeRun();
    const MemoryModel& model = snapshot.devices.front();
    const OwnFrames frames(snapshot.stacks);
    for (const Moment moment : {Moment{0}, Moment{200}, model.peak(), model.lastMoment()}) {
        const MemoryFlame flame(model, snapshot.stacks, frames, moment);
        EXPECT_EQ(flame[0].bytes, model.allocated[moment]);
        for (const MemoryFlameNode& node : flame.nodes()) {
            std::int64_t sum = 0;
            for (std::uint32_t at = 0; at < node.childCount; ++at) {
                sum += flame[node.firstChild + at].bytes;
            }
            EXPECT_LE(sum, node.bytes);
            EXPECT_TRUE(model.allocations[node.example].isHeldAt(moment) || node.count == 0);
        }
        std::int64_t own = 0;
        for (std::uint32_t at = 0; at < flame[0].childCount; ++at) {
            own += flame[flame[0].firstChild + at].bytes;
        }
        EXPECT_EQ(own, flame[0].bytes);
    }
}

}  // namespace
}  // namespace gaplight::test
