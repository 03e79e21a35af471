// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/perfetto/track_events.h"

#include <algorithm>
#include <array>
#include <bit>

#include <fmt/format.h>

#include "core/formats/kineto_fields.h"

namespace gaplight {

std::string_view copyKindOfRocmName(std::string_view name) {
    using Entry = std::pair<std::string_view, std::string_view>;
    constexpr std::array<Entry, 4> kDirections{
        Entry{"MEMORY_COPY_HOST_TO_DEVICE", "HtoD"}, Entry{"MEMORY_COPY_DEVICE_TO_HOST", "DtoH"},
        Entry{"MEMORY_COPY_DEVICE_TO_DEVICE", "DtoD"}, Entry{"MEMORY_COPY_HOST_TO_HOST", "HtoH"}};
    const auto at = std::find_if(kDirections.begin(), kDirections.end(),
                                 [name](const Entry& entry) { return entry.first == name; });
    return at == kDirections.end() ? std::string_view() : at->second;
}

SliceKind kindOfPerfettoCategory(std::string_view category) {
    using Entry = std::pair<std::string_view, SliceKind>;
    // rocprofv3 and rocprof-sys; ROCm/rocm-systems, generatePerfetto.cpp.
    constexpr std::array kRocmKinds{
        Entry{"hip_api", SliceKind::Runtime},
        Entry{"hip_runtime_api", SliceKind::Runtime},
        Entry{"rocm_hip_api", SliceKind::Runtime},
        Entry{"hsa_api", SliceKind::Driver},
        Entry{"rocm_hsa_api", SliceKind::Driver},
        Entry{"kernel_dispatch", SliceKind::Kernel},
        Entry{"rocm_kernel_dispatch", SliceKind::Kernel},
        Entry{"memory_copy", SliceKind::Memcpy},
        Entry{"rocm_memory_copy", SliceKind::Memcpy},
        Entry{"marker_api", SliceKind::UserAnnotation},
        Entry{"rocm_marker_api", SliceKind::UserAnnotation},
    };
    const SliceKind kineto = sliceKindOfCategory(category);
    if (kineto != SliceKind::Other) {
        return kineto;
    }
    const auto at = std::find_if(kRocmKinds.begin(), kRocmKinds.end(),
                                 [&](const Entry& entry) { return entry.first == category; });
    return at == kRocmKinds.end() ? SliceKind::Other : at->second;
}

namespace {

LegacyTrackEvent readLegacy(protozero::data_view view) {
    LegacyTrackEvent event;
    std::string_view scope;
    protozero::pbf_message<LegacyField> fields(view);
    while (fields.next()) {
        switch (fields.tag_and_type()) {
            case varintKey(LegacyField::Phase):
                event.phase = static_cast<char>(fields.get_int32());
                break;
            case varintKey(LegacyField::NameIid):
                event.nameIid = fields.get_uint64();
                break;
            case varintKey(LegacyField::DurationUs):
                event.durationUs = fields.get_int64();
                break;
            case varintKey(LegacyField::UnscopedId):
            case varintKey(LegacyField::LocalId):
            case varintKey(LegacyField::GlobalId):
                event.id = fmt::format("{:#x}", fields.get_uint64());
                break;
            case bytesKey(LegacyField::IdScope):
                scope = textOf(fields.get_view());
                break;
            default:
                fields.skip();
        }
    }
    event.id = scope.empty() ? event.id : fmt::format("{}:{}", scope, event.id);
    return event;
}

}  // namespace

void TrackEventFields::read(std::string_view message, const EventSurroundings& around,
                            ImportIssues& issues) {
    clear();
    m_around = &around;
    m_issues = &issues;
    trackUuid = around.defaults->track;
    Message fields(viewOf(message));
    while (fields.next()) {
        readField(fields);
    }
    if (legacy && name.empty() && legacy->nameIid != 0) {
        name = interned(InternedKind::EventName, legacy->nameIid, "name");
    }
}

void TrackEventFields::clear() {
    type = TrackEventType::None;
    name = {};
    category = {};
    columns.clear();
    legacy.reset();
    count.reset();
    value.reset();
    flows.clear();
    counterTracks.clear();
    counts.clear();
    doubleCounterTracks.clear();
    doubles.clear();
    stages.clear();
}

TrackEventShape TrackEventFields::shape() const {
    if (type == TrackEventType::SliceBegin) {
        return TrackEventShape::SliceBegin;
    }
    if (type == TrackEventType::SliceEnd) {
        return TrackEventShape::SliceEnd;
    }
    if (type == TrackEventType::Instant || type == TrackEventType::Counter || !legacy) {
        return TrackEventShape::Whole;
    }
    if (legacy->asyncPhase()) {
        return TrackEventShape::Async;
    }
    return legacy->phase == 'B'   ? TrackEventShape::SliceBegin
           : legacy->phase == 'E' ? TrackEventShape::SliceEnd
                                  : TrackEventShape::Whole;
}

SliceKind TrackEventFields::categoryKind() {
    if (category != m_lastCategory) {
        m_lastCategory = category;
        m_lastKind = kindOfPerfettoCategory(category);
    }
    return m_lastKind;
}

void TrackEventFields::readField(Message& fields) {
    switch (fields.tag_and_type()) {
        case varintKey(TrackEventField::Type):
            type = static_cast<TrackEventType>(fields.get_uint32());
            break;
        case varintKey(TrackEventField::TrackUuid):
            trackUuid = fields.get_uint64();
            break;
        case varintKey(TrackEventField::NameIid):
            name = interned(InternedKind::EventName, fields.get_uint64(), "name");
            break;
        case bytesKey(TrackEventField::Name):
            name = textOf(fields.get_view());
            break;
        case bytesKey(TrackEventField::Categories): {
            const std::string_view read = textOf(fields.get_view());
            category = category.empty() ? read : category;
            break;
        }
        case bytesKey(TrackEventField::Annotations):
            readAnnotation(textOf(fields.get_view()));
            break;
        case bytesKey(TrackEventField::LegacyEvent):
            legacy = readLegacy(fields.get_view());
            break;
        case varintKey(TrackEventField::CounterValue):
            count = fields.get_int64();
            break;
        case fixed64Key(TrackEventField::DoubleCounterValue):
            value = fields.get_double();
            break;
        case bytesKey(TrackEventField::GpuCorrelation):
            readCorrelation(textOf(fields.get_view()));
            break;
        default:
            readRepeated(fields);
    }
}

// Fields that writers pack or do not.
void TrackEventFields::readRepeated(Message& fields) {
    const auto wire = fields.wire_type();
    const bool isVarint = wire == protozero::pbf_wire_type::varint ||
                          wire == protozero::pbf_wire_type::length_delimited;
    const bool isFixed = wire == protozero::pbf_wire_type::fixed64 ||
                         wire == protozero::pbf_wire_type::length_delimited;
    const auto collect = [&](std::vector<std::uint64_t>& into) {
        forEachVarint(fields, [&](std::uint64_t number) { into.push_back(number); });
    };
    const TrackEventField field = fields.tag();
    if (field == TrackEventField::CategoryIids && isVarint) {
        forEachVarint(fields, [&](std::uint64_t iid) {
            category =
                category.empty() ? interned(InternedKind::Category, iid, "category") : category;
        });
    } else if (field == TrackEventField::FlowIds && isFixed) {
        forEachFixed64(fields, [&](std::uint64_t id) { flows.emplace_back(id, false); });
    } else if (field == TrackEventField::TerminatingFlowIds && isFixed) {
        forEachFixed64(fields, [&](std::uint64_t id) { flows.emplace_back(id, true); });
    } else if (field == TrackEventField::OldFlowIds && isVarint) {
        forEachVarint(fields, [&](std::uint64_t id) { flows.emplace_back(id, false); });
    } else if (field == TrackEventField::OldTerminatingFlowIds && isVarint) {
        forEachVarint(fields, [&](std::uint64_t id) { flows.emplace_back(id, true); });
    } else if (field == TrackEventField::ExtraCounterTracks && isVarint) {
        collect(counterTracks);
    } else if (field == TrackEventField::ExtraCounterValues && isVarint) {
        collect(counts);
    } else if (field == TrackEventField::ExtraDoubleCounterTracks && isVarint) {
        collect(doubleCounterTracks);
    } else if (field == TrackEventField::ExtraDoubleCounterValues && isFixed) {
        forEachFixed64(fields, [&](std::uint64_t bits) { doubles.push_back(bits); });
    } else {
        fields.skip();
    }
}

std::string_view TrackEventFields::interned(InternedKind kind, std::uint64_t iid,
                                            std::string_view what) {
    const InternedEntry* entry = m_around->texts.find(kind, iid);
    if (entry == nullptr) {
        m_issues->record(IssueKind::BadId, m_around->event.number(),
                         fmt::format("unknown interned {} {}", what, iid));
        return {};
    }
    return entry->text;
}

void TrackEventFields::readAnnotation(std::string_view message) {
    // Most annotations are no columns.
    const std::string_view known = leadingName(message, m_around->texts);
    if (!known.empty() && annotationName(known) == AnnotationName::None) {
        return;
    }
    const DebugAnnotation annotation = readDebugAnnotation(message, m_around->texts);
    if (annotation.hasUnknownId) {
        m_issues->record(IssueKind::BadId, m_around->event.number(),
                         "unknown interned text of an annotation");
    }
    columns.take(annotation, m_around->texts);
}

void TrackEventFields::readCorrelation(std::string_view message) {
    protozero::pbf_reader fields(viewOf(message));
    while (fields.next()) {
        if (fields.tag() == kSubmissionEventIds &&
            (fields.wire_type() == protozero::pbf_wire_type::varint ||
             fields.wire_type() == protozero::pbf_wire_type::length_delimited)) {
            forEachVarint(fields, [&](std::uint64_t id) { stages.push_back(id); });
        } else {
            fields.skip();
        }
    }
}

namespace {

constexpr std::int64_t kNsOfUs = 1000;

class TrackEventReader {
public:
    TrackEventReader(const EventSurroundings& around, TrackEventFields& event, PerfettoPart& part)
        : m_around(around), m_event(event), m_part(part) {}

    void read(std::string_view message) {
        m_event.read(message, m_around, m_part.issues());
        m_moment = momentOn(m_event.trackUuid);
        addFlows();
        addExtraCounters();
        switch (m_event.type) {
            case TrackEventType::SliceBegin:
                addSlice(std::nullopt);
                break;
            case TrackEventType::SliceEnd:
                m_part.addEnd(m_moment);
                break;
            case TrackEventType::Instant:
                m_part.addInstant(m_moment, sliceText(), m_event.columns);
                break;
            case TrackEventType::Counter:
                addCounter();
                break;
            default:
                addLegacy();
        }
    }

private:
    // Name, category and kind of a slice or an instant.
    PerfettoPart::Text sliceText() {
        PerfettoPart::Text text{m_event.name, m_event.category, m_event.categoryKind()};
        if (text.kind == SliceKind::Other) {
            text.kind = m_event.columns.kindByValues(m_event.name);
            if (text.kind == SliceKind::Other && !m_event.stages.empty()) {
                text.kind = SliceKind::Runtime;
            }
            if (m_event.category.empty() && text.kind != SliceKind::Other) {
                text.category = categoryOfSliceKind(text.kind);
            }
        }
        return text;
    }

    void addSlice(std::optional<std::int64_t> duration) {
        const PerfettoPart::Text text = sliceText();
        if (!m_event.stages.empty()) {
            if (!m_event.columns.correlation()) {
                m_event.columns.setCorrelation(m_event.stages.front());
            }
            for (const std::uint64_t stage : m_event.stages) {
                if (stage != *m_event.columns.correlation()) {
                    m_part.addAlias(stage, *m_event.columns.correlation());
                }
            }
        }
        if (text.kind == SliceKind::Memcpy) {
            m_event.columns.takeText("copy kind", copyKindOfRocmName(m_event.name));
        }
        m_part.addSlice(m_moment, text, m_event.columns, duration);
    }

    void addFlows() {
        for (const auto& [id, isTerminating] : m_event.flows) {
            m_part.addFlow(m_moment, id, isTerminating);
        }
    }

    [[nodiscard]] PerfettoPart::Moment momentOn(std::uint64_t uuid) {
        return {m_part.find(uuid), m_around.time, m_around.event, m_around.sequence};
    }

    void addCounter() {
        if (m_event.count) {
            m_part.addCount(m_moment, *m_event.count, m_around.state);
        } else if (m_event.value) {
            m_part.addCounter(m_moment, *m_event.value);
        } else {
            m_part.issues().record(IssueKind::BadCounter, m_around.event.number(), m_event.name);
        }
    }

    void addExtraCounters() {
        const auto& tracks = m_event.counterTracks.empty() ? m_around.defaults->counterTracks
                                                           : m_event.counterTracks;
        for (std::size_t at = 0; at < std::min(tracks.size(), m_event.counts.size()); ++at) {
            m_part.addCount(momentOn(tracks[at]), static_cast<std::int64_t>(m_event.counts[at]),
                            m_around.state);
        }
        const auto& doubles = m_event.doubleCounterTracks.empty()
                                  ? m_around.defaults->doubleCounterTracks
                                  : m_event.doubleCounterTracks;
        for (std::size_t at = 0; at < std::min(doubles.size(), m_event.doubles.size()); ++at) {
            m_part.addCounter(momentOn(doubles[at]), std::bit_cast<double>(m_event.doubles[at]));
        }
    }

    void addLegacy() {
        if (!m_event.legacy) {
            m_part.issues().record(IssueKind::UnknownPhase, m_around.event.number(), m_event.name);
            return;
        }
        if (const auto phase = m_event.legacy->asyncPhase()) {
            m_part.addAsync(*phase, m_moment, sliceText(), m_event.legacy->id);
            return;
        }
        std::int64_t duration = 0;
        switch (m_event.legacy->phase) {
            case 'X':
                if (m_event.legacy->durationUs < 0 ||
                    __builtin_mul_overflow(m_event.legacy->durationUs, kNsOfUs, &duration)) {
                    m_part.issues().record(IssueKind::NegativeDuration, m_around.event.number(),
                                           m_event.name);
                    duration = 0;
                }
                return addSlice(duration);
            case 'B':
                return addSlice(std::nullopt);
            case 'E':
                return m_part.addEnd(m_moment);
            case 'i':
            case 'I':
            case 'R':
            case 'P':
                return m_part.addInstant(m_moment, sliceText(), m_event.columns);
            default:
                m_part.issues().record(IssueKind::UnknownPhase, m_around.event.number(),
                                       m_event.name);
        }
    }

    const EventSurroundings& m_around;
    TrackEventFields& m_event;
    PerfettoPart& m_part;
    PerfettoPart::Moment m_moment;
};

}  // namespace

EventSurroundings surroundingsOf(EventId event, std::int64_t time, const PacketMessage& packet,
                                 PacketSequences& sequences, InternedTexts::View texts) {
    const PacketSequence& sequence = sequences.of(packet.sequence);
    return {event, packet.sequence, time, sequence.state, texts, sequence.defaults};
}

void readTrackEvent(std::string_view message, const EventSurroundings& around,
                    TrackEventFields& fields, PerfettoPart& part) {
    TrackEventReader(around, fields, part).read(message);
}

}  // namespace gaplight
