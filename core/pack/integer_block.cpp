// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/pack/integer_block.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

#include <emmintrin.h>
#include <zstd.h>

#if defined(__SSE2__)
#endif

namespace gaplight {
namespace {

tl::unexpected<Error> noMemory() {
    return fail(ErrorCode::TooLarge, "there is not enough memory for zstd");
}

struct FreeInflater {
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

}  // namespace

FrameCompressor::FrameCompressor(int level) : m_context(ZSTD_createCCtx()) {
    if (m_context == nullptr) {
        return;
    }
    ZSTD_CCtx_setParameter(m_context, ZSTD_c_compressionLevel, level);
    ZSTD_CCtx_setParameter(m_context, ZSTD_c_checksumFlag, 1);
}

FrameCompressor::~FrameCompressor() {
    ZSTD_freeCCtx(m_context);
}

Result<void> FrameCompressor::compress(std::string_view raw, std::string& into) {
    if (m_context == nullptr) {
        return noMemory();
    }
    const std::size_t before = into.size();
    into.resize(before + ZSTD_compressBound(raw.size()));
    const std::size_t written = ZSTD_compress2(m_context, into.data() + before,
                                               into.size() - before, raw.data(), raw.size());
    if (ZSTD_isError(written) != 0) {  // of all causes, only memory is possible
        return noMemory();
    }
    into.resize(before + written);
    return {};
}

Result<void> inflateFrame(std::string_view frame, std::span<char> raw) {
    thread_local std::unique_ptr<ZSTD_DCtx, FreeInflater> context;
    if (context == nullptr) {  // or there was no memory for it before
        context.reset(ZSTD_createDCtx());
    }
    if (context == nullptr) {
        return noMemory();
    }
    const std::size_t inflated =
        ZSTD_decompressDCtx(context.get(), raw.data(), raw.size(), frame.data(), frame.size());
    if (ZSTD_isError(inflated) != 0 || inflated != raw.size()) {
        return fail(ErrorCode::Corrupt, "a block is damaged");
    }
    return {};
}

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
    std::size_t bytes() const { return (static_cast<std::size_t>(std::bit_width(any)) + 7) / 8; }
};

#if defined(__SSE2__)
constexpr std::size_t kAtOnce = 16;  // numbers

// Sixteen numbers of `Width` bytes, of which those of one place are `stride` apart: bytes are
// joined to pairs, these to fours, these to eights.
template <std::size_t Width>
void joinSixteen(const unsigned char* bytes, std::size_t stride, std::uint64_t* numbers) {
    const auto place = [&](std::size_t byte) {
        return byte < Width
                   ? _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes + byte * stride))
                   : _mm_setzero_si128();
    };
    auto* to = reinterpret_cast<__m128i*>(numbers);
    const auto store = [&to](__m128i low, __m128i high) {
        _mm_storeu_si128(to++, _mm_unpacklo_epi32(low, high));
        _mm_storeu_si128(to++, _mm_unpackhi_epi32(low, high));
    };
    const auto storeEight = [&](__m128i first, __m128i second, __m128i third, __m128i last) {
        store(_mm_unpacklo_epi16(first, second), _mm_unpacklo_epi16(third, last));
        store(_mm_unpackhi_epi16(first, second), _mm_unpackhi_epi16(third, last));
    };
    storeEight(_mm_unpacklo_epi8(place(0), place(1)), _mm_unpacklo_epi8(place(2), place(3)),
               _mm_unpacklo_epi8(place(4), place(5)), _mm_unpacklo_epi8(place(6), place(7)));
    storeEight(_mm_unpackhi_epi8(place(0), place(1)), _mm_unpackhi_epi8(place(2), place(3)),
               _mm_unpackhi_epi8(place(4), place(5)), _mm_unpackhi_epi8(place(6), place(7)));
}
#endif

// `Width` bytes of each number, of which all lowest come first.
template <std::size_t Width>
void joinBytes(const unsigned char* bytes, std::span<std::uint64_t> numbers) {
    const std::size_t count = numbers.size();
    std::size_t at = 0;
#if defined(__SSE2__)
    for (; at + kAtOnce <= count; at += kAtOnce) {
        joinSixteen<Width>(bytes + at, count, numbers.data() + at);
    }
#endif
    for (; at < count; ++at) {
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
