// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/remote/resumed_stream.h"

#include <algorithm>
#include <charconv>
#include <span>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/text_hash.h"

namespace gaplight {
namespace {

constexpr std::size_t kHashBlock = std::size_t{64} << 10U;

template <class Number>
bool readNumber(std::string_view text, Number& number, int base) {
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number, base);
    return error == std::errc{} && stop == end && !text.empty();
}

}  // namespace

std::string resumeText(const ResumePoint& point) {
    return fmt::format("{}:{:x}", point.bytes, point.hash);
}

std::optional<ResumePoint> resumePointFrom(std::string_view text) {
    constexpr int kDecimal = 10;
    constexpr int kHexadecimal = 16;
    const std::size_t colon = text.find(':');
    ResumePoint point;
    const bool isPoint = colon != std::string_view::npos &&
                         readNumber(text.substr(0, colon), point.bytes, kDecimal) &&
                         readNumber(text.substr(colon + 1), point.hash, kHexadecimal);
    return isPoint ? std::optional(point) : std::nullopt;
}

void StreamHash::add(std::string_view bytes) {
    while (!bytes.empty()) {
        const std::string_view part = bytes.substr(0, kHashBlock - m_block.size());
        bytes.remove_prefix(part.size());
        m_block.append(part);
        if (m_block.size() == kHashBlock) {
            m_hash = hashText(m_block, m_hash);
            m_block.clear();
        }
    }
}

std::uint64_t StreamHash::value() const {
    return hashText(m_block, m_hash);
}

Result<ResumePoint> resumePointOf(const InflatedBytes& received) {
    std::vector<char> block(kHashBlock);
    StreamHash hash;
    for (std::uint64_t at = 0; at < received.size();) {
        const Result<std::size_t> got = received.readAt(at, block);
        if (!got || *got == 0) {
            return got ? fail(ErrorCode::NotReadable, "cannot read what was received")
                       : Result<ResumePoint>(tl::unexpected(got.error()));
        }
        hash.add({block.data(), *got});
        at += *got;
    }
    return ResumePoint{received.size(), hash.value()};
}

ResumedStream::ResumedStream(ResumePoint from, Write write, std::function<void()> onResumed)
    : m_from(from),
      m_write(std::move(write)),
      m_onResumed(std::move(onResumed)),
      m_left(from.bytes) {}

Result<void> ResumedStream::reach() {
    if (m_hash.value() != m_from.hash) {
        return fail(ErrorCode::NotReadable,
                    "the trace changed since the connection broke; open it again");
    }
    m_onResumed();
    return {};
}

Result<void> ResumedStream::take(std::string_view bytes) {
    if (m_left > 0) {
        const std::string_view known = bytes.substr(
            0, static_cast<std::size_t>(std::min<std::uint64_t>(m_left, bytes.size())));
        m_hash.add(known);
        m_left -= known.size();
        bytes.remove_prefix(known.size());
        if (m_left > 0) {
            return {};
        }
        if (const Result<void> reached = reach(); !reached) {
            return reached;
        }
    }
    return bytes.empty() ? Result<void>() : m_write(bytes);
}

}  // namespace gaplight
