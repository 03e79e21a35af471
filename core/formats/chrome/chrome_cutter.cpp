// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/chrome/chrome_cutter.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/formats/chrome/cut_events.h"
#include "core/formats/chrome/text_windows.h"
#include "core/formats/json_repair.h"
#include "core/io/plain_sources.h"

namespace gaplight {
namespace {

using Bytes = std::shared_ptr<const RandomAccess>;

constexpr std::size_t kPiece = std::size_t{1} << 20U;
// Limit of the top-level values after the last event.
constexpr std::uint64_t kMaxTail = std::uint64_t{256} << 20U;

struct SourceTotals {
    std::uint64_t bytes = 0;
    std::uint64_t unreadable = 0;  // entries that are no events
};

// Calls `visit(text, fields, offset)` for every event that can be read, until it fails.
template <class Visit>
Result<SourceTotals> forEachEvent(const Bytes& bytes, const std::stop_token& stop,
                                  const Visit& visit) {
    const std::unique_ptr<ByteSource> source = replayedSource(bytes);
    TextWindows windows("", *source);
    TextWindow window;
    EventLayout layout;
    SourceTotals totals;
    for (;;) {
        if (stop.stop_requested()) {
            return fail(ErrorCode::Cancelled, "cutting was cancelled");
        }
        const bool more = TRY(windows.next(window));
        if (!more) {
            totals.bytes = windows.bytesRead();
            return totals;
        }
        totals.unreadable += window.split.putAside;
        const std::string_view text(window.bytes.get(), window.size);
        for (const EventExtent& extent : window.split.events) {
            EventFields fields;
            if (!readEventFields(text, extent, layout, fields)) {
                ++totals.unreadable;
                continue;
            }
            TRY(visit(text.substr(extent.begin, extent.end - extent.begin), fields,
                      window.offset + extent.begin));
        }
    }
}

class ChromeCut {
public:
    ChromeCut(const Bytes& source, const CutPlan& plan, const TraceCutter::Write& write)
        : m_source(source), m_plan(plan), m_write(write), m_events(plan) {}

    Result<CutTotals> run();

private:
    Result<void> take(std::string_view event, const EventFields& fields, std::uint64_t offset);
    Result<std::string> textOf(std::uint64_t begin, std::uint64_t end) const;
    Result<void> writeHead(std::uint64_t end);
    [[nodiscard]] bool isHead(std::string_view text);
    [[nodiscard]] bool isTail(std::string_view text);
    [[nodiscard]] std::string tailOf(std::string_view text);
    Result<void> finish(std::uint64_t size);
    Result<void> flush();

    const Bytes& m_source;
    const CutPlan& m_plan;
    const TraceCutter::Write& m_write;
    CutEvents m_events;
    CutTotals m_totals;
    JsonCheck m_check;
    std::string m_piece;
    bool m_hasHead = false;
    bool m_isObject = true;         // the events are in an object, and not the whole file
    std::uint64_t m_afterLast = 0;  // after the last event, kept or not
};

Result<std::string> ChromeCut::textOf(std::uint64_t begin, std::uint64_t end) const {
    std::string text(static_cast<std::size_t>(end - begin), '\0');
    const std::size_t got = TRY(m_source->readAt(begin, text));
    if (got < text.size()) {
        return fail(ErrorCode::NotReadable, "the file became shorter while it was read");
    }
    return text;
}

// With an event after it, and without one: "[9" is JSON before "]" alone.
bool ChromeCut::isHead(std::string_view text) {
    const std::string end = m_isObject ? "]}" : "]";
    return m_check.isJson(std::string(text) + end) &&
           m_check.isJson(std::string(text) + "{}" + end);
}

bool ChromeCut::isTail(std::string_view text) {
    const std::string begin = m_isObject ? R"({"traceEvents": [)" : "[";
    return m_check.isJson(begin + std::string(text)) &&
           m_check.isJson(begin + "{}" + std::string(text));
}

// The text before the first event. Unreadable events at its end, and all of it where it is damaged,
// are left out.
Result<void> ChromeCut::writeHead(std::uint64_t end) {
    m_hasHead = true;
    const Result<std::string> text = textOf(0, std::min(end, kMaxTail));
    if (!text) {
        return tl::unexpected<Error>(text.error());
    }
    const std::size_t first = text->find_first_of("{[");
    m_isObject = first == std::string::npos || (*text)[first] == '{';
    const std::size_t key = text->find(R"("traceEvents")");
    const std::size_t array = text->find('[', m_isObject ? key : 0);
    const std::string_view opened =
        std::string_view(*text).substr(0, array == std::string::npos ? array : array + 1);
    if (end <= kMaxTail && isHead(*text)) {
        m_piece = *text;
    } else if (isHead(opened)) {
        m_piece = opened;
    } else {
        m_piece = m_isObject ? R"({"traceEvents": [)" : "[";
        m_totals.isHeadLost = true;
    }
    return flush();
}

Result<void> ChromeCut::flush() {
    const Result<void> written = m_write(m_piece);
    m_piece.clear();
    return written;
}

Result<void> ChromeCut::take(std::string_view event, const EventFields& fields,
                             std::uint64_t offset) {
    if (!m_hasHead) {
        const Result<void> written = writeHead(offset);
        if (!written) {
            return written;
        }
    }
    m_afterLast = offset + event.size();
    if (!m_events.keeps(fields, EventId(offset))) {
        ++m_totals.left;
        return {};
    }
    const std::string text = m_events.textOf(event, fields, EventId(offset));
    const std::optional<std::string> valid = m_check.asJson(text);
    if (!valid) {
        ++m_totals.damaged;
        return {};
    }
    m_totals.repaired += *valid == text ? 0 : 1;
    m_piece += m_totals.kept++ == 0 ? "" : ",\n";
    m_piece += *valid;
    return m_piece.size() < kPiece ? Result<void>() : flush();
}

// The text that closes the array, and what follows it as far as it is well-formed. In front of the
// bracket may be unreadable events, or a comma that few readers forgive.
std::string ChromeCut::tailOf(std::string_view text) {
    constexpr int kMaxBrackets = 8;
    const std::size_t visible = text.find_first_not_of(" \t\r\n");
    const bool isComma = visible != std::string_view::npos && text[visible] == ',';
    if (const std::string_view whole = text.substr(isComma ? visible + 1 : 0); isTail(whole)) {
        return std::string(whole);
    }
    std::size_t at = text.find(']');
    for (int tries = 0; tries < kMaxBrackets && at != std::string_view::npos; ++tries) {
        if (isTail(text.substr(at))) {
            return std::string(text.substr(at));
        }
        at = text.find(']', at + 1);
    }
    m_totals.isTailLost = true;
    return {};
}

Result<void> ChromeCut::finish(std::uint64_t size) {
    if (!m_hasHead) {
        const Result<void> written = writeHead(size);
        if (!written) {
            return written;
        }
    }
    if (!m_plan.endsEarly && size - m_afterLast <= kMaxTail) {
        const std::string text = TRY(textOf(m_afterLast, size));
        m_piece += tailOf(text);
    }
    if (m_piece.empty()) {
        m_piece = m_isObject ? "\n]}\n" : "\n]\n";
    }
    return flush();
}

Result<CutTotals> ChromeCut::run() {
    if (m_plan.hasFlows) {
        TRY(forEachEvent(m_source, m_plan.stop,
                         [&](std::string_view, const EventFields& fields, std::uint64_t offset) {
                             m_events.notice(fields, EventId(offset));
                             return Result<void>();
                         }));
        m_events.finishNoticing();
    }
    const SourceTotals source =
        TRY(forEachEvent(m_source, m_plan.stop,
                         [&](std::string_view event, const EventFields& fields,
                             std::uint64_t offset) { return take(event, fields, offset); }));
    m_totals.damaged += source.unreadable;
    TRY(flush().and_then([&] { return finish(source.bytes); }).and_then([&] {
        return m_source->checkUnchanged();
    }));
    return m_totals;
}

}  // namespace

Result<CutTotals> ChromeCutter::cut(const CutPlan& plan, const Write& write) const {
    return ChromeCut(m_source, plan, write).run();
}

}  // namespace gaplight
