// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/io/byte_source.h"

namespace gaplight {

// A table is a tree of pages (sqlite.org/fileformat2.html, "B-tree Pages"): an inner page has the
// numbers of its children, a leaf has rows. SQLite does not check that a page is the child of one
// page, once. A file where it is not has rows without end:
//
//     page 2: children 3, 3, 3, ... (100 times)    page 3: children 4, 4, ...    ...    page 12
//
// is 100^10 times the rows of page 12, in 12 pages, and one count(*) that cannot be stopped.
class PageTrees {
public:
    explicit PageTrees(const RandomAccess& bytes);

    // Adds the tree below a page. Reads its inner pages, and of the children of each the first
    // bytes of one: where that is a leaf, the others are, too, or the file is damaged (leaves()).
    // Pages after the file's end are left to SQLite, which reports them. Errors: Corrupt (a page
    // is part of the trees added so far), NotReadable, Cancelled.
    [[nodiscard]] Result<void> add(std::uint64_t root, const std::stop_token& stop);

    // Bytes of a page; 0: the file is no database.
    std::uint64_t pageBytes() const { return m_pageBytes; }
    // By number of the page (page 0 does not exist): those that must be leaves, unread so far.
    const std::vector<bool>& leaves() const { return m_leaves; }
    // Whether a page that begins so is an inner page.
    [[nodiscard]] static bool isInner(char kind) { return kind == 2 || kind == 5; }

private:
    [[nodiscard]] Result<void> addChildren(std::uint64_t page);
    // The children that the page in m_page has, into m_children.
    void listChildren(std::size_t headerAt);
    [[nodiscard]] Result<void> note(std::uint64_t page);

    const RandomAccess& m_bytes;
    std::uint64_t m_pageBytes = 0;
    std::vector<bool> m_isAdded;  // by number of the page
    std::vector<bool> m_leaves;
    std::vector<std::uint64_t> m_toRead;
    std::vector<std::uint64_t> m_children;
    std::string m_page;
};

}  // namespace gaplight
