// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pickle/pickle_value_reader.h"

#include <algorithm>

namespace gaplight {
namespace {

constexpr ReadPickleValue kEnded{};
constexpr ReadPickleValue kNegativeLength{std::nullopt, "a negative length"};

ReadPickleValue valueOf(PickleValue::Kind kind, std::int64_t payload) {
    return {PickleValue(kind, payload)};
}

}  // namespace

ReadPickleValue PickleValueReader::readNumber(PickleOp op) {
    using Kind = PickleValue::Kind;
    const auto integer = [](const auto& value) {
        return value ? ReadPickleValue{PickleValue::integer(*value)} : kEnded;
    };
    switch (op) {
        case PickleOp::BinInt:
            return integer(m_bytes.integer<std::int32_t>());
        case PickleOp::BinInt1:
            return integer(m_bytes.byte());
        case PickleOp::BinInt2:
            return integer(m_bytes.integer<std::uint16_t>());
        case PickleOp::Long1: {
            const auto length = m_bytes.byte();
            return length ? readLong(*length) : kEnded;
        }
        case PickleOp::Long4: {
            const auto length = m_bytes.integer<std::int32_t>();
            return !length       ? kEnded
                   : *length < 0 ? kNegativeLength
                                 : readLong(static_cast<std::uint64_t>(*length));
        }
        case PickleOp::BinFloat:
            return m_bytes.take(sizeof(double)) ? valueOf(Kind::Other, 0) : kEnded;
        case PickleOp::NewTrue:
            return valueOf(Kind::Bool, 1);
        case PickleOp::NewFalse:
            return valueOf(Kind::Bool, 0);
        default:
            return {PickleValue{}};
    }
}

// A two's complement number, little endian.
ReadPickleValue PickleValueReader::readLong(std::uint64_t bytes) {
    if (bytes > sizeof(std::int64_t)) {
        return m_bytes.skip(bytes) ? valueOf(PickleValue::Kind::LargeInt, 0) : kEnded;
    }
    const auto digits = m_bytes.take(bytes);
    if (!digits) {
        return kEnded;
    }
    const bool isNegative = !digits->empty() && (digits->back() & 0x80) != 0;
    std::uint64_t value = isNegative ? ~std::uint64_t{0} : 0;
    for (std::size_t at = digits->size(); at-- > 0;) {
        value = (value << 8U) | static_cast<std::uint8_t>((*digits)[at]);
    }
    return {PickleValue::integer(static_cast<std::int64_t>(value))};
}

ReadPickleValue PickleValueReader::readText(PickleOp op) {
    const auto withLength = [](const auto& length, auto&& use) {
        return length ? use(static_cast<std::uint64_t>(*length)) : kEnded;
    };
    const auto kept = [&](std::uint64_t length) { return keepText(length); };
    const auto skipped = [&](std::uint64_t length) { return skipBytes(length); };
    switch (op) {
        case PickleOp::ShortBinUnicode:
        case PickleOp::ShortBinString:
            return withLength(m_bytes.byte(), kept);
        case PickleOp::BinUnicode:
            return withLength(m_bytes.integer<std::uint32_t>(), kept);
        case PickleOp::BinUnicode8:
            return withLength(m_bytes.integer<std::uint64_t>(), kept);
        case PickleOp::BinString: {
            const auto length = m_bytes.integer<std::int32_t>();
            return length && *length < 0 ? kNegativeLength : withLength(length, kept);
        }
        case PickleOp::ShortBinBytes:
            return withLength(m_bytes.byte(), skipped);
        case PickleOp::BinBytes:
            return withLength(m_bytes.integer<std::uint32_t>(), skipped);
        default:
            return withLength(m_bytes.integer<std::uint64_t>(), skipped);
    }
}

ReadPickleValue PickleValueReader::keepText(std::uint64_t bytes) {
    const std::size_t kept = std::min<std::uint64_t>(bytes, PickleBytes::kMaxView);
    const auto text = m_bytes.take(kept);
    if (!text) {
        return kEnded;
    }
    const PickleValue value = m_heap.addText(*text);
    return m_bytes.skip(bytes - kept) ? ReadPickleValue{value} : kEnded;
}

ReadPickleValue PickleValueReader::skipBytes(std::uint64_t bytes) {
    return m_bytes.skip(bytes) ? valueOf(PickleValue::Kind::Other, 0) : kEnded;
}

}  // namespace gaplight
