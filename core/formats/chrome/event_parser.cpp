// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/chrome/event_parser.h"

#include <limits>
#include <optional>
#include <string>

#include "core/base/decimal_time.h"
#include "core/formats/chrome/args_walk.h"
#include "core/formats/chrome/batch_writer.h"
#include "core/formats/chrome/event_fields.h"
#include "core/formats/chrome/json_number.h"
#include "core/formats/chrome/kineto_args.h"

namespace gaplight {
namespace {

// Nobody profiles for longer than a year; such durations are clocks gone wrong.
constexpr std::int64_t kLongestDuration = std::int64_t{366} * 24 * 3600 * 1'000'000'000;

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && isSpace(text.front())) {
        text.remove_prefix(1);
    }
    while (!text.empty() && isSpace(text.back())) {
        text.remove_suffix(1);
    }
    return text;
}

class EventReader {
public:
    explicit EventReader(const SplitWindow& window) { reserve(window.events.size()); }

    void read(std::string_view text, const EventExtent& extent, std::uint64_t offset) {
        m_writer.beginEvent(text.substr(extent.begin, extent.end - extent.begin),
                            offset + extent.begin);
        if (!readEventFields(text, extent, m_layout, m_fields)) {
            m_writer.report(IssueKind::MalformedEvent);
            return;
        }
        if (m_fields.duplicateKey) {
            m_writer.report(IssueKind::DuplicateKey);
        }
        const Token& phase = m_fields[Field::Phase];
        m_withPhase += phase.isText() ? 1 : 0;
        dispatch(phase.length == 1 && phase.isText() ? *phase.begin : '\0');
    }

    ParsedEvents takeEvents() { return {std::move(m_writer.batch), m_withPhase}; }

private:
    void reserve(std::size_t events) {
        SliceBatch& slices = m_writer.batch.slices;
        slices.start.reserve(events);
        slices.duration.reserve(events);
        slices.name.reserve(events);
        slices.category.reserve(events);
        slices.track.reserve(events);
        slices.event.reserve(events);
    }

    void dispatch(char phase) {
        switch (phase) {
            case 'X':
                return readSlice();
            case 'B':
                return readOpenEnd(OpenEndPhase::Begin);
            case 'E':
                return readOpenEnd(OpenEndPhase::End);
            case 'b':
            case 'S':
                return readAsync(AsyncPhase::Begin);
            case 'n':
            case 'T':
            case 'p':
                return readAsync(AsyncPhase::Instant);
            case 'e':
            case 'F':
                return readAsync(AsyncPhase::End);
            case 's':
                return readFlow(FlowPhase::Start);
            case 't':
                return readFlow(FlowPhase::Step);
            case 'f':
                return readFlow(FlowPhase::Finish);
            case 'i':
            case 'I':
            case 'R':
            case 'P':
                return readInstant();
            case 'C':
                return readCounter();
            case 'M':
                return readMetadata();
            default:
                m_writer.report(IssueKind::UnknownPhase);
        }
    }

    // The event's time; nothing (and an issue) where it has none that can be held.
    std::optional<std::int64_t> time() {
        const Token& token = m_fields[Field::Timestamp];
        if (token.kind == TokenKind::None) {
            m_writer.report(IssueKind::MissingTime);
            return std::nullopt;
        }
        const auto value = nanoseconds(token);
        if (!value) {
            m_writer.report(IssueKind::BadTime);
        }
        return value;
    }

    static std::optional<std::int64_t> nanoseconds(const Token& token) {
        if (!token.isText()) {
            return std::nullopt;
        }
        const auto value = nanosecondsOfMicroseconds(token.text());
        return value ? value : nanosecondsOfMicroseconds(trimmed(token.text()));
    }

    // Not negative; 0 (and an issue) where there is none to be had.
    std::int64_t duration() {
        const Token& token = m_fields[Field::Length];
        if (token.kind == TokenKind::None) {
            m_writer.report(IssueKind::MissingDuration);
            return 0;
        }
        const auto value = nanoseconds(token);
        if (!value) {
            m_writer.report(IssueKind::BadTime);
            return 0;
        }
        if (*value < 0) {
            m_writer.report(IssueKind::NegativeDuration);
            return 0;
        }
        return *value;
    }

    BatchString name() {
        if (m_fields[Field::Name].kind == TokenKind::None) {
            m_writer.report(IssueKind::MissingName);
        }
        return m_writer.intern(m_fields[Field::Name]);
    }
    BatchCategory category() { return m_writer.category(m_fields[Field::Category]); }
    BatchString categoryName() { return batch().categories[category().index()].name; }
    BatchTrack track() { return m_writer.track(m_fields[Field::Pid], m_fields[Field::Tid]); }
    EventBatch& batch() { return m_writer.batch; }

    void readSlice() {
        const auto start = time();
        if (!start) {
            return;
        }
        const std::int64_t length = duration();
        if (length > kLongestDuration ||
            *start > std::numeric_limits<std::int64_t>::max() - length) {
            m_writer.report(IssueKind::ImpossibleDuration);
            return;
        }
        if (m_fields.isMemoryEvent()) {
            return addMemory(*start);
        }
        SliceBatch& slices = batch().slices;
        const auto slice = static_cast<std::uint32_t>(slices.start.size());
        const BatchCategory sliceCategory = category();
        slices.start.push_back(*start);
        slices.duration.push_back(length);
        slices.name.push_back(name());
        slices.category.push_back(sliceCategory);
        slices.track.push_back(track());
        slices.event.push_back(m_writer.event());
        promoteArgs(m_writer.kindOf(sliceCategory), m_fields[Field::Args], slice, m_writer);
    }

    void readOpenEnd(OpenEndPhase phase) {
        const auto at = time();
        if (!at) {
            return;
        }
        const bool namelessEnd =
            phase == OpenEndPhase::End && m_fields[Field::Name].kind == TokenKind::None;
        const BatchString itsName = namelessEnd ? BatchString() : name();
        batch().openEnds.push_back({phase, *at, itsName, category(), track(), m_writer.event()});
    }

    void readAsync(AsyncPhase phase) {
        if (const auto at = time()) {
            const BatchString itsName = m_writer.intern(m_fields[Field::Name]);
            batch().asyncs.push_back(
                {phase, *at, itsName, category(), id(), track(), m_writer.event()});
        }
    }

    void readFlow(FlowPhase phase) {
        if (const auto at = time()) {
            const bool enclosing = m_fields[Field::BindingPoint].text() == "e";
            const BatchString itsName = m_writer.intern(m_fields[Field::Name]);
            batch().flows.push_back(
                {phase, enclosing, *at, categoryName(), itsName, id(), track(), m_writer.event()});
        }
    }

    // Of async events and flows: id, or id2's local or global one, behind its scope.
    BatchString id() {
        Token token = m_fields[Field::Id];
        if (!token.isText()) {
            walkObject(m_fields[Field::Id2], [&](const Token& /*key*/, const Token& value) {
                token = value;
                return !token.isText();
            });
        }
        const Token& scope = m_fields[Field::Scope];
        if (!scope.isText() || scope.length == 0) {
            return m_writer.intern(token);
        }
        m_scratch = m_writer.text(scope);
        m_scratch += ':';
        m_scratch += m_writer.text(token);
        return m_writer.intern(m_scratch);
    }

    void readInstant() {
        const auto at = time();
        if (!at) {
            return;
        }
        if (m_fields.isMemoryEvent()) {
            return addMemory(*at);
        }
        const BatchString itsName = name();
        batch().instants.push_back({*at, itsName, category(), track(), m_writer.event()});
    }

    void addMemory(std::int64_t at) {
        MemoryBatchRow row = memoryRow(m_fields[Field::Args], m_writer);
        row.time = at;
        row.track = track();
        batch().memory.push_back(row);
    }

    void readCounter() {
        const auto at = time();
        if (!at) {
            return;
        }
        m_scratch = m_writer.text(m_fields[Field::Name]);
        if (m_fields[Field::Id].isText()) {
            m_scratch += '[';
            m_scratch += m_writer.text(m_fields[Field::Id]);
            m_scratch += ']';
        }
        const BatchString counter = m_writer.intern(m_scratch);
        const BatchTrack where = track();
        bool any = false;
        walkObject(m_fields[Field::Args], [&](const Token& key, const Token& value) {
            if (const auto number = realNumber(value)) {
                any = true;
                batch().counters.push_back({*at, *number, counter, m_writer.intern(key), where});
            }
            return true;
        });
        if (!any) {
            m_writer.report(IssueKind::BadCounter);
        }
    }

    void readMetadata() {
        const std::string_view fact = m_fields[Field::Name].text();
        if (fact == "process_name") {
            addTrackText(TrackFact::ProcessName, "name");
        } else if (fact == "process_labels") {
            addTrackText(TrackFact::ProcessLabels, "labels");
        } else if (fact == "thread_name") {
            addTrackText(TrackFact::ThreadName, "name");
        } else if (fact == "process_sort_index") {
            addSortIndex(TrackFact::ProcessSortIndex);
        } else if (fact == "thread_sort_index") {
            addSortIndex(TrackFact::ThreadSortIndex);
        }
    }

    Token arg(std::string_view key) const {
        Token found;
        walkObject(m_fields[Field::Args], [&](const Token& name, const Token& value) {
            found = name.text() == key ? value : found;
            return found.kind == TokenKind::None;
        });
        return found;
    }

    void addTrackText(TrackFact fact, std::string_view key) {
        const Token value = arg(key);
        if (value.isText()) {
            const BatchString itsText = m_writer.intern(value);
            batch().metadata.push_back({fact, track(), itsText, 0});
        }
    }

    void addSortIndex(TrackFact fact) {
        if (const auto index = signedNumber(arg("sort_index"))) {
            batch().metadata.push_back({fact, track(), BatchString(), *index});
        }
    }

    BatchWriter m_writer;
    EventLayout m_layout;
    EventFields m_fields;
    std::string m_scratch;
    std::uint64_t m_withPhase = 0;
};

}  // namespace

ParsedEvents parseEvents(std::string_view text, std::uint64_t offset, const SplitWindow& window) {
    EventReader reader(window);
    for (const EventExtent& extent : window.events) {
        reader.read(text, extent, offset);
    }
    ParsedEvents parsed = reader.takeEvents();
    parsed.batch.events = window.events.size() + window.putAside;
    return parsed;
}

}  // namespace gaplight
