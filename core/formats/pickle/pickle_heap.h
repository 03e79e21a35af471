// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/string_pool.h"
#include "core/formats/pickle/chunked_column.h"

namespace gaplight {

// A value of a pickle in 8 bytes: 4 bits of kind, 60 bits of payload.
class PickleValue {
public:
    enum class Kind : std::uint8_t {
        None,
        Bool,
        Int,       // -2^59 .. 2^59 - 1
        LargeInt,  // any other integer; its value is not kept
        Other,     // bytes and floating-point numbers; their values are not kept
        Text,      // index into PickleHeap::text()
        List,      // also a tuple or a set; index of the list
        Dict,      // index of the dict
    };

    constexpr PickleValue() = default;
    constexpr PickleValue(Kind kind, std::int64_t payload)
        : m_bits((static_cast<std::uint64_t>(payload) << kKindBits) |
                 static_cast<std::uint64_t>(kind)) {}
    // Int, or LargeInt where it does not fit.
    [[nodiscard]] static constexpr PickleValue integer(std::int64_t value) {
        constexpr std::int64_t kLimit = std::int64_t{1} << 59U;
        return value >= -kLimit && value < kLimit ? PickleValue(Kind::Int, value)
                                                  : PickleValue(Kind::LargeInt, 0);
    }

    constexpr Kind kind() const { return static_cast<Kind>(m_bits & kKindMask); }
    constexpr std::int64_t payload() const {
        return static_cast<std::int64_t>(m_bits) >> kKindBits;
    }
    constexpr std::size_t index() const { return static_cast<std::size_t>(m_bits >> kKindBits); }
    constexpr bool is(Kind kind) const { return this->kind() == kind; }

    friend constexpr bool operator==(PickleValue, PickleValue) = default;

private:
    static constexpr unsigned kKindBits = 4;
    static constexpr std::uint64_t kKindMask = 15;

    std::uint64_t m_bits = 0;  // None
};

// A kind of dict that is kept as one row of a table. A dict has this shape as soon as it has the
// key `sign`; keys without a column are dropped. Two keys may share a column.
struct PickleShape {
    struct Column {
        std::string_view key;
        std::uint8_t column = 0;
    };
    std::string_view sign;
    std::uint8_t columns = 0;
    std::span<const Column> keys;
};

// A row of a shape's table.
struct PickleRow {
    std::size_t shape = 0;  // into the shapes
    std::size_t row = 0;
};

struct PickleText;
using PickleTextId = Id<PickleText>;

// All objects of a pickle. A dict whose keys follow a shape costs 8 bytes for each column and 8 for
// its identity, a list 8 bytes for each item and 24 more, whatever the order in which a program
// created and filled them; a general object tree costs some ten times as much.
class PickleHeap {
public:
    // `shapes` (at most 255) and `supply` must outlive the heap.
    PickleHeap(std::span<const PickleShape> shapes, ChunkSupply& supply);

    [[nodiscard]] PickleValue addText(std::string_view text);
    [[nodiscard]] PickleValue addList();
    [[nodiscard]] PickleValue addDict();
    // Appends to a list.
    void append(PickleValue list, std::span<const PickleValue> items);
    // Sets pairs of key and value; `pairs` has an even size. Of equal keys the last one counts.
    void setItems(PickleValue dict, std::span<const PickleValue> pairs);

    // Empty for a value of another kind.
    std::string_view text(PickleValue value) const;
    // The row of a dict that has a shape.
    std::optional<PickleRow> rowOf(PickleValue dict) const;
    // A cell; None where the dict did not have the key.
    PickleValue cell(PickleRow row, std::size_t column) const;
    // The value of a key of a dict without a shape; None where there is none. O(its size).
    PickleValue find(PickleValue dict, std::string_view key) const;

    std::size_t listLength(PickleValue list) const;
    // Calls `visit(item)` for each item of a list in order.
    template <class Visit>
    void forEachItem(PickleValue list, Visit&& visit) const {
        if (!list.is(PickleValue::Kind::List)) {
            return;
        }
        for (std::uint32_t at = m_lists[list.index()].first; at != kNone; at = m_extents[at].next) {
            const Extent extent = m_extents[at];
            for (std::uint32_t item = 0; item < extent.count; ++item) {
                visit(m_items[extent.begin + item]);
            }
        }
    }

    std::size_t lists() const { return m_lists.size(); }
    std::size_t memoryBytes() const;
    // Whether a table comes near the 2^32 objects that it can hold.
    bool isFull() const;

private:
    static constexpr std::uint32_t kNone = 0xffff'ffffU;
    static constexpr std::uint8_t kNoColumn = 0xff;

    // Consecutive items of a list.
    struct Extent {
        std::uint64_t begin = 0;  // into m_items
        std::uint32_t count = 0;
        std::uint32_t next = kNone;
    };
    struct List {
        std::uint32_t first = kNone;  // into m_extents
        std::uint32_t last = kNone;
    };
    // A dict. One with the keys of a shape is a row of that shape's columns; any other is a list of
    // its keys and values.
    struct DictState {
        std::uint32_t shape = kNone;
        std::uint32_t at = kNone;  // row of the shape, or list (kNone: it is empty)
    };
    // Each key's column in each shape; keys of shapes are the first texts of the pool.
    std::uint8_t columnOf(std::size_t shape, PickleValue key) const;
    // The shape that the keys of some pairs show.
    std::optional<std::size_t> shapeShownBy(std::span<const PickleValue> pairs) const;
    void setRowItems(DictState state, std::span<const PickleValue> pairs);
    // Gives the dict a row with the pairs that it holds.
    void makeRow(DictState& state, std::size_t shape);

    std::span<const PickleShape> m_shapes;
    std::size_t m_shapeKeys = 0;                      // texts that are keys of shapes
    std::vector<std::uint8_t> m_columnOf;             // [shape * m_shapeKeys + text]
    std::vector<std::uint8_t> m_shapeOfSign;          // [text]: shape, or kNoColumn
    std::vector<ChunkedColumn<PickleValue>> m_cells;  // per shape: row-major
    std::vector<std::uint32_t> m_rows;                // per shape
    StringPool<PickleText> m_texts;
    ChunkedColumn<PickleValue> m_items;
    ChunkedColumn<Extent> m_extents;
    ChunkedColumn<List> m_lists;
    ChunkedColumn<DictState> m_dicts;
};

}  // namespace gaplight
