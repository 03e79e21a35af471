// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/pack/integer_block.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

namespace gaplight {
namespace {

constexpr unsigned kFromBefore = 0x80;

// 0, -1, 1, -2, ... as 0, 1, 2, 3, ...
std::uint64_t unsignedOf(std::uint64_t difference) {
    return (difference << 1U) ^ (std::uint64_t{0} - (difference >> 63U));
}
std::uint64_t differenceOf(std::uint64_t number) {
    return (number >> 1U) ^ (std::uint64_t{0} - (number & 1U));
}

// Bytes that the largest number needs, and bits that all need together.
struct Cost {
    std::uint64_t any = 0;
    std::uint64_t bits = 0;

    void add(std::uint64_t number) {
        any |= number;
        bits += static_cast<std::uint64_t>(std::bit_width(number));
    }
    [[nodiscard]] std::size_t bytes() const {
        return (static_cast<std::size_t>(std::bit_width(any)) + 7) / 8;
    }
};

// `Width` bytes of each number, of which all lowest come first.
template <std::size_t Width>
void joinBytes(const unsigned char* bytes, std::span<std::uint64_t> numbers) {
    const std::size_t count = numbers.size();
    for (std::size_t at = 0; at < count; ++at) {
        std::uint64_t number = 0;
        for (std::size_t byte = 0; byte < Width; ++byte) {
            number |= static_cast<std::uint64_t>(bytes[byte * count + at]) << (8 * byte);
        }
        numbers[at] = number;
    }
}

void joinBytes(std::size_t width, const unsigned char* bytes, std::span<std::uint64_t> numbers) {
    switch (width) {
        case 0:
            return joinBytes<0>(bytes, numbers);
        case 1:
            return joinBytes<1>(bytes, numbers);
        case 2:
            return joinBytes<2>(bytes, numbers);
        case 3:
            return joinBytes<3>(bytes, numbers);
        case 4:
            return joinBytes<4>(bytes, numbers);
        case 5:
            return joinBytes<5>(bytes, numbers);
        case 6:
            return joinBytes<6>(bytes, numbers);
        case 7:
            return joinBytes<7>(bytes, numbers);
        default:
            return joinBytes<8>(bytes, numbers);
    }
}

}  // namespace

void encodeIntegers(std::span<const std::uint64_t> values, std::string& into) {
    const std::uint64_t smallest = *std::min_element(values.begin(), values.end());
    Cost fromSmallest;
    Cost fromBefore;
    for (std::size_t at = 0; at < values.size(); ++at) {
        fromSmallest.add(values[at] - smallest);
        fromBefore.add(at == 0 ? 0 : unsignedOf(values[at] - values[at - 1]));
    }
    const bool isFromBefore = fromBefore.bits < fromSmallest.bits;
    const std::size_t width = isFromBefore ? fromBefore.bytes() : fromSmallest.bytes();
    const std::uint64_t base = isFromBefore ? values.front() : smallest;
    into.push_back(static_cast<char>(width | (isFromBefore ? kFromBefore : 0)));
    into.append(reinterpret_cast<const char*>(&base), sizeof base);
    const std::size_t begin = into.size();
    into.resize(begin + width * values.size());
    for (std::size_t at = 0; at < values.size(); ++at) {
        const std::uint64_t number = !isFromBefore ? values[at] - smallest
                                     : at == 0     ? 0
                                                   : unsignedOf(values[at] - values[at - 1]);
        for (std::size_t byte = 0; byte < width; ++byte) {
            into[begin + byte * values.size() + at] = static_cast<char>(number >> (8 * byte));
        }
    }
}

bool decodeIntegers(std::string_view block, std::span<std::uint64_t> values) {
    if (block.size() < kIntegerBlockHead) {
        return false;
    }
    const unsigned form = static_cast<unsigned char>(block.front());
    const std::size_t width = form & ~kFromBefore;
    if (width > 8 || block.size() != kIntegerBlockHead + width * values.size()) {
        return false;
    }
    std::uint64_t base = 0;
    std::memcpy(&base, block.data() + 1, sizeof base);
    joinBytes(width, reinterpret_cast<const unsigned char*>(block.data()) + kIntegerBlockHead,
              values);
    if ((form & kFromBefore) == 0) {
        for (std::uint64_t& value : values) {
            value += base;
        }
        return true;
    }
    for (std::uint64_t& value : values) {
        base += differenceOf(value);
        value = base;
    }
    return true;
}

}  // namespace gaplight
