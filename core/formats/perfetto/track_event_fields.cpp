// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/perfetto/track_event_fields.h"

#include <fmt/format.h>

#include "core/formats/perfetto/event_categories.h"

namespace gaplight {
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

}  // namespace gaplight
