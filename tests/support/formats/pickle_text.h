// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace gaplight::test {

// Pickles by hand, protocol 4, without a memo: each function gives the opcodes of one value.

[[nodiscard]] inline std::string littleEndian(std::uint64_t value, std::size_t bytes) {
    std::string text;
    for (std::size_t at = 0; at < bytes; ++at) {
        text += static_cast<char>((value >> (8 * at)) & 0xffU);
    }
    return text;
}
[[nodiscard]] inline std::string pickled(std::string_view text) {
    return "X" + littleEndian(text.size(), 4) + std::string(text);
}
[[nodiscard]] inline std::string pickled(std::int64_t value) {
    return "\x8a\x08" + littleEndian(static_cast<std::uint64_t>(value), 8);
}
[[nodiscard]] inline std::string pickledList(std::initializer_list<std::string> items) {
    std::string text = "](";
    for (const std::string& item : items) {
        text += item;
    }
    return text + "e";
}
struct PickledPair {
    std::string_view key;
    std::string value;  // pickled
};
[[nodiscard]] inline std::string pickledDict(std::initializer_list<PickledPair> pairs) {
    std::string text = "}(";
    for (const PickledPair& pair : pairs) {
        text += pickled(pair.key) + pair.value;
    }
    return text + "u";
}
[[nodiscard]] inline std::string pickleFile(const std::string& value) {
    return "\x80\x04" + value + ".";
}

// An entry of device_traces.
[[nodiscard]] inline std::string pickledEvent(std::string_view action, std::int64_t address,
                                              std::int64_t size, std::int64_t timeUs) {
    return pickledDict({{"action", pickled(action)},
                        {"addr", pickled(address)},
                        {"size", pickled(size)},
                        {"stream", pickled(std::int64_t{0})},
                        {"time_us", pickled(timeUs)},
                        {"frames", "]"}});
}
// A whole snapshot of one GPU without segments.
[[nodiscard]] inline std::string snapshotFile(std::initializer_list<std::string> events) {
    return pickleFile(
        pickledDict({{"segments", "]"}, {"device_traces", pickledList({pickledList(events)})}}));
}

}  // namespace gaplight::test
