// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/facts/json_document.h"

#include <utility>

namespace gaplight {
namespace {

constexpr std::size_t kIndent = 2;  // of a member

}  // namespace

void JsonDocument::add(std::string_view key, const Json& value) {
    beginMember(key);
    append(value, kIndent);
}

void JsonDocument::addMembers(const Json& object) {
    for (const auto& [key, value] : object.items()) {
        add(key, value);
    }
}

void JsonDocument::addList(std::string_view key, const std::function<void(const AddValue&)>& fill) {
    beginMember(key);
    m_text += '[';
    bool isEmpty = true;
    fill([&](const Json& value) {
        m_text += isEmpty ? "\n" : ",\n";
        m_text.append(2 * kIndent, ' ');
        append(value, 2 * kIndent);
        isEmpty = false;
    });
    if (!isEmpty) {
        m_text += '\n';
        m_text.append(kIndent, ' ');
    }
    m_text += ']';
}

std::string JsonDocument::take() {
    m_text += m_text.empty() ? "{}\n" : "\n}\n";
    return std::move(m_text);
}

void JsonDocument::beginMember(std::string_view key) {
    m_text += m_text.empty() ? "{\n" : ",\n";
    m_text.append(kIndent, ' ');
    append(key, 0);
    m_text += ": ";
}

void JsonDocument::append(const Json& value, std::size_t indent) {
    const std::string text = jsonText(value);
    std::string_view rest(text);
    rest.remove_suffix(1);  // a newline
    // Texts in it have no newlines, but \n.
    for (std::size_t end = rest.find('\n'); end != std::string_view::npos; end = rest.find('\n')) {
        m_text += rest.substr(0, end + 1);
        m_text.append(indent, ' ');
        rest.remove_prefix(end + 1);
    }
    m_text += rest;
}

}  // namespace gaplight
