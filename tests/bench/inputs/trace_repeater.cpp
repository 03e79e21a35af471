// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/inputs/trace_repeater.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <limits>
#include <memory>
#include <string_view>
#include <system_error>

#include "core/base/decimal_time.h"
#include "core/io/byte_source.h"

namespace gaplight::bench {
namespace {

constexpr std::string_view kArrayKey = "\"traceEvents\": [";
constexpr std::string_view kEventBegin = "\n  {";
constexpr std::string_view kArrayEnd = "\n  ]";
constexpr std::int64_t kPauseNs = 1'000'000;  // between two copies

Result<std::string> readAll(const std::string& path) {
    auto source = openByteSource(path);
    if (!source) {
        return tl::unexpected(source.error());
    }
    constexpr std::size_t kStep = 4U << 20U;
    std::string text;
    for (;;) {
        const std::size_t used = text.size();
        text.resize(used + kStep);
        const auto got = (*source)->readNext({text.data() + used, kStep});
        if (!got) {
            return tl::unexpected(got.error());
        }
        text.resize(used + *got);
        if (*got == 0) {
            return text;
        }
    }
}

// The number that follows `key` at `at`, without the spaces before it.
std::string_view numberAfter(std::string_view text, std::size_t at) {
    const std::size_t begin = text.find_first_not_of(' ', at);
    const std::size_t end = text.find_first_not_of("0123456789.-", begin);
    return text.substr(begin, end - begin);
}

void appendInteger(std::string& out, std::int64_t value) {
    std::array<char, 24> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    out.append(digits.data(), end);
}

// Nanoseconds as Kineto writes them: microseconds with three decimals.
void appendTime(std::string& out, std::int64_t ns) {
    appendInteger(out, ns / 1000);
    const auto rest = static_cast<int>(ns % 1000);
    out += '.';
    out += static_cast<char>('0' + rest / 100);
    out += static_cast<char>('0' + rest / 10 % 10);
    out += static_cast<char>('0' + rest % 10);
}

}  // namespace

Result<TraceRepeater> TraceRepeater::read(const std::string& path) {
    const auto text = readAll(path);
    if (!text) {
        return tl::unexpected(text.error());
    }
    const std::size_t array = text->find(kArrayKey);
    const std::size_t close = text->rfind(kArrayEnd);
    if (array == std::string::npos || close == std::string::npos || close < array) {
        return fail(ErrorCode::NotATrace, path + ": not laid out as Kineto lays out a trace");
    }
    TraceRepeater repeater;
    repeater.m_begin = std::numeric_limits<std::int64_t>::max();
    repeater.m_end = std::numeric_limits<std::int64_t>::min();
    std::size_t at = array + kArrayKey.size();
    repeater.m_head = text->substr(0, at);
    repeater.m_tail = text->substr(close);
    while (at < close) {
        const std::size_t next = std::min(text->find(kEventBegin, at + kEventBegin.size()), close);
        std::string event = text->substr(at, next - at);
        if (event.back() == ',') {
            event.pop_back();
        }
        repeater.addEvent(event);
        at = next;
    }
    return repeater;
}

void TraceRepeater::addEvent(const std::string& event) {
    const bool once = event.find("\"ph\": \"M\"") != std::string::npos;
    Events& into = once ? m_metadata : m_repeated;
    if (!once) {
        findNumbers(event, into);
    }
    into.text += event;
    into.text += ',';
    ++into.count;
}

void TraceRepeater::findNumbers(const std::string& event, Events& into) {
    struct Key {
        std::string_view text;
        Kind kind;
    };
    // A quote inside a string is escaped, so these match keys alone. Flows carry the correlation
    // of their launch as id.
    static constexpr std::array kKeys{
        Key{"\"ts\":", Kind::Time},
        Key{"\"correlation\":", Kind::Correlation},
        Key{"\"id\":", Kind::Correlation},
        Key{"\"wait_on_cuda_event_record_corr_id\":", Kind::Correlation},
        Key{"\"External id\":", Kind::External},
        Key{"\"Python id\":", Kind::Python},
        Key{"\"Python parent id\":", Kind::Python},
    };
    const std::size_t first = into.numbers.size();
    for (const Key& key : kKeys) {
        const std::size_t found = event.find(key.text);
        if (found == std::string::npos) {
            continue;
        }
        const std::string_view digits = numberAfter(event, found + key.text.size());
        std::int64_t value = 0;
        if (key.kind == Kind::Time) {
            value = nanosecondsOfMicroseconds(digits).value_or(0);
            m_begin = std::min(m_begin, value);
            m_end = std::max(m_end, value);
        } else {
            std::from_chars(digits.data(), digits.data() + digits.size(), value);
        }
        if (value <= 0) {
            continue;  // null, or an id that means none
        }
        auto& largest = m_largest[static_cast<std::size_t>(key.kind)];
        largest = std::max(largest, value);
        const auto offset = static_cast<std::size_t>(digits.data() - event.data());
        into.numbers.push_back({into.text.size() + offset, digits.size(), key.kind, value});
    }
    std::sort(into.numbers.begin() + static_cast<std::ptrdiff_t>(first), into.numbers.end(),
              [](const Number& a, const Number& b) { return a.at < b.at; });
}

void TraceRepeater::appendCopy(std::int64_t copy, std::string& out) const {
    std::array<std::int64_t, kKinds> shift{};
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
        shift[kind] = copy * (m_largest[kind] + 1);
    }
    shift[static_cast<std::size_t>(Kind::Time)] = copy * (m_end - m_begin + kPauseNs);
    std::size_t done = 0;
    for (const Number& number : m_repeated.numbers) {
        out.append(m_repeated.text, done, number.at - done);
        const std::int64_t value = number.value + shift[static_cast<std::size_t>(number.kind)];
        if (number.kind == Kind::Time) {
            appendTime(out, value);
        } else {
            appendInteger(out, value);
        }
        done = number.at + number.length;
    }
    out.append(m_repeated.text, done);
}

Result<TraceRepeater::Written> TraceRepeater::write(const std::string& path,
                                                    std::uint64_t minBytes) const {
    std::ofstream file(path, std::ios::binary);
    Written written;
    std::string part = m_head + m_metadata.text;
    written.events = m_metadata.count;
    do {
        appendCopy(static_cast<std::int64_t>(written.copies), part);
        written.events += m_repeated.count;
        ++written.copies;
        const bool last = written.bytes + part.size() >= minBytes;
        if (last) {
            part.pop_back();  // the comma after the last event
            part += m_tail;
        }
        file.write(part.data(), static_cast<std::streamsize>(part.size()));
        written.bytes += part.size();
        part.clear();
    } while (written.bytes < minBytes && file);
    file.close();
    if (!file) {
        return fail(ErrorCode::WriteFailed, path + ": could not be written; is there space?");
    }
    return written;
}

}  // namespace gaplight::bench
