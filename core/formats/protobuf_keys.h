// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include <protozero/pbf_message.hpp>

namespace gaplight {

// A protobuf field's number and wire type as one number, for `switch (message.tag_and_type())`: a
// field whose wire type is not the expected one is then skipped like an unknown field. Readers use
// protozero, which throws protozero::exception at damage; a caller catches it where it can put one
// message aside.
template <class Field>
constexpr std::uint32_t varintKey(Field field) {
    return protozero::tag_and_type(field, protozero::pbf_wire_type::varint);
}
template <class Field>
constexpr std::uint32_t bytesKey(Field field) {
    return protozero::tag_and_type(field, protozero::pbf_wire_type::length_delimited);
}
template <class Field>
constexpr std::uint32_t fixed64Key(Field field) {
    return protozero::tag_and_type(field, protozero::pbf_wire_type::fixed64);
}

inline std::string_view textOf(protozero::data_view view) {
    return {view.data(), view.size()};
}
inline protozero::data_view viewOf(std::string_view text) {
    return {text.data(), text.size()};
}

// Calls `take` with each number of a repeated varint field, which writers pack or do not. For a
// message at such a field.
template <class Message, class Take>
void forEachVarint(Message& message, Take take) {
    if (message.wire_type() == protozero::pbf_wire_type::varint) {
        take(message.get_uint64());
        return;
    }
    for (const std::uint64_t value : message.get_packed_uint64()) {
        take(value);
    }
}
template <class Message, class Take>
void forEachFixed64(Message& message, Take take) {
    if (message.wire_type() == protozero::pbf_wire_type::fixed64) {
        take(message.get_fixed64());
        return;
    }
    for (const std::uint64_t value : message.get_packed_fixed64()) {
        take(value);
    }
}

}  // namespace gaplight
