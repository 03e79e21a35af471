// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <exception>
#include <string>
#include <string_view>

namespace gaplight::record {

// `to` - `from`, modulo 2^64: defined for any times, since a damaged record may contain any.
[[nodiscard]] constexpr std::int64_t nsBetween(std::int64_t from, std::int64_t to) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(to) -
                                     static_cast<std::uint64_t>(from));
}

// Appends one event of a Chrome JSON trace to a text, field by field in the order of the calls.
// Times are nanoseconds from the trace's base, written as microseconds with three digits.
class EventText {
public:
    // `phase` as in the format: 'X', 'B', 'i', 's', 'f', 'M'. Begins with a comma and a line's end
    // unless it is the first event of `text`.
    EventText(std::string& text, char phase);
    // Ends the event, except while an exception of its caller is handled: a destructor that threw
    // another one for lack of memory would end the program.
    ~EventText() noexcept(false);
    EventText(const EventText&) = delete;
    EventText& operator=(const EventText&) = delete;

    EventText& category(std::string_view category);
    EventText& name(std::string_view name);
    EventText& place(std::int64_t process, std::int64_t thread);
    EventText& time(std::int64_t nanoseconds);
    // Start and duration.
    EventText& span(std::int64_t start, std::int64_t end);
    // Any other field of the event itself; `value` is JSON.
    EventText& field(std::string_view key, std::string_view value);

    // Inside "args"; no field of the event may follow.
    EventText& arg(std::string_view key, std::int64_t value);
    EventText& arg(std::string_view key, std::string_view text);
    EventText& arg(std::string_view key, double value);  // six digits after the point
    EventText& arg(std::string_view key, const std::array<std::int64_t, 3>& triple);

private:
    void key(std::string_view key);
    void argKey(std::string_view key);
    void number(std::int64_t value);
    void microseconds(std::int64_t nanoseconds);

    std::string& m_text;
    int m_exceptions = std::uncaught_exceptions();
    bool m_hasArgs = false;
};

// Appends `text` as a JSON string. Bytes that are no UTF-8 become U+FFFD.
void appendJsonString(std::string& json, std::string_view text);

}  // namespace gaplight::record
