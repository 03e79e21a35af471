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

#include "core/trace/trace.h"

namespace gaplight {

// A place of the program: the annotation, operator and Python frame of the user around a slice of a
// host thread. Names only, each invalid if there is none, so that all slices made by one place have
// equal Places.
struct Place {
    // Innermost user_annotation around it, other than a ProfilerStep#N; of those that differ in
    // values only, the first (PlaceFinder::functionOf).
    StringId annotation;
    StringId op;      // innermost cpu_op around it, or itself
    StringId python;  // innermost user frame around it, or itself: "file(line): function"

    friend constexpr auto operator<=>(const Place&, const Place&) = default;
};

// A Python frame of the user's code: not of PyTorch, the profiler or the standard library, no
// built-in, module marker ("nn.Module: ...") or generated code, and not one that only forwards
// calls.
[[nodiscard]] bool isUserFrame(std::string_view name);

// How near a frame of a call stack that has C++ frames, too, is to the code that allocates.
enum class FrameRank : std::uint8_t {
    Machinery,  // the recording and the allocation themselves, dispatch, the Python interpreter
    Native,     // any other C++ frame
    Python,     // of a library
    User,
};
[[nodiscard]] FrameRank frameRank(std::string_view name);

// A frame that only forwards a call: `_call_impl`, a built-in, a decorator.
[[nodiscard]] bool onlyForwardsCall(std::string_view name);

// "/usr/lib/python3/dist-packages/diffusers/models/x.py(12): forward" →
// "diffusers/models/x.py(12): forward", and "??(0): run()" → "run()". A view into `name`.
[[nodiscard]] std::string_view shortFrame(std::string_view name);

// The innermost user frame of a "Call stack" (frames innermost first, separated by ";"), which
// operators carry where frames were not recorded as slices. Empty if there is none.
[[nodiscard]] std::string_view userFrameOf(std::string_view callStack);

// Identity of a function: names with equal keys are one function. A frame's name contains the line
// at which it was entered: the first line of a function, but the resumed line of a generator. So
// the line is part of the key except for the generators that iterate over modules.
struct FunctionKey {
    std::string_view path;  // empty if it is no Python frame
    std::string_view line;  // empty for a generator
    std::string_view function;

    friend bool operator==(const FunctionKey&, const FunctionKey&) = default;
};
[[nodiscard]] FunctionKey functionKey(std::string_view name);
// An annotation of FSDP without the number of its layer: "FSDP::all_gather (3)" →
// "FSDP::all_gather"; any other name as it is.
[[nodiscard]] std::string_view withoutLayerNumber(std::string_view name);
struct FunctionKeyHash {
    [[nodiscard]] std::size_t operator()(const FunctionKey& key) const;
};

// Finds the place of a slice; classifies every text once. Safe from many threads.
class PlaceFinder {
public:
    // `annotations`: names that differ in values only (nameFamily) are one function. O(texts +
    // annotations).
    explicit PlaceFinder(const Trace& trace, std::span<const SliceId> annotations = {});

    // The place of a slice of a host thread, from its parents on the track. O(depth).
    Place placeOf(SliceId slice) const;

    bool isUserFrame(StringId name) const { return has(name, kUserFrame); }
    bool onlyForwardsCall(StringId name) const { return has(name, kPassesOn); }
    // "ProfilerStep#12".
    bool isStepMarker(StringId name) const { return has(name, kStepMarker); }
    // The first text with the same functionKey or, of annotations, of the same family.
    StringId functionOf(StringId name) const { return m_functionOf[name.index()]; }
    // For display: of annotations that differ in values, "denoise_step_N"; any other text as it is.
    std::string_view textOf(StringId function) const {
        const auto shared = m_sharedText.find(function);
        return shared == m_sharedText.end() ? m_trace->text(function) : shared->second;
    }

private:
    static constexpr std::uint8_t kUserFrame = 1;
    static constexpr std::uint8_t kPassesOn = 2;
    static constexpr std::uint8_t kStepMarker = 4;

    void joinAnnotations(std::span<const SliceId> annotations);
    bool has(StringId name, std::uint8_t flag) const { return (m_flags[name.index()] & flag) != 0; }

    const Trace* m_trace;
    std::vector<std::uint8_t> m_flags;   // per text
    std::vector<StringId> m_functionOf;  // per text
    std::unordered_map<StringId, std::string> m_sharedText;
};

}  // namespace gaplight
