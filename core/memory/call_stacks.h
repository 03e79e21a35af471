// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/string_pool.h"

namespace gaplight {

struct StackText;
using StackTextId = Id<StackText>;
struct StackFrameTag;
using FrameId = Id<StackFrameTag>;
struct CallStackTag;
using StackId = Id<CallStackTag>;

// A function of a call stack: Python, or C++ (where the file is a source of PyTorch or "??").
struct StackFrame {
    StackTextId file;
    StackTextId function;
    std::int32_t line = 0;

    friend bool operator==(const StackFrame&, const StackFrame&) = default;
};

// The call stacks of a snapshot, each distinct one once. A program allocates from some thousand
// places, so that an allocation refers to its stack by 4 bytes.
class CallStacks {
public:
    [[nodiscard]] FrameId internFrame(std::string_view file, std::string_view function,
                                      std::int32_t line);
    // `frames`: innermost first; invalid for an empty stack.
    [[nodiscard]] StackId internStack(std::span<const FrameId> frames);

    std::size_t size() const { return m_begins.size(); }
    // Innermost first.
    std::span<const FrameId> frames(StackId stack) const;
    const StackFrame& frame(FrameId frame) const { return m_frames[frame.index()]; }
    // "file.py(12): function", as the profiler names frames; empty for an invalid id.
    std::string frameText(FrameId frame) const;

private:
    struct FrameHash {
        std::size_t operator()(const StackFrame& frame) const;
    };

    StringPool<StackText> m_texts;
    std::vector<StackFrame> m_frames;
    std::unordered_map<StackFrame, FrameId, FrameHash> m_frameIds;
    std::vector<FrameId> m_stackFrames;  // of all stacks
    std::vector<std::uint32_t> m_begins;
    std::vector<std::uint32_t> m_ends;
    StringPool<CallStackTag> m_stackKeys;  // the bytes of the frame ids of each stack
};

}  // namespace gaplight
