// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gaplight::test {

// Decisions of a generator, read from bytes: a fuzzer that changes a byte changes one decision.
// Every decision is 0 once the bytes are used up.
class ByteChoices {
public:
    explicit ByteChoices(std::span<const std::uint8_t> bytes) : m_bytes(bytes) {}

    bool atEnd() const { return m_at >= m_bytes.size(); }
    // 0 <= result < limit; two bytes where the limit is over 256.
    std::uint32_t below(std::uint32_t limit) {
        std::uint32_t value = next();
        if (limit > 256) {
            value = value << 8U | next();
        }
        return value % limit;
    }
    // True in one of `count` cases, false once the bytes are used up.
    bool oneIn(std::uint32_t count) { return below(count) == count - 1 && !atEnd(); }
    template <class T, std::size_t N>
    const T& pick(const std::array<T, N>& values) {
        return values[below(N)];
    }
    // The next `count` bytes are read `times` times more: loops of the generated program. A loop
    // inside a loop replaces it.
    void repeat(std::size_t count, std::uint32_t times) {
        m_loopBegin = m_at;
        m_loopEnd = m_at + count;
        m_times = times;
    }

private:
    std::uint32_t next() {
        if (m_times > 0 && m_at >= m_loopEnd) {
            --m_times;
            m_at = m_loopBegin;
        }
        return atEnd() ? 0 : m_bytes[m_at++];
    }

    std::span<const std::uint8_t> m_bytes;
    std::size_t m_at = 0;
    std::size_t m_loopBegin = 0;
    std::size_t m_loopEnd = 0;
    std::uint32_t m_times = 0;
};

// Bytes that look random, the same for a seed on every machine; 16 to 2,000 of them.
[[nodiscard]] inline std::vector<std::uint8_t> bytesOfSeed(std::uint64_t seed) {
    std::uint64_t state = seed;
    const auto next = [&] {  // splitmix64
        state += 0x9E3779B97F4A7C15U;
        std::uint64_t mixed = (state ^ state >> 30U) * 0xBF58476D1CE4E5B9U;
        mixed = (mixed ^ mixed >> 27U) * 0x94D049BB133111EBU;
        return mixed ^ mixed >> 31U;
    };
    constexpr std::array<std::uint64_t, 4> kLargest{40, 200, 700, 2000};
    const std::uint64_t length = next();  // before the next one, in every compiler's order
    std::vector<std::uint8_t> bytes(16 + length % kLargest[next() % kLargest.size()]);
    for (std::uint8_t& byte : bytes) {
        byte = static_cast<std::uint8_t>(next());
    }
    return bytes;
}

}  // namespace gaplight::test
