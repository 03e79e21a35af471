// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "core/report/facts/json_sections.h"

namespace gaplight {

// The text of a document in JSON, written member by member: the same bytes as jsonText() of all
// members in one object, but beside the text only one value is held. A value takes some three
// times the memory of its text, and a report has a row for each GPU and each kernel of a trace.
class JsonDocument {
public:
    using AddValue = std::function<void(const Json& value)>;

    void add(std::string_view key, const Json& value);
    // All members of an object.
    void addMembers(const Json& object);
    // A list of the values that `fill` passes on.
    void addList(std::string_view key, const std::function<void(const AddValue& add)>& fill);
    // The whole text, with a newline at the end. Nothing can be added after it.
    [[nodiscard]] std::string take();

private:
    void beginMember(std::string_view key);
    // Lines of the value behind the first one are moved right by `indent`.
    void append(const Json& value, std::size_t indent);

    std::string m_text;
};

}  // namespace gaplight
