// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/trace/trace.h"

namespace gaplight {

// Where in the user's program a slice of a host thread lies: names, each invalid where there is
// none. Two slices with equal places are "the same place".
struct Place {
    StringId annotation;  // innermost user_annotation around it, other than a ProfilerStep#N
    StringId op;          // innermost cpu_op around it, or itself
    StringId python;      // innermost user frame around it, or itself: "file(line): function"

    friend constexpr auto operator<=>(const Place&, const Place&) = default;
};

// A Python frame that tells where in the user's program one is: not PyTorch's or the profiler's
// own, nor the standard library's, no built-in, no module marker ("nn.Module: ..."), no generated
// code, and not one that only passes calls on.
[[nodiscard]] bool isUserFrame(std::string_view name);

// A frame that stands between a caller and what it called: `_call_impl`, a built-in, a decorator.
[[nodiscard]] bool onlyPassesOn(std::string_view name);

// "/usr/lib/python3/dist-packages/diffusers/models/x.py(12): forward" →
// "diffusers/models/x.py(12): forward". A view into `name`.
[[nodiscard]] std::string_view shortFrame(std::string_view name);

// The innermost user frame of a "Call stack" (frames innermost first, separated by ";"), which
// operators carry where frames were not recorded as slices. Empty if there is none.
[[nodiscard]] std::string_view userFrameOf(std::string_view callStack);

// Two names that are equal in this are one function. A frame's name carries the line at which it
// was entered: of a function its first, but of a generator the one at which it goes on. So the line
// counts, other than for the generators that walk over modules.
struct FunctionKey {
    std::string_view path;  // empty for what is no Python frame
    std::string_view line;  // empty for a generator
    std::string_view function;

    friend bool operator==(const FunctionKey&, const FunctionKey&) = default;
};
[[nodiscard]] FunctionKey functionKey(std::string_view name);
struct FunctionKeyHash {
    [[nodiscard]] std::size_t operator()(const FunctionKey& key) const;
};

// Finds places; remembers for each text what it says about one. Safe from many threads.
class PlaceFinder {
public:
    // O(texts).
    explicit PlaceFinder(const Trace& trace);

    // Of a slice of a host thread, by its parents on its own track. O(depth).
    [[nodiscard]] Place placeOf(SliceId slice) const;

    [[nodiscard]] bool isUserFrame(StringId name) const { return has(name, kUserFrame); }
    [[nodiscard]] bool onlyPassesOn(StringId name) const { return has(name, kPassesOn); }
    // "ProfilerStep#12".
    [[nodiscard]] bool isStepMarker(StringId name) const { return has(name, kStepMarker); }
    // The first text with the same functionKey.
    [[nodiscard]] StringId functionOf(StringId name) const { return m_functionOf[name.index()]; }

private:
    static constexpr std::uint8_t kUserFrame = 1;
    static constexpr std::uint8_t kPassesOn = 2;
    static constexpr std::uint8_t kStepMarker = 4;

    [[nodiscard]] bool has(StringId name, std::uint8_t flag) const {
        return (m_flags[name.index()] & flag) != 0;
    }

    const Trace* m_trace;
    std::vector<std::uint8_t> m_flags;   // per text
    std::vector<StringId> m_functionOf;  // per text
};

}  // namespace gaplight
