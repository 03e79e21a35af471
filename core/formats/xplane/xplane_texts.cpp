// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/xplane/xplane_texts.h"

#include <fmt/format.h>

#include "core/base/digit_run.h"
#include "core/base/printable_text.h"
#include "core/formats/protobuf_keys.h"

namespace gaplight {
namespace {

struct MapEntry {
    std::int64_t key = 0;
    std::string_view value;
};

MapEntry readMapEntry(protozero::data_view view) {
    MapEntry entry;
    protozero::pbf_message<MapEntryField> fields(view);
    while (fields.next()) {
        if (fields.tag_and_type() == varintKey(MapEntryField::Key)) {
            entry.key = fields.get_int64();
        } else if (fields.tag_and_type() == bytesKey(MapEntryField::Value)) {
            entry.value = textOf(fields.get_view());
        } else {
            fields.skip();
        }
    }
    return entry;
}

}  // namespace

std::optional<std::int64_t> XplaneStat::integer() const {
    return integerIn(value);
}

std::string_view XplaneStat::text() const {
    const auto* found = std::get_if<std::string_view>(&value);
    return found == nullptr ? std::string_view() : *found;
}

std::string XplaneStat::display() const {
    if (const auto* real = std::get_if<double>(&value)) {
        return fmt::format("{}", *real);
    }
    if (const auto* natural = std::get_if<std::uint64_t>(&value)) {
        return fmt::format("{}", *natural);
    }
    if (const auto* number = std::get_if<std::int64_t>(&value)) {
        return fmt::format("{}", *number);
    }
    return validUtf8(text());
}

void XplaneTexts::read(std::string_view plane) {
    readStatNames(plane);
    protozero::pbf_message<PlaneField> fields(viewOf(plane));
    while (fields.next()) {
        if (fields.tag_and_type() == bytesKey(PlaneField::EventMetadata)) {
            readEventKind(readMapEntry(fields.get_view()).value);
        } else {
            fields.skip();
        }
    }
}

void XplaneTexts::readStatNames(std::string_view plane) {
    protozero::pbf_message<PlaneField> fields(viewOf(plane));
    while (fields.next()) {
        if (fields.tag_and_type() != bytesKey(PlaneField::StatMetadata)) {
            fields.skip();
            continue;
        }
        const MapEntry entry = readMapEntry(fields.get_view());
        protozero::pbf_message<MetadataField> metadata(viewOf(entry.value));
        while (metadata.next()) {
            if (metadata.tag_and_type() == bytesKey(MetadataField::Name)) {
                m_statNames[entry.key] = validUtf8(textOf(metadata.get_view()));
            } else {
                metadata.skip();
            }
        }
    }
}

void XplaneTexts::readEventKind(std::string_view message) {
    std::int64_t id = 0;
    std::string name;
    EventKind kind;
    protozero::pbf_message<MetadataField> fields(viewOf(message));
    while (fields.next()) {
        switch (fields.tag_and_type()) {
            case varintKey(MetadataField::Id):
                id = fields.get_int64();
                break;
            case bytesKey(MetadataField::Name):
                name = validUtf8(textOf(fields.get_view()));
                break;
            case bytesKey(MetadataField::DisplayName):
                kind.name = validUtf8(textOf(fields.get_view()));
                break;
            case bytesKey(MetadataField::Stats): {
                const XplaneStat stat = readStat(textOf(fields.get_view()));
                kind.stats.push_back({std::string(stat.name), stat.display()});
                break;
            }
            default:
                fields.skip();
        }
    }
    if (kind.name.empty()) {
        kind.name = std::move(name);
    } else {
        kind.longName = std::move(name);
    }
    m_events[id] = std::move(kind);
}

const XplaneTexts::EventKind* XplaneTexts::findEvent(std::int64_t id) const {
    const auto at = m_events.find(id);
    return at == m_events.end() ? nullptr : &at->second;
}

XplaneStat XplaneTexts::readStat(std::string_view message) const {
    XplaneStat stat;
    const auto nameOf = [this](std::int64_t id) {
        const auto at = m_statNames.find(id);
        return at == m_statNames.end() ? std::string_view() : std::string_view(at->second);
    };
    protozero::pbf_message<StatField> fields(viewOf(message));
    while (fields.next()) {
        switch (fields.tag_and_type()) {
            case varintKey(StatField::MetadataId):
                stat.name = nameOf(fields.get_int64());
                break;
            case fixed64Key(StatField::Double):
                stat.value = fields.get_double();
                break;
            case varintKey(StatField::Uint64):
                stat.value = fields.get_uint64();
                break;
            case varintKey(StatField::Int64):
                stat.value = fields.get_int64();
                break;
            case bytesKey(StatField::String):
            case bytesKey(StatField::Bytes):
                stat.value = textOf(fields.get_view());
                break;
            case varintKey(StatField::Reference):
                stat.value = nameOf(fields.get_int64());
                break;
            default:
                fields.skip();
        }
    }
    return stat;
}

}  // namespace gaplight
