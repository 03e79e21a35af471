// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pickle/pickle_heap.h"

#include <algorithm>

namespace gaplight {

PickleHeap::PickleHeap(std::span<const PickleShape> shapes, ChunkSupply& supply)
    : m_shapes(shapes),
      m_rows(shapes.size()),
      m_items(supply),
      m_extents(supply),
      m_lists(supply),
      m_dicts(supply) {
    for (std::size_t at = 0; at < shapes.size(); ++at) {
        m_cells.emplace_back(supply);
    }
    for (const PickleShape& shape : shapes) {
        (void)m_texts.intern(shape.sign);
        for (const PickleShape::Column& key : shape.keys) {
            (void)m_texts.intern(key.key);
        }
    }
    m_shapeKeys = m_texts.size();
    m_columnOf.assign(shapes.size() * m_shapeKeys, kNoColumn);
    m_shapeOfSign.assign(m_shapeKeys, kNoColumn);
    for (std::size_t at = 0; at < shapes.size(); ++at) {
        m_shapeOfSign[m_texts.intern(shapes[at].sign).index()] = static_cast<std::uint8_t>(at);
        for (const PickleShape::Column& key : shapes[at].keys) {
            m_columnOf[at * m_shapeKeys + m_texts.intern(key.key).index()] = key.column;
        }
    }
}

PickleValue PickleHeap::addText(std::string_view text) {
    return {PickleValue::Kind::Text, static_cast<std::int64_t>(m_texts.intern(text).index())};
}

PickleValue PickleHeap::addList() {
    m_lists.push_back({});
    return {PickleValue::Kind::List, static_cast<std::int64_t>(m_lists.size() - 1)};
}

PickleValue PickleHeap::addDict() {
    m_dicts.push_back({});
    return {PickleValue::Kind::Dict, static_cast<std::int64_t>(m_dicts.size() - 1)};
}

void PickleHeap::append(PickleValue list, std::span<const PickleValue> items) {
    if (items.empty()) {
        return;
    }
    const std::uint64_t begin = m_items.size();
    for (const PickleValue item : items) {
        m_items.push_back(item);
    }
    const auto count = static_cast<std::uint32_t>(items.size());
    List& owner = m_lists[list.index()];
    if (owner.last != kNone) {
        Extent& last = m_extents[owner.last];
        if (last.begin + last.count == begin && last.count <= kNone - count) {
            last.count += count;
            return;
        }
    }
    const auto added = static_cast<std::uint32_t>(m_extents.size());
    m_extents.push_back({begin, count, kNone});
    if (owner.last == kNone) {
        owner.first = added;
    } else {
        m_extents[owner.last].next = added;
    }
    owner.last = added;
}

std::uint8_t PickleHeap::columnOf(std::size_t shape, PickleValue key) const {
    return key.is(PickleValue::Kind::Text) && key.index() < m_shapeKeys
               ? m_columnOf[shape * m_shapeKeys + key.index()]
               : kNoColumn;
}

std::optional<std::size_t> PickleHeap::shapeShownBy(std::span<const PickleValue> pairs) const {
    for (std::size_t at = 0; at + 1 < pairs.size(); at += 2) {
        const PickleValue key = pairs[at];
        if (key.is(PickleValue::Kind::Text) && key.index() < m_shapeKeys &&
            m_shapeOfSign[key.index()] != kNoColumn) {
            return m_shapeOfSign[key.index()];
        }
    }
    return std::nullopt;
}

void PickleHeap::setRowItems(DictState state, std::span<const PickleValue> pairs) {
    const std::size_t columns = m_shapes[state.shape].columns;
    for (std::size_t at = 0; at + 1 < pairs.size(); at += 2) {
        const std::uint8_t column = columnOf(state.shape, pairs[at]);
        if (column != kNoColumn) {
            m_cells[state.shape][state.at * columns + column] = pairs[at + 1];
        }
    }
}

void PickleHeap::makeRow(DictState& state, std::size_t shape) {
    const DictState before = state;
    state = {static_cast<std::uint32_t>(shape), m_rows[shape]++};
    for (std::size_t column = 0; column < m_shapes[shape].columns; ++column) {
        m_cells[shape].push_back({});
    }
    if (before.at != kNone) {
        std::vector<PickleValue> pairs;
        forEachItem({PickleValue::Kind::List, before.at},
                    [&](PickleValue item) { pairs.push_back(item); });
        setRowItems(state, pairs);
    }
}

void PickleHeap::setItems(PickleValue dict, std::span<const PickleValue> pairs) {
    DictState& state = m_dicts[dict.index()];
    if (state.shape == kNone) {
        if (const auto shape = shapeShownBy(pairs)) {
            makeRow(state, *shape);
        }
    }
    if (state.shape != kNone) {
        setRowItems(state, pairs);
        return;
    }
    if (state.at == kNone) {
        state.at = static_cast<std::uint32_t>(addList().index());
    }
    append({PickleValue::Kind::List, state.at}, pairs);
}

std::string_view PickleHeap::text(PickleValue value) const {
    return value.is(PickleValue::Kind::Text) ? m_texts.view(PickleTextId(value.index()))
                                             : std::string_view{};
}

std::optional<PickleRow> PickleHeap::rowOf(PickleValue dict) const {
    if (!dict.is(PickleValue::Kind::Dict) || m_dicts[dict.index()].shape == kNone) {
        return std::nullopt;
    }
    const DictState state = m_dicts[dict.index()];
    return PickleRow{state.shape, state.at};
}

PickleValue PickleHeap::cell(PickleRow row, std::size_t column) const {
    return m_cells[row.shape][row.row * m_shapes[row.shape].columns + column];
}

PickleValue PickleHeap::find(PickleValue dict, std::string_view key) const {
    PickleValue found;
    if (!dict.is(PickleValue::Kind::Dict) || m_dicts[dict.index()].shape != kNone ||
        m_dicts[dict.index()].at == kNone) {
        return found;
    }
    bool isKey = true;
    bool isWanted = false;
    forEachItem({PickleValue::Kind::List, m_dicts[dict.index()].at}, [&](PickleValue item) {
        if (isKey) {
            isWanted = item.is(PickleValue::Kind::Text) && text(item) == key;
        } else if (isWanted) {
            found = item;
        }
        isKey = !isKey;
    });
    return found;
}

std::size_t PickleHeap::listLength(PickleValue list) const {
    std::size_t length = 0;
    if (list.is(PickleValue::Kind::List)) {
        for (std::uint32_t at = m_lists[list.index()].first; at != kNone; at = m_extents[at].next) {
            length += m_extents[at].count;
        }
    }
    return length;
}

bool PickleHeap::isFull() const {
    constexpr std::size_t kMargin = std::size_t{1} << 20U;
    return std::max({m_texts.size(), m_lists.size(), m_dicts.size(), m_extents.size()}) >
           kNone - kMargin;
}

std::size_t PickleHeap::memoryBytes() const {
    std::size_t bytes = m_texts.memoryBytes() + m_items.memoryBytes() + m_extents.memoryBytes() +
                        m_lists.memoryBytes() + m_dicts.memoryBytes();
    for (const ChunkedColumn<PickleValue>& cells : m_cells) {
        bytes += cells.memoryBytes();
    }
    return bytes;
}

}  // namespace gaplight
