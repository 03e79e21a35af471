// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/sqlite/page_trees.h"

#include <array>
#include <bit>
#include <span>

#include <fmt/format.h>

#include "core/base/result.h"

namespace gaplight {
namespace {

constexpr std::uint64_t kFileHeaderBytes = 100;  // before the header of page 1
// Of an inner page: its kind, number of cells at 3, last child at 8; the places of its cells
// follow.
constexpr std::size_t kPageHeaderBytes = 12;
constexpr std::size_t kReadsPerCheck = 1024;

std::uint64_t numberAt(std::span<const char> bytes, std::size_t at, std::size_t size) {
    std::uint64_t number = 0;
    for (const char byte : bytes.subspan(at, size)) {
        number = number << 8U | static_cast<unsigned char>(byte);
    }
    return number;
}

}  // namespace

PageTrees::PageTrees(const RandomAccess& bytes) : m_bytes(bytes) {
    constexpr std::uint64_t kMinPageBytes = 512;
    std::array<char, 18> begin{};
    if (bytes.readAt(0, begin).value_or(0) < begin.size()) {
        return;
    }
    const std::uint64_t said = numberAt(begin, 16, 2);
    const std::uint64_t pageBytes = said == 1 ? 65'536 : said;
    if (pageBytes >= kMinPageBytes && std::has_single_bit(pageBytes)) {
        m_pageBytes = pageBytes;
        m_isAdded.resize((bytes.size() + pageBytes - 1) / pageBytes + 1);
        m_leaves.resize(m_isAdded.size());
    }
}

Result<void> PageTrees::add(std::uint64_t root, const std::stop_token& stop) {
    if (root >= m_isAdded.size()) {
        return {};
    }
    Result<void> done = note(root);
    m_toRead.assign(1, root);
    for (std::size_t reads = 0; done && !m_toRead.empty(); ++reads) {
        if (reads % kReadsPerCheck == 0 && stop.stop_requested()) {
            return fail(ErrorCode::Cancelled, "loading was cancelled");
        }
        const std::uint64_t page = m_toRead.back();
        m_toRead.pop_back();
        done = addChildren(page);
    }
    return done;
}

Result<void> PageTrees::note(std::uint64_t page) {
    if (m_isAdded[page]) {
        return fail(ErrorCode::Corrupt,
                    fmt::format("the SQLite database cannot be read: its page {} is in two places; "
                                "export it again",
                                page));
    }
    m_isAdded[page] = true;
    return {};
}

Result<void> PageTrees::addChildren(std::uint64_t page) {
    m_page.assign(m_pageBytes, '\0');
    TRY(m_bytes.readAt((page - 1) * m_pageBytes, m_page));
    listChildren(page == 1 ? kFileHeaderBytes : 0);
    for (const std::uint64_t child : m_children) {
        if (Result<void> noted = note(child); !noted) {
            return noted;
        }
    }
    if (m_children.empty()) {
        return {};
    }
    std::array<char, 1> kind{};
    TRY(m_bytes.readAt((m_children.front() - 1) * m_pageBytes, kind));
    if (isInner(kind[0])) {
        m_toRead.insert(m_toRead.end(), m_children.begin(), m_children.end());
        return {};
    }
    for (const std::uint64_t child : m_children) {
        m_leaves[child] = true;
    }
    return {};
}

void PageTrees::listChildren(std::size_t headerAt) {
    m_children.clear();
    if (!isInner(m_page[headerAt])) {
        return;
    }
    const auto add = [&](std::size_t at) {
        const std::uint64_t child = numberAt(m_page, at, 4);
        if (child > 0 && child < m_isAdded.size()) {
            m_children.push_back(child);
        }
    };
    add(headerAt + 8);
    const std::size_t cells = numberAt(m_page, headerAt + 3, 2);
    const std::size_t places = headerAt + kPageHeaderBytes;
    for (std::size_t cell = 0; cell < cells && places + 2 * cell + 2 <= m_page.size(); ++cell) {
        // As SQLite does: no place is outside of the page.
        const std::size_t at = numberAt(m_page, places + 2 * cell, 2) & (m_pageBytes - 1);
        if (at + 4 <= m_page.size()) {
            add(at);
        }
    }
}

}  // namespace gaplight
