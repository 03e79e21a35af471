// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

namespace gaplight {

// Numbers (8 bytes each, little-endian) and texts (length, bytes) one after the other.
class ByteWriter {
public:
    void number(std::uint64_t value) {
        m_bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    void text(std::string_view text) {
        number(text.size());
        m_bytes.append(text);
    }
    const std::string& bytes() const { return m_bytes; }
    [[nodiscard]] std::string take() { return std::move(m_bytes); }

private:
    std::string m_bytes;
};

// Reads what a ByteWriter wrote. Behind the end, numbers are 0 and texts empty, and isGood() turns
// false.
class ByteReader {
public:
    explicit ByteReader(std::string_view bytes) : m_rest(bytes) {}

    std::uint64_t number() {
        std::uint64_t value = 0;
        if (m_rest.size() < sizeof value) {
            m_isGood = false;
            m_rest = {};
            return 0;
        }
        std::memcpy(&value, m_rest.data(), sizeof value);
        m_rest.remove_prefix(sizeof value);
        return value;
    }
    std::string_view text() {
        const std::uint64_t size = number();
        if (size > m_rest.size()) {
            m_isGood = false;
            m_rest = {};
            return {};
        }
        const std::string_view found = m_rest.substr(0, size);
        m_rest.remove_prefix(size);
        return found;
    }
    // A number of entries that follow, each of at least `bytes`; 0 where so many do not fit.
    std::uint64_t count(std::uint64_t bytes) {
        const std::uint64_t value = number();
        if (value > m_rest.size() / bytes) {
            m_isGood = false;
            m_rest = {};
            return 0;
        }
        return value;
    }
    bool isGood() const { return m_isGood; }
    bool atEnd() const { return m_rest.empty(); }

private:
    std::string_view m_rest;
    bool m_isGood = true;
};

}  // namespace gaplight
