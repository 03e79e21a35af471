// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/trace_cut.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "core/formats/chrome/text_windows.h"
#include "core/session/cut_events.h"

namespace gaplight {
namespace {

using Open = std::function<Result<std::unique_ptr<ByteSource>>()>;
using Write = std::function<Result<void>(std::string_view)>;

constexpr std::size_t kPiece = std::size_t{1} << 20U;
// Behind the last event stand the rest of the top-level values; more is no trace.
constexpr std::uint64_t kMostTail = std::uint64_t{256} << 20U;

// Calls `visit(text, extent, fields, offset)` for every event that can be read, until it fails.
// Gives how many bytes the source has.
template <class Visit>
Result<std::uint64_t> forEachEvent(const Open& open, const std::stop_token& stop,
                                   const Visit& visit) {
    Result<std::unique_ptr<ByteSource>> source = open();
    if (!source) {
        return tl::unexpected<Error>(source.error());
    }
    TextWindows windows("", **source);
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

class Cut {
public:
    Cut(const Session& session, const CutOptions& options, const Write& write)
        : m_session(session), m_options(options), m_write(write), m_events(session, options) {}

    Result<CutTotals> run(const Open& open);

private:
    Result<void> take(std::string_view event, const EventFields& fields, std::uint64_t offset);
    Result<void> copy(std::uint64_t begin, std::uint64_t end);
    Result<void> finish(std::uint64_t size);
    Result<void> flush();

    const Session& m_session;
    const CutOptions& m_options;
    const Write& m_write;
    CutEvents m_events;
    CutTotals m_totals;
    std::string m_piece;
    bool m_hasHead = false;
    std::uint64_t m_afterLast = 0;  // behind the last event, kept or not
};

// Bytes of the source as they are.
Result<void> Cut::copy(std::uint64_t begin, std::uint64_t end) {
    std::vector<char> room(kPiece);
    while (begin < end) {
        const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(kPiece, end - begin));
        const Result<std::size_t> got = m_session.source->readAt(begin, {room.data(), wanted});
        if (!got) {
            return tl::unexpected<Error>(got.error());
        }
        if (*got == 0) {
            return fail(ErrorCode::NotReadable, m_session.trace->facts().path +
                                                    ": the file became shorter while it was read");
        }
        m_piece.append(room.data(), *got);
        begin += *got;
    }
    return flush();
}

Result<void> Cut::flush() {
    const Result<void> written = m_write(m_piece);
    m_piece.clear();
    return written;
}

Result<void> Cut::take(std::string_view event, const EventFields& fields, std::uint64_t offset) {
    if (!m_hasHead) {
        m_hasHead = true;
        const Result<void> copied = copy(0, offset);
        if (!copied) {
            return copied;
        }
    }
    m_afterLast = offset + event.size();
    if (!m_events.keeps(fields, offset)) {
        ++m_totals.left;
        return {};
    }
    m_piece += m_totals.kept++ == 0 ? "" : ",\n";
    m_piece += m_options.clip ? m_events.clipped(event, fields) : std::string(event);
    return m_piece.size() < kPiece ? Result<void>() : flush();
}

// What closes the array and follows it; of a source that ends early, what closes it.
Result<void> Cut::finish(std::uint64_t size) {
    const auto& issues = m_session.trace->issues().list();
    const bool isCut = std::any_of(issues.begin(), issues.end(), [](const ImportIssue& issue) {
        return issue.kind == IssueKind::Truncated || issue.kind == IssueKind::BrokenContainer ||
               issue.kind == IssueKind::StoppedEarly;
    });
    std::array<char, 64> room{};
    const std::uint64_t place = isCut ? 0 : m_afterLast;
    const Result<std::size_t> got = m_session.source->readAt(place, room);
    if (!got) {
        return tl::unexpected<Error>(got.error());
    }
    const std::string_view begin(room.data(), *got);
    if (!isCut && size - m_afterLast <= kMostTail) {
        // Some writers leave a comma behind the last event, which few readers forgive.
        const std::size_t visible = begin.find_first_not_of(" \t\r\n");
        const bool isComma = visible != std::string_view::npos && begin[visible] == ',';
        return copy(m_afterLast + (isComma ? visible + 1 : 0), size);
    }
    m_piece += begin.find('{') < begin.find('[') ? "\n]}\n" : "\n]\n";
    return flush();
}

Result<CutTotals> Cut::run(const Open& open) {
    if (m_events.needsNotice()) {
        const auto noticed = forEachEvent(
            open, m_options.stop, [&](std::string_view, const EventFields& fields, std::uint64_t) {
                m_events.notice(fields);
                return Result<void>();
            });
        if (!noticed) {
            return tl::unexpected<Error>(noticed.error());
        }
    }
    const Result<std::uint64_t> size =
        forEachEvent(open, m_options.stop,
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

Result<CutTotals> cutTrace(const Session& session, const CutOptions& options, const Open& open,
                           const Write& write) {
    return Cut(session, options, write).run(open);
}

}  // namespace gaplight
