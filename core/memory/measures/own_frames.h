// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/memory/call_stacks.h"

namespace gaplight {

// The line of the user's program that each call stack belongs to: its innermost frame outside
// PyTorch, the code that it generates and the standard library; else its innermost Python frame;
// else its innermost frame.
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

}  // namespace gaplight
