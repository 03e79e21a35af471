// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/base/column.h"
#include "core/formats/pickle/chunked_column.h"
#include "core/formats/pickle/pickle_heap.h"

namespace gaplight {

// What is wrong with a pickle, as part of an error's message; null if nothing is.
using PickleFault = const char*;

// The state of a pickle machine: a stack of values with marks, and the memo, a table of values that
// can be pushed again by number.
//
//   {}, mark, "a", 1      fillMarked(Dict)      {"a": 1}
//
// After an operation that returns a fault the state is undefined and the pickle cannot be read
// further. The stack holds at most 16 M values and 10,000 marks.
class PickleStack {
public:
    // Containers are made and filled in `heap`; the memo takes memory from `supply`.
    PickleStack(PickleHeap& heap, ChunkSupply& supply) : m_heap(heap), m_memo(supply) {}

    std::size_t size() const { return m_values.size(); }
    bool isEmpty() const { return m_values.empty(); }
    PickleValue bottom() const { return m_values.front(); }
    PickleValue top() const { return m_values.back(); }
    std::size_t memoBytes() const { return m_memo.memoryBytes(); }

    PickleFault push(PickleValue value);
    // As in Python, removes a mark where that is on top.
    PickleFault pop();
    PickleFault duplicateTop();

    PickleFault mark();
    // Removes the innermost mark and the values above it.
    PickleFault dropMarked();

    // Replaces the top `count` values by a list of them.
    PickleFault listTop(std::size_t count);
    // Replaces the innermost mark and the values above it by a list, or by a dict, of them.
    PickleFault listMarked();
    PickleFault dictMarked();
    // Moves the top `count` values, or those above the innermost mark, into the container below
    // them, which has to be of `kind`: List or Dict.
    PickleFault fillTop(PickleValue::Kind kind, std::size_t count);
    PickleFault fillMarked(PickleValue::Kind kind);
    // At the end of a truncated file: fills the containers that the missing opcodes would fill.
    void closeMarks();

    // Stores the top value in the memo, under the next number or under `index`.
    PickleFault store() { return store(m_memo.size()); }
    PickleFault store(std::size_t index);
    // Pushes the value that the memo has under `index`.
    PickleFault load(std::size_t index);

    // Direct access for executeFrequentOpcodes(), which pushes and pops without calls. reserve()
    // makes room for `count` more values and returns the first value of the stack; keep() sets how
    // many values the stack has afterwards.
    [[nodiscard]] PickleValue* reserve(std::size_t count);
    void keep(std::size_t size) { m_values.resize(size); }
    [[nodiscard]] std::vector<std::size_t>& marks() { return m_marks; }
    [[nodiscard]] ChunkedColumn<PickleValue>& memo() { return m_memo; }

    static constexpr std::size_t kMaxValues = std::size_t{1} << 24U;
    static constexpr std::size_t kMaxMarks = 10'000;

private:
    // The values above the innermost mark, which is removed.
    PickleFault takeMarked(std::size_t& begin);
    // Moves the values from `begin` on into the container below them.
    PickleFault fillFrom(PickleValue::Kind kind, std::size_t begin);
    std::span<const PickleValue> above(std::size_t begin) const {
        return std::span<const PickleValue>(m_values).subspan(begin);
    }

    PickleHeap& m_heap;
    Column<PickleValue> m_values;
    std::vector<std::size_t> m_marks;  // sizes of the stack
    ChunkedColumn<PickleValue> m_memo;
};

}  // namespace gaplight
