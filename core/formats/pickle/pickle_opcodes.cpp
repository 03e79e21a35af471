// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pickle/pickle_opcodes.h"

#include <algorithm>
#include <array>

namespace gaplight {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 20U;

}  // namespace

PickleBytes::PickleBytes(std::string head, ByteSource& source)
    : m_source(source), m_buffer(kBufferBytes) {
    m_end = std::min(head.size(), m_buffer.size());
    std::copy_n(head.begin(), m_end, m_buffer.begin());
}

bool PickleBytes::refill(std::size_t needed) {
    std::memmove(m_buffer.data(), m_buffer.data() + m_begin, m_end - m_begin);
    m_before += m_begin;
    m_end -= m_begin;
    m_begin = 0;
    while (m_end < needed && !m_isEnded) {
        const Result<std::size_t> got =
            m_source.readNext({m_buffer.data() + m_end, m_buffer.size() - m_end});
        if (!got) {
            m_error = got.error();
        }
        m_isEnded = !got || *got == 0;
        m_end += got.value_or(0);
    }
    return m_end >= needed;
}

bool PickleBytes::skip(std::uint64_t count) {
    while (count > 0) {
        const std::size_t part = std::min<std::uint64_t>(count, kMaxView);
        if (!take(part)) {
            return false;
        }
        count -= part;
    }
    return true;
}

namespace {

struct RefusedOpcode {
    std::uint8_t opcode;
    std::string_view name;
};

constexpr std::array kRefused{
    RefusedOpcode{'c', "GLOBAL"},
    RefusedOpcode{0x93, "STACK_GLOBAL"},
    RefusedOpcode{'R', "REDUCE"},
    RefusedOpcode{'b', "BUILD"},
    RefusedOpcode{'i', "INST"},
    RefusedOpcode{'o', "OBJ"},
    RefusedOpcode{0x81, "NEWOBJ"},
    RefusedOpcode{0x92, "NEWOBJ_EX"},
    RefusedOpcode{0x82, "EXT1"},
    RefusedOpcode{0x83, "EXT2"},
    RefusedOpcode{0x84, "EXT4"},
    RefusedOpcode{'P', "PERSID"},
    RefusedOpcode{'Q', "BINPERSID"},
    RefusedOpcode{0x97, "NEXT_BUFFER"},
    RefusedOpcode{0x98, "READONLY_BUFFER"},
    RefusedOpcode{'I', "INT"},
    RefusedOpcode{'L', "LONG"},
    RefusedOpcode{'F', "FLOAT"},
    RefusedOpcode{'S', "STRING"},
    RefusedOpcode{'V', "UNICODE"},
    RefusedOpcode{'p', "PUT"},
    RefusedOpcode{'g', "GET"},
};

}  // namespace

std::string_view refusedOpcodeName(std::uint8_t opcode) {
    const auto at = std::find_if(kRefused.begin(), kRefused.end(),
                                 [&](const RefusedOpcode& one) { return one.opcode == opcode; });
    return at == kRefused.end() ? std::string_view{} : at->name;
}

}  // namespace gaplight
