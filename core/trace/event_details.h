// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/trace/ids.h"

namespace gaplight {

// One line of an event's details. `path`: the key; for a member of an object among the details,
// "object key / member key" (one level: deeper objects and arrays are one value). `value`: text for
// display: strings without quotes and escapes, numbers as the source spells them, nested values as
// JSON.
struct Arg {
    std::string path;
    std::string value;
    friend bool operator==(const Arg&, const Arg&) = default;
};

// Fields of single events that analysis and rules read, independent of their names in a format.
enum class DetailField : std::uint8_t {
    CallStack,   // frames, innermost first, separated by ";": "model.py(12): forward;..."
    InputDims,   // shapes of an operator's inputs as JSON: "[[4096, 50], [50, 64], []]"
    InputTypes,  // element types of an operator's inputs as JSON: "[\"c10::Half\", \"float\"]"
    // All that was recorded of an operator's inputs: their shapes, element types, strides, and the
    // values of those that are no tensors, each as JSON: "[[8, 4], []];["float", "Scalar"];[[4, 1],
    // []];["", "2"]". Nothing between two semicolons: not recorded. No semicolon occurs in the
    // first three.
    OperatorInputs,
    // What a collective moves, as it is recorded: its name, elements in, elements out, their type,
    // number of ranks, and the ranks: "allreduce;1048576;1048576;Float;4;[0, 1, 2, 3]". Nothing
    // between two semicolons: not recorded.
    CollectiveMessage,
    LaunchedKernel,  // the kernel that a launch call names: "gemm<float>(float*)"
};

// The sets of arg keys of some events. Sets are numbered in the order of their first occurrence.
struct KeySetPart {
    std::size_t first = 0;                // these are events[first], events[first + 1], ...
    std::span<const std::uint16_t> sets;  // by event: into `keys`; 0 for an event without args
    // The keys of each set so far, in the source's order; keys[0] is empty.
    std::span<const std::vector<std::string>> keys;
};
using KeySetSink = std::function<void(const KeySetPart&)>;

// Args and text of single events, read from the source on demand; a trace keeps only columns needed
// for all events. Every format implements it. Immutable; safe from any thread; outlives the source
// it was opened from. Errors of all: NotReadable (the file was changed or removed since).
class EventDetails {
public:
    static constexpr std::size_t kMaxKeySets = 65'535;

    virtual ~EventDetails() = default;

    // The args of the event in the source's order; empty if it has none. Reads one event.
    [[nodiscard]] virtual Result<std::vector<Arg>> args(EventId event) const = 0;

    // The event's text in the source. Default: BadArgument (the format has no text).
    [[nodiscard]] virtual Result<std::string> raw(EventId event) const;

    // One value in the form that DetailField gives; empty where the event or the format has none.
    // Default: none.
    [[nodiscard]] virtual Result<std::string> field(EventId event, DetailField field) const;

    // Calls `sink` with the keys of `events` (ascending), from the calling thread, in parts that
    // follow each other; the first soon. Keys are those of the outermost level of args. Events
    // that cannot be read have none; sets after kMaxKeySets count as none. Default: args() of
    // every event; override it where the source gives keys at less cost. Errors: Cancelled.
    [[nodiscard]] virtual Result<void> forEachKeySet(std::span<const EventId> events,
                                                     const std::stop_token& stop,
                                                     const KeySetSink& sink) const;
};

// Numbers distinct sets of keys by their first occurrence, for forEachKeySet(). 0 is the empty set,
// and every set after EventDetails::kMaxKeySets.
class KeySetNumbers {
public:
    std::uint16_t numberOf(std::vector<std::string> keys);
    // By number.
    std::span<const std::vector<std::string>> keys() const { return m_keys; }

private:
    std::vector<std::vector<std::string>> m_keys{{}};
    std::map<std::vector<std::string>, std::uint16_t> m_numbers{{{}, std::uint16_t{0}}};
};

}  // namespace gaplight
