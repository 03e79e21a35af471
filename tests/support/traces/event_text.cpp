// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/traces/event_text.h"

namespace gaplight::test {
namespace {

// Nanoseconds as the decimal microseconds of the format, without any loss.
std::string microseconds(std::int64_t ns) {
    const std::uint64_t magnitude =
        ns < 0 ? ~static_cast<std::uint64_t>(ns) + 1 : static_cast<std::uint64_t>(ns);
    const std::string places = std::to_string(1'000 + magnitude % 1'000);
    return (ns < 0 ? "-" : "") + std::to_string(magnitude / 1'000) + '.' + places.substr(1);
}

std::string quoted(std::string_view text) {
    constexpr std::string_view kHex = "0123456789abcdef";
    std::string json = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            json += '\\';
            json += c;
        } else if (byte < 0x20) {
            json += "\\u00";
            json += kHex[byte >> 4U];
            json += kHex[byte & 15U];
        } else {
            json += c;
        }
    }
    return json + '"';
}

}  // namespace

void EventText::add(std::string_view phase, Place place, std::string_view name, std::int64_t time,
                    std::string_view rest) {
    m_events += m_count++ > 0 ? ",\n" : "";
    m_events += "{\"ph\": \"" + std::string(phase) + "\", \"pid\": " + std::to_string(place.pid) +
                ", \"tid\": " + std::to_string(place.tid) + ", \"ts\": " + microseconds(time) +
                ", \"name\": " + quoted(name) + std::string(rest) + "}";
}

void EventText::slice(Place place, std::string_view category, std::string_view name,
                      std::int64_t begin, std::int64_t duration, std::string_view args) {
    add("X", place, name, begin,
        ", \"cat\": \"" + std::string(category) + "\", \"dur\": " + microseconds(duration) +
            ", \"args\": {" + std::string(args) + "}");
}

void EventText::half(Place place, char phase, std::string_view name, std::int64_t time) {
    add(std::string(1, phase), place, name, time, ", \"cat\": \"user_annotation\"");
}

void EventText::async(int pid, char phase, std::string_view name, std::int64_t time,
                      std::uint64_t id) {
    add(std::string(1, phase), {pid, pid}, name, time,
        ", \"cat\": \"net\", \"id\": " + std::to_string(id));
}

void EventText::flow(Place place, char phase, std::int64_t time, std::uint64_t id) {
    add(std::string(1, phase), place, "ac2g", time,
        ", \"cat\": \"ac2g\", \"id\": " + std::to_string(id) +
            (phase == 'f' ? ", \"bp\": \"e\"" : ""));
}

void EventText::counter(int pid, std::int64_t time, std::string_view name, std::uint64_t value) {
    add("C", {pid, 0}, name, time, ", \"args\": {\"value\": " + std::to_string(value) + "}");
}

void EventText::memory(Place place, std::int64_t time, std::int64_t bytes, std::int64_t allocated,
                       int device) {
    add("i", place, "[memory]", time,
        ", \"cat\": \"cpu_instant_event\", \"s\": \"t\", \"args\": {\"Bytes\": " +
            std::to_string(bytes) + ", \"Total Allocated\": " + std::to_string(allocated) +
            ", \"Total Reserved\": 3667918848, \"Device Id\": " + std::to_string(device) +
            ", \"Device Type\": " + (device < 0 ? "0" : "1") + ", \"Addr\": 140354619500544}");
}

void EventText::threadName(int pid, int tid, std::string_view name) {
    add("M", {pid, tid}, "thread_name", 0, ", \"args\": {\"name\": " + quoted(name) + "}");
}

std::string EventText::document(std::string_view facts) const {
    return "{" + std::string(facts) + ", \"traceEvents\": [\n" + m_events + "\n]}\n";
}

}  // namespace gaplight::test
