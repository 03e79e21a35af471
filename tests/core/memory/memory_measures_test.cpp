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

struct Named {
    std::string_view file;
    std::string_view function;
};

// The line that a stack belongs to, as it is shown.
std::string ownLine(const std::vector<Named>& named) {
    CallStacks stacks;
    std::vector<FrameId> frames;
    frames.reserve(named.size());
    for (const Named& one : named) {
        frames.push_back(stacks.internFrame(one.file, one.function, 7));
    }
    const StackId stack = stacks.internStack(frames);
    const OwnFrames own(stacks);
    return own.text(own.of(stack));
}

std::vector<Named> recordingAnd(std::vector<Named> rest) {
    std::vector<Named> all{
        {"??", "torch::unwind::unwind()"},
        {"??", "torch::CapturedTraceback::gather(bool, bool, bool)"},
        {"memory_snapshot.cpp", "torch::cuda::(anonymous namespace)::gather_with_cpp()"},
        {"CUDACachingAllocator.cpp", "c10::cuda::CUDACachingAllocator::Native::malloc(int)"},
        {"??", "at::detail::empty_generic(c10::ArrayRef<long>)"},
        {"RegisterCUDA_0.cpp", "at::(anonymous namespace)::wrapper_CUDA_mm(at::Tensor const&)"},
        {"??", "at::Tensor c10::Dispatcher::redispatch<at::Tensor, c10::ArrayRef<long> >(int)"},
        {"??", "at::_ops::mm::call(at::Tensor const&)"}};
    all.insert(all.end(), rest.begin(), rest.end());
    return all;
}

TEST(OwnFrames, SkipsWhatRecordsAndAllocates) {
    const Named interpreter{"??", "_PyEval_EvalFrameDefault"};
    const Named torch{"/venv/lib/python3.11/site-packages/torch/nn/linear.py", "forward"};
    const Named user{"project/model.py", "attention"};
    EXPECT_EQ(ownLine(recordingAnd({interpreter, torch, user, interpreter})),
              "project/model.py(7): attention");
    EXPECT_EQ(ownLine({torch, {"C:\\me\\model.py", "mlp"}}), "C:/me/model.py(7): mlp");
    EXPECT_EQ(ownLine({{"C:\\me\\Lib\\site-packages\\torch\\nn\\linear.py", "forward"}, user}),
              "project/model.py(7): attention");
    EXPECT_EQ(ownLine(recordingAnd({interpreter, torch})), "torch/nn/linear.py(7): forward");
    // Without Python: the thread of backward, and a program in C++.
    EXPECT_EQ(ownLine(recordingAnd({{"??", "torch::autograd::generated::MmBackward0::apply()"},
                                    {"??", "start_thread"}})),
              "torch::autograd::generated::MmBackward0::apply()");
    EXPECT_EQ(ownLine(recordingAnd({{"server.cpp", "app::Server::step(int)"}, {"??", "main"}})),
              "server.cpp(7): app::Server::step(int)");
    EXPECT_EQ(ownLine(recordingAnd({})), "torch::unwind::unwind()");
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
