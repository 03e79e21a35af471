// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/chrome/event_parser.h"

#include <limits>
#include <optional>
#include <string>

#include "core/base/decimal_time.h"
#include "core/formats/chrome/batch_writer.h"
#include "core/formats/chrome/event_fields.h"
#include "core/formats/chrome/json/args_walk.h"
#include "core/formats/chrome/json/json_number.h"
#include "core/formats/chrome/kineto_args.h"
#include "core/formats/chrome/xla_args.h"

namespace gaplight {
namespace {

// A year: longer durations come from a broken clock.
constexpr std::int64_t kMaxDuration = std::int64_t{366} * 24 * 3600 * 1'000'000'000;

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && isSpace(text.front())) {
        text.remove_prefix(1);
    }
    while (!text.empty() && isSpace(text.back())) {
        text.remove_suffix(1);
    }
    return text;
}

// The fields of the current event in the types of a batch. What cannot be converted is an issue.
class EventValues {
public:
    explicit EventValues(BatchWriter& writer) : m_writer(writer) {}

    // False (and an issue) if the event is no readable object.
    bool read(std::string_view text, const EventExtent& extent, std::uint64_t offset) {
        m_writer.beginEvent(text.substr(extent.begin, extent.end - extent.begin),
                            offset + extent.begin);
        if (!readEventFields(text, extent, m_layout, m_fields)) {
            m_writer.report(IssueKind::MalformedEvent);
            return false;
        }
        if (m_fields.duplicateKey) {
            m_writer.report(IssueKind::DuplicateKey);
        }
        return true;
    }

    [[nodiscard]] const Token& operator[](Field field) const { return m_fields[field]; }
    [[nodiscard]] bool isMemoryEvent() const { return m_fields.isMemoryEvent(); }

    // Nanoseconds; empty (and an issue) if there is none or it is out of range.
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

    // Nanoseconds, not negative; 0 (and an issue) if there is none or it is not a duration.
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

    // Empty (and an issue) if there is none.
    BatchString name() {
        if (m_fields[Field::Name].kind == TokenKind::None) {
            m_writer.report(IssueKind::MissingName);
        }
        return optionalName();
    }
    BatchString optionalName() { return m_writer.intern(m_fields[Field::Name]); }
    BatchCategory category() { return m_writer.category(m_fields[Field::Category]); }
    BatchString categoryName() { return m_writer.batch.categories[category().index()].name; }
    BatchTrack track() { return m_writer.track(m_fields[Field::Pid], m_fields[Field::Tid]); }

    // Of async events and flows: id, otherwise the local or global one in id2, after its scope.
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

    // Of counters: the name, and the id in brackets.
    BatchString counterName() {
        m_scratch = m_writer.text(m_fields[Field::Name]);
        if (m_fields[Field::Id].isText()) {
            m_scratch += '[';
            m_scratch += m_writer.text(m_fields[Field::Id]);
            m_scratch += ']';
        }
        return m_writer.intern(m_scratch);
    }

    // The value of a key of args; of kind None if there is none.
    [[nodiscard]] Token arg(std::string_view key) const {
        Token found;
        walkObject(m_fields[Field::Args], [&](const Token& name, const Token& value) {
            found = name.text() == key ? value : found;
            return found.kind == TokenKind::None;
        });
        return found;
    }

private:
    static std::optional<std::int64_t> nanoseconds(const Token& token) {
        if (!token.isText()) {
            return std::nullopt;
        }
        const auto value = nanosecondsOfMicroseconds(token.text());
        return value ? value : nanosecondsOfMicroseconds(trimmed(token.text()));
    }

    BatchWriter& m_writer;
    EventLayout m_layout;
    EventFields m_fields;
    std::string m_scratch;
};

void reserve(SliceBatch& slices, std::size_t events) {
    slices.start.reserve(events);
    slices.duration.reserve(events);
    slices.name.reserve(events);
    slices.category.reserve(events);
    slices.track.reserve(events);
    slices.event.reserve(events);
}

// Adds events to a batch, by phase.
class EventReader {
public:
    explicit EventReader(const SplitWindow& window) {
        reserve(m_writer.batch.slices, window.events.size());
    }

    void read(std::string_view text, const EventExtent& extent, std::uint64_t offset) {
        if (m_event.read(text, extent, offset)) {
            const Token& phase = m_event[Field::Phase];
            m_withPhase += phase.isText() ? 1 : 0;
            dispatch(phase.length == 1 && phase.isText() ? *phase.begin : '\0');
        }
    }

    ParsedEvents takeEvents() { return {std::move(m_writer.batch), m_withPhase}; }

private:
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

    EventBatch& batch() { return m_writer.batch; }

    void readSlice() {
        const auto start = m_event.time();
        if (!start) {
            return;
        }
        const std::int64_t length = m_event.duration();
        if (length > kMaxDuration || *start > std::numeric_limits<std::int64_t>::max() - length) {
            m_writer.report(IssueKind::ImpossibleDuration);
            return;
        }
        if (m_event.isMemoryEvent()) {
            return addMemory(*start);
        }
        SliceBatch& slices = batch().slices;
        const auto slice = static_cast<std::uint32_t>(slices.start.size());
        const BatchCategory category = m_event.category();
        slices.start.push_back(*start);
        slices.duration.push_back(length);
        slices.name.push_back(m_event.name());
        slices.category.push_back(category);
        slices.track.push_back(m_event.track());
        slices.event.push_back(m_writer.event());
        if (m_event[Field::Category].kind != TokenKind::None) {
            promoteArgs(m_writer.kindOf(category), m_event[Field::Name], m_event[Field::Args],
                        slice, m_writer);
        } else if (promoteXlaArgs(m_event[Field::Args], slice, m_writer)) {
            slices.category.back() = batch().category("step", SliceKind::UserAnnotation);
        }
    }

    void readOpenEnd(OpenEndPhase phase) {
        const auto at = m_event.time();
        if (!at) {
            return;
        }
        const bool isNamelessEnd =
            phase == OpenEndPhase::End && m_event[Field::Name].kind == TokenKind::None;
        const BatchString name = isNamelessEnd ? BatchString() : m_event.name();
        batch().openEnds.push_back(
            {phase, *at, name, m_event.category(), m_event.track(), m_writer.event()});
    }

    void readAsync(AsyncPhase phase) {
        if (const auto at = m_event.time()) {
            const BatchString name = m_event.optionalName();
            batch().asyncs.push_back({phase, *at, name, m_event.category(), m_event.id(),
                                      m_event.track(), m_writer.event()});
        }
    }

    void readFlow(FlowPhase phase) {
        if (const auto at = m_event.time()) {
            const bool isEnclosing = m_event[Field::BindingPoint].text() == "e";
            const BatchString name = m_event.optionalName();
            batch().flows.push_back({phase, isEnclosing, *at, m_event.categoryName(), name,
                                     m_event.id(), m_event.track(), m_writer.event()});
        }
    }

    void readInstant() {
        const auto at = m_event.time();
        if (!at) {
            return;
        }
        if (m_event.isMemoryEvent()) {
            return addMemory(*at);
        }
        const BatchString name = m_event.name();
        batch().instants.push_back(
            {*at, name, m_event.category(), m_event.track(), m_writer.event()});
    }

    void addMemory(std::int64_t at) {
        MemoryBatchRow row = memoryRow(m_event[Field::Args], m_writer);
        row.time = at;
        row.track = m_event.track();
        batch().memory.push_back(row);
    }

    void readCounter() {
        const auto at = m_event.time();
        if (!at) {
            return;
        }
        const BatchString counter = m_event.counterName();
        const BatchTrack track = m_event.track();
        bool hasValue = false;
        walkObject(m_event[Field::Args], [&](const Token& key, const Token& value) {
            if (const auto number = realNumber(value)) {
                hasValue = true;
                batch().counters.push_back({*at, *number, counter, m_writer.intern(key), track});
            }
            return true;
        });
        if (!hasValue) {
            m_writer.report(IssueKind::BadCounter);
        }
    }

    void readMetadata() {
        const std::string_view fact = m_event[Field::Name].text();
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

    void addTrackText(TrackFact fact, std::string_view key) {
        const Token value = m_event.arg(key);
        if (value.isText()) {
            const BatchString text = m_writer.intern(value);
            batch().metadata.push_back({fact, m_event.track(), text, 0});
        }
    }

    void addSortIndex(TrackFact fact) {
        if (const auto index = signedNumber(m_event.arg("sort_index"))) {
            batch().metadata.push_back({fact, m_event.track(), BatchString(), *index});
        }
    }

    BatchWriter m_writer;
    EventValues m_event{m_writer};
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
