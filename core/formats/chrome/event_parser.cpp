// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/chrome/event_parser.h"

#include <bit>
#include <cstring>
#include <limits>
#include <optional>
#include <string>

#include "core/base/decimal_time.h"
#include "core/formats/chrome/batch_writer.h"
#include "core/formats/chrome/xla_events.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace gaplight {
namespace {

constexpr bool kLittleEndian = std::endian::native == std::endian::little;

// Eight bytes of text as one integer, the first one in the lowest byte.
std::uint64_t loadBytes(const char* at) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, at, sizeof bits);
    return kLittleEndian ? bits : __builtin_bswap64(bits);
}

constexpr std::uint64_t packed(std::string_view key) {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < key.size(); ++i) {
        bits |= static_cast<std::uint64_t>(static_cast<unsigned char>(key[i])) << (8 * i);
    }
    return bits;
}

// `key` as packed() would give it; text is readable beyond its end.
Field fieldOf(const Token& key) {
    if (key.length > 5) {
        return Field::Count_;
    }
    const std::uint64_t mask = (std::uint64_t{1} << (8 * key.length)) - 1;
    switch (loadBytes(key.begin) & mask) {
        case packed("ph"):
            return Field::Phase;
        case packed("cat"):
            return Field::Category;
        case packed("name"):
            return Field::Name;
        case packed("pid"):
            return Field::Pid;
        case packed("tid"):
            return Field::Tid;
        case packed("ts"):
            return Field::Timestamp;
        case packed("dur"):
            return Field::Length;
        case packed("args"):
            return Field::Args;
        case packed("id"):
            return Field::Id;
        case packed("id2"):
            return Field::Id2;
        case packed("scope"):
            return Field::Scope;
        case packed("bp"):
            return Field::BindingPoint;
        default:
            return Field::Count_;
    }
}

// At the quote of a key. Nearly all keys are shorter than eight bytes: one load finds their end.
bool takeKey(TokenCursor& cursor, Token& key) {
    constexpr std::uint64_t kOnes = 0x0101010101010101ULL;
    const char* begin = cursor.at() + 1;
    const std::uint64_t bytes = loadBytes(begin);
    const std::uint64_t differs = bytes ^ (kOnes * '"');
    const std::uint64_t quotes = (differs - kOnes) & ~differs & (kOnes << 7U);
    const auto length = static_cast<unsigned>(std::countr_zero(quotes)) / 8;
    if (quotes == 0 || length == 0 || begin[length - 1] == '\\') {
        return cursor.takeString(key);
    }
    key.begin = begin;
    key.length = length;
    cursor.jump(begin + length + 1);
    return !cursor.atEnd();
}

// At a key: the key, its colon, and the white space up to its value.
bool takeKeyOfValue(TokenCursor& cursor, Field& field) {
    Token key;
    if (cursor.atEnd() || *cursor.at() != '"' || !takeKey(cursor, key)) {
        return false;
    }
    cursor.skipSpace();
    if (!cursor.take(':')) {
        return false;
    }
    cursor.skipSpace();
    field = fieldOf(key);
    return true;
}

// Between values: white space and commas, of which there must be one unless the event ends or
// has just begun.
bool takeCommas(TokenCursor& cursor, bool isFirst) {
    cursor.skipSpace();
    bool found = isFirst;
    while (cursor.take(',')) {
        found = true;
        cursor.skipSpace();
    }
    return found || (!cursor.atEnd() && *cursor.at() == '}');
}

}  // namespace

const EventLayout::Gap* EventLayout::recall(std::size_t key, const char* at) const {
#if defined(__SSE2__)
    if (key >= kKeys) {
        return nullptr;
    }
    const Gap& gap = m_gaps[key];
    const __m128i here = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));          // NOLINT
    const __m128i known = _mm_loadu_si128(reinterpret_cast<const __m128i*>(gap.bytes));  // NOLINT
    const auto same = static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(here, known)));
    const bool isSame = gap.mask != 0 && (same & gap.mask) == gap.mask;
    // More white space would belong to the gap.
    return isSame && static_cast<unsigned char>(at[gap.length]) > ' ' ? &gap : nullptr;
#else
    static_cast<void>(key);
    static_cast<void>(at);
    return nullptr;
#endif
}

void EventLayout::remember(std::size_t key, const char* begin, const char* end, Field field) {
    const auto length = static_cast<std::size_t>(end - begin);
    if (key >= kKeys || length > kGapBytes) {
        return;
    }
    Gap& gap = m_gaps[key];
    std::memcpy(gap.bytes, begin, length);
    gap.length = static_cast<std::uint32_t>(length);
    gap.mask = (1U << length) - 1;
    gap.field = field;
}

bool readEventFields(std::string_view text, const EventExtent& extent, EventLayout& layout,
                     EventFields& fields) {
    for (Token& token : fields.tokens) {
        token = {};
    }
    fields.duplicateKey = false;
    const char* end = text.data() + extent.end;
    const char* nested = text.data() + extent.nestedBegin;
    const char* nestedEnd = text.data() + extent.nestedEnd;
    TokenCursor cursor(text.data() + extent.begin, end);
    if (!cursor.take('{')) {
        return false;
    }
    std::uint32_t seen = 0;
    for (std::size_t key = 0;; ++key) {
        const char* const gapBegin = cursor.at();
        Field field = Field::Count_;
        if (const EventLayout::Gap* gap = layout.recall(key, gapBegin)) {
            cursor.jump(gapBegin + gap->length);
            field = gap->field;
        } else {
            if (!takeCommas(cursor, key == 0)) {
                return false;
            }
            if (cursor.take('}')) {
                return cursor.at() == end;
            }
            if (!takeKeyOfValue(cursor, field)) {
                return false;
            }
            layout.remember(key, gapBegin, cursor.at(), field);
        }
        if (field != Field::Count_) {
            const std::uint32_t bit = 1U << static_cast<unsigned>(field);
            fields.duplicateKey = fields.duplicateKey || (seen & bit) != 0;
            seen |= bit;
        }
        // In place: copying a token right after its parts were written would wait for them.
        Token& value = fields.tokens[static_cast<std::size_t>(field)];
        if (!cursor.takeValue(value, cursor.at() == nested ? nestedEnd : nullptr)) {
            return false;
        }
    }
}

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

    // Takes the bracket of a rank, and the space after it, from the pid; false where it has
    // another.
    bool takeRank(std::string_view bracket) {
        Token& pid = m_fields.tokens[static_cast<std::size_t>(Field::Pid)];
        const bool isOwn = pid.isText() && pid.text().starts_with(bracket) &&
                           pid.length > bracket.size() && pid.begin[bracket.size()] == ' ';
        if (isOwn) {
            pid.begin += bracket.size() + 1;
            pid.length -= static_cast<std::uint32_t>(bracket.size() + 1);
        }
        return isOwn;
    }
    const Token& operator[](Field field) const { return m_fields[field]; }
    bool isMemoryEvent() const { return m_fields.isMemoryEvent(); }

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
    // As name(). clang (-ftime-trace) writes what it worked on into args: "Source vector",
    // "InstantiateClass std::vector<int>".
    BatchString sliceName() {
        constexpr std::array<std::string_view, 9> kOnes{"Source",
                                                        "ParseClass",
                                                        "ParseTemplate",
                                                        "InstantiateClass",
                                                        "InstantiateFunction",
                                                        "OptFunction",
                                                        "CodeGen Function",
                                                        "RunPass",
                                                        "RunLoopPass"};
        const std::string_view kind = m_fields[Field::Name].text();
        if (m_fields[Field::Category].kind != TokenKind::None ||
            std::find(kOnes.begin(), kOnes.end(), kind) == kOnes.end()) {
            return name();
        }
        const Token detail = arg("detail");
        if (detail.kind != TokenKind::String || detail.length == 0) {
            return name();
        }
        const std::string_view of = m_writer.text(detail);
        m_scratch = kind;
        m_scratch += ' ';
        m_scratch += kind == "Source" ? of.substr(of.find_last_of("/\\") + 1) : of;
        return m_writer.intern(m_scratch);
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
    Token arg(std::string_view key) const {
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
    EventReader(const SplitWindow& window, std::string_view rank) : m_rank(rank) {
        reserve(m_writer.batch.slices, window.events.size());
    }

    void read(std::string_view text, const EventExtent& extent, std::uint64_t offset) {
        if (m_event.read(text, extent, offset) && (m_rank.empty() || m_event.takeRank(m_rank))) {
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
        slices.name.push_back(m_event.sliceName());
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

    std::string_view m_rank;  // of a merged trace; empty: all
    BatchWriter m_writer;
    EventValues m_event{m_writer};
    std::uint64_t m_withPhase = 0;
};

}  // namespace

ParsedEvents parseEvents(std::string_view text, std::uint64_t offset, const SplitWindow& window,
                         std::string_view rank) {
    EventReader reader(window, rank);
    for (const EventExtent& extent : window.events) {
        reader.read(text, extent, offset);
    }
    ParsedEvents parsed = reader.takeEvents();
    parsed.batch.events = window.events.size() + window.putAside;
    return parsed;
}

}  // namespace gaplight
