// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pickle/pickle_stack.h"

namespace gaplight {
namespace {

constexpr PickleFault kEmptyStack = "an empty stack";
constexpr PickleFault kMissingValues = "too few values on the stack";

}  // namespace

PickleFault PickleStack::push(PickleValue value) {
    m_values.push_back(value);
    return m_values.size() > kMaxValues ? "more than 16,777,216 values on the stack" : nullptr;
}

PickleFault PickleStack::pop() {
    if (!m_marks.empty() && m_marks.back() == m_values.size()) {
        m_marks.pop_back();
        return nullptr;
    }
    if (m_values.empty()) {
        return kEmptyStack;
    }
    m_values.pop_back();
    return nullptr;
}

PickleFault PickleStack::duplicateTop() {
    return m_values.empty() ? kEmptyStack : push(m_values.back());
}

PickleFault PickleStack::mark() {
    m_marks.push_back(m_values.size());
    return m_marks.size() > kMaxMarks ? "more than 10,000 open marks" : nullptr;
}

PickleFault PickleStack::takeMarked(std::size_t& begin) {
    if (m_marks.empty()) {
        return "no mark on the stack";
    }
    begin = m_marks.back();
    m_marks.pop_back();
    return begin > m_values.size() ? "a mark above the stack" : nullptr;
}

PickleFault PickleStack::dropMarked() {
    std::size_t begin = 0;
    const PickleFault fault = takeMarked(begin);
    if (fault == nullptr) {
        m_values.resize(begin);
    }
    return fault;
}

PickleFault PickleStack::listTop(std::size_t count) {
    if (m_values.size() < count) {
        return kMissingValues;
    }
    const std::size_t begin = m_values.size() - count;
    const PickleValue list = m_heap.addList();
    m_heap.append(list, above(begin));
    m_values.resize(begin);
    return push(list);
}

PickleFault PickleStack::listMarked() {
    std::size_t begin = 0;
    const PickleFault fault = takeMarked(begin);
    return fault == nullptr ? listTop(m_values.size() - begin) : fault;
}

PickleFault PickleStack::dictMarked() {
    std::size_t begin = 0;
    if (const PickleFault fault = takeMarked(begin); fault != nullptr) {
        return fault;
    }
    m_values.insert(m_values.begin() + static_cast<std::ptrdiff_t>(begin), m_heap.addDict());
    return fillFrom(PickleValue::Kind::Dict, begin + 1);
}

PickleFault PickleStack::fillTop(PickleValue::Kind kind, std::size_t count) {
    return m_values.size() <= count ? kMissingValues : fillFrom(kind, m_values.size() - count);
}

PickleFault PickleStack::fillMarked(PickleValue::Kind kind) {
    std::size_t begin = 0;
    if (const PickleFault fault = takeMarked(begin); fault != nullptr) {
        return fault;
    }
    return begin == 0 ? "no list or dict below the mark" : fillFrom(kind, begin);
}

PickleFault PickleStack::fillFrom(PickleValue::Kind kind, std::size_t begin) {
    const PickleValue container = m_values[begin - 1];
    const bool isDict = kind == PickleValue::Kind::Dict;
    if (!container.is(kind)) {
        return isDict ? "no dict below the values" : "no list below the values";
    }
    if (isDict && above(begin).size() % 2 != 0) {
        return "a key without a value";
    }
    if (isDict) {
        m_heap.setItems(container, above(begin));
    } else {
        m_heap.append(container, above(begin));
    }
    m_values.resize(begin);
    return nullptr;
}

void PickleStack::closeMarks() {
    while (!m_marks.empty() && m_marks.back() <= m_values.size()) {
        const std::size_t begin = m_marks.back();
        m_marks.pop_back();
        if (begin == 0) {
            break;
        }
        const PickleValue container = m_values[begin - 1];
        const auto items = above(begin);
        if (container.is(PickleValue::Kind::Dict)) {
            m_heap.setItems(container, items.first(items.size() / 2 * 2));
        } else if (container.is(PickleValue::Kind::List)) {
            m_heap.append(container, items);
        }
        m_values.resize(begin);
    }
}

// Every program that writes pickles numbers the memo from 0 without holes; other numbers would let
// a few bytes claim gigabytes.
PickleFault PickleStack::store(std::size_t index) {
    if (m_values.empty()) {
        return kEmptyStack;
    }
    if (index > m_memo.size()) {
        return "a number in the memo that skips others";
    }
    if (index == m_memo.size()) {
        m_memo.push_back(m_values.back());
    } else {
        m_memo[index] = m_values.back();
    }
    return nullptr;
}

PickleFault PickleStack::load(std::size_t index) {
    return index < m_memo.size() ? push(m_memo[index]) : "a number that is not in the memo";
}

PickleValue* PickleStack::reserve(std::size_t count) {
    m_values.resize(m_values.size() + count);
    return m_values.data();
}

}  // namespace gaplight
