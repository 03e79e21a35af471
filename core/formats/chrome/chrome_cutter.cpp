// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/chrome/chrome_cutter.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "core/formats/chrome/cut_events.h"
#include "core/formats/chrome/text_windows.h"
#include "core/io/replayed_source.h"

namespace gaplight {
namespace {

using Bytes = std::shared_ptr<const RandomAccess>;

constexpr std::size_t kPiece = std::size_t{1} << 20U;
// Behind the last event stand the rest of the top-level values; more is no trace.
constexpr std::uint64_t kMaxTail = std::uint64_t{256} << 20U;

// Calls `visit(text, fields, offset)` for every event that can be read, until it fails.
// Gives how many bytes the source has.
template <class Visit>
Result<std::uint64_t> forEachEvent(const Bytes& bytes, const std::stop_token& stop,
                                   const Visit& visit) {
    const std::unique_ptr<ByteSource> source = replayedSource(bytes);
    TextWindows windows("", *source);
    TextWindow window;
    EventLayout layout;
    for (;;) {
        if (stop.stop_requested()) {
            return fail(ErrorCode::Cancelled, "cutting was cancelled");
        }
        const Result<bool> more = windows.next(window);
        if (!more) {
            return tl::unexpected<Error>(more.error());
        }
        if (!*more) {
            return windows.bytesRead();
        }
        const std::string_view text(window.bytes.get(), window.size);
        for (const EventExtent& extent : window.split.events) {
            EventFields fields;
            if (readEventFields(text, extent, layout, fields)) {
                const Result<void> visited =
                    visit(text.substr(extent.begin, extent.end - extent.begin), fields,
                          window.offset + extent.begin);
                if (!visited) {
                    return tl::unexpected<Error>(visited.error());
                }
            }
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
    Result<void> copy(std::uint64_t begin, std::uint64_t end);
    Result<void> finish(std::uint64_t size);
    Result<void> flush();

    const Bytes& m_source;
    const CutPlan& m_plan;
    const TraceCutter::Write& m_write;
    CutEvents m_events;
    CutTotals m_totals;
    std::string m_piece;
    bool m_hasHead = false;
    std::uint64_t m_afterLast = 0;  // behind the last event, kept or not
};

// Bytes of the source as they are.
Result<void> ChromeCut::copy(std::uint64_t begin, std::uint64_t end) {
    std::vector<char> room(kPiece);
    while (begin < end) {
        const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(kPiece, end - begin));
        const Result<std::size_t> got = m_source->readAt(begin, {room.data(), wanted});
        if (!got) {
            return tl::unexpected<Error>(got.error());
        }
        if (*got == 0) {
            return fail(ErrorCode::NotReadable, "the file became shorter while it was read");
        }
        m_piece.append(room.data(), *got);
        begin += *got;
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
        m_hasHead = true;
        const Result<void> copied = copy(0, offset);
        if (!copied) {
            return copied;
        }
    }
    m_afterLast = offset + event.size();
    if (!m_events.keeps(fields, EventId(offset))) {
        ++m_totals.left;
        return {};
    }
    m_piece += m_totals.kept++ == 0 ? "" : ",\n";
    m_piece += m_plan.clip ? m_events.clipped(event, fields) : std::string(event);
    return m_piece.size() < kPiece ? Result<void>() : flush();
}

// What closes the array and follows it; of a source that ends early, what closes it.
Result<void> ChromeCut::finish(std::uint64_t size) {
    std::array<char, 64> room{};
    const std::uint64_t place = m_plan.endsEarly ? 0 : m_afterLast;
    const Result<std::size_t> got = m_source->readAt(place, room);
    if (!got) {
        return tl::unexpected<Error>(got.error());
    }
    const std::string_view begin(room.data(), *got);
    if (!m_plan.endsEarly && size - m_afterLast <= kMaxTail) {
        // Some writers leave a comma behind the last event, which few readers forgive.
        const std::size_t visible = begin.find_first_not_of(" \t\r\n");
        const bool isComma = visible != std::string_view::npos && begin[visible] == ',';
        return copy(m_afterLast + (isComma ? visible + 1 : 0), size);
    }
    m_piece += begin.find('{') < begin.find('[') ? "\n]}\n" : "\n]\n";
    return flush();
}

Result<CutTotals> ChromeCut::run() {
    if (m_plan.hasFlows) {
        const auto noticed = forEachEvent(
            m_source, m_plan.stop, [&](std::string_view, const EventFields& fields, std::uint64_t) {
                m_events.notice(fields);
                return Result<void>();
            });
        if (!noticed) {
            return tl::unexpected<Error>(noticed.error());
        }
    }
    const Result<std::uint64_t> size =
        forEachEvent(m_source, m_plan.stop,
                     [&](std::string_view event, const EventFields& fields, std::uint64_t offset) {
                         return take(event, fields, offset);
                     });
    if (!size) {
        return tl::unexpected<Error>(size.error());
    }
    const Result<void> finished = finish(*size);
    if (!finished) {
        return tl::unexpected<Error>(finished.error());
    }
    return m_totals;
}

}  // namespace

Result<CutTotals> ChromeCutter::cut(const CutPlan& plan, const Write& write) const {
    return ChromeCut(m_source, plan, write).run();
}

}  // namespace gaplight
