// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/memory/call_stacks.h"
#include "core/memory/memory_model.h"

namespace gaplight {

// The line of the user's program that each call stack belongs to: its innermost frame outside
// PyTorch, the code that it generates and the standard library; else its innermost Python frame;
// else its innermost C++ frame outside the allocator, dispatch and what records the stack; else its
// innermost frame.
class OwnFrames {
public:
    // O(frames of all stacks).
    explicit OwnFrames(const CallStacks& stacks);

    // The frame of a stack; invalid where no stack was recorded.
    FrameId of(StackId stack) const {
        return stack.isValid() ? m_ownOfStack[stack.index()] : FrameId{};
    }
    // "train.py(12): step" without the folders of the installation; "no call stack" for an invalid
    // frame.
    std::string text(FrameId frame) const;
    // The same with the name of the file alone, where room is scarce.
    std::string label(FrameId frame) const;

private:
    const CallStacks& m_stacks;
    std::vector<FrameId> m_ownOfStack;
};

// What one line of the program holds at a moment.
struct MemoryHolder {
    FrameId frame;  // OwnFrames; invalid: allocations without a call stack
    std::int64_t bytes = 0;
    std::uint64_t count = 0;
    std::int64_t largest = 0;      // bytes of its largest allocation
    std::uint32_t example = 0;     // that allocation
    std::uint64_t fromBefore = 0;  // of `count`, allocated before the history
};

// By line, the largest first. Their bytes sum to `allocated` at that moment. O(allocations).
[[nodiscard]] std::vector<MemoryHolder> holdersAt(const MemoryModel& model, const OwnFrames& frames,
                                                  Moment moment);

// The peak of `allocated` if the allocations that `isLeftOut` accepts were never made.
// O(allocations + events + left out log left out).
[[nodiscard]] std::int64_t peakWithout(const MemoryModel& model,
                                       const std::function<bool(const Allocation&)>& isLeftOut);

// What the allocator holds for one stream and pool at a moment.
struct PoolTotals {
    StreamIndex stream = 0;
    bool isSmallPool = false;
    std::int64_t allocated = 0;
    std::int64_t reserved = 0;
    std::uint64_t segments = 0;
};
// The largest reserved first. O(allocations log segments).
[[nodiscard]] std::vector<PoolTotals> poolsAt(const MemoryModel& model, Moment moment);

// What the program's blocks take at the end of the history, which torch.cuda.memory_allocated()
// counts; it requested less. O(blocks).
[[nodiscard]] std::int64_t blockBytesAtEnd(const MemoryModel& model);

// How long the allocations of one line live.
struct FrameLifetime {
    FrameId frame;
    std::uint64_t count = 0;
    std::int64_t bytes = 0;   // of all of them
    std::uint64_t freed = 0;  // within the history; the median is of these
    std::int64_t medianLifetimeUs = 0;
};
// Lifetimes of what was allocated within the history, the most bytes first. O(allocations).
[[nodiscard]] std::vector<FrameLifetime> lifetimesByFrame(const MemoryModel& model,
                                                          const OwnFrames& frames);

}  // namespace gaplight
