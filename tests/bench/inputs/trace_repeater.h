// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace gaplight::bench {

// Makes a long trace of a real one: its events again and again, each copy later by the length of
// the trace, with correlation, flow, External and Python ids of its own, so that launches, arrows
// and stacks stay within their copy. Metadata (ph M) comes once.
//
// Knows the layout that Kineto writes: each event's object opens on a line "  {".
class TraceRepeater {
public:
    struct Written {
        std::uint64_t bytes = 0;
        std::uint64_t copies = 0;
        std::uint64_t events = 0;
    };

    // Reads a plain, gzip or zstd trace into memory. Errors: those of openByteSource; NotATrace.
    [[nodiscard]] static Result<TraceRepeater> read(const std::string& path);

    // Writes whole copies until there are at least `minBytes`. Errors: WriteFailed.
    [[nodiscard]] Result<Written> write(const std::string& path, std::uint64_t minBytes) const;

private:
    // What a number in the text counts; ids of one kind shift together.
    enum class Kind : std::uint8_t { Time, Correlation, External, Python, Count_ };
    static constexpr std::size_t kKinds = static_cast<std::size_t>(Kind::Count_);
    struct Number {
        std::size_t at = 0;
        std::size_t length = 0;
        Kind kind = Kind::Time;
        std::int64_t value = 0;  // ns for times
    };
    struct Events {
        std::string text;  // objects, each followed by ",\n"
        std::uint64_t count = 0;
        std::vector<Number> numbers;
    };

    TraceRepeater() = default;
    void addEvent(const std::string& event);
    void findNumbers(const std::string& event, Events& into);
    void appendCopy(std::int64_t copy, std::string& out) const;

    std::string m_head;  // up to and with the '[' of traceEvents
    std::string m_tail;  // from its ']' on
    Events m_metadata;
    Events m_repeated;
    std::int64_t m_begin = 0;  // ns
    std::int64_t m_end = 0;
    std::array<std::int64_t, kKinds> m_largest{};
};

}  // namespace gaplight::bench
