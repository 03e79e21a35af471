// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/perfetto/packet_rewriting.h"

#include <vector>

#include <protozero/pbf_writer.hpp>

#include "core/formats/perfetto/packets/perfetto_fields.h"
#include "core/formats/protobuf_keys.h"

namespace gaplight {
namespace {

template <class Field>
constexpr protozero::pbf_tag_type tagOf(Field field) {
    return static_cast<protozero::pbf_tag_type>(field);
}

// Calls `take(fields)` at each field of a message; where it gives false, which it does without
// reading the field, the field's bytes are appended to `out`.
template <class Field, class Take>
void copyFields(std::string_view message, std::string& out, const Take& take) {
    protozero::pbf_message<Field> fields(viewOf(message));
    for (std::string_view rest = message; fields.next();) {
        if (!take(fields)) {
            fields.skip();
            out += rest.substr(0, rest.size() - fields.length());
        }
        rest = rest.substr(rest.size() - fields.length());
    }
}

std::string changedLegacy(std::string_view message, std::int64_t durationUs) {
    std::string out;
    copyFields<LegacyField>(message, out, [](auto& fields) {
        const bool isDuration = fields.tag_and_type() == varintKey(LegacyField::DurationUs);
        if (isDuration) {
            fields.skip();
        }
        return isDuration;
    });
    protozero::pbf_writer(out).add_int64(tagOf(LegacyField::DurationUs), durationUs);
    return out;
}

bool isVarintLike(protozero::pbf_wire_type wire) {
    return wire == protozero::pbf_wire_type::varint ||
           wire == protozero::pbf_wire_type::length_delimited;
}

bool isFixedLike(protozero::pbf_wire_type wire) {
    return wire == protozero::pbf_wire_type::fixed64 ||
           wire == protozero::pbf_wire_type::length_delimited;
}

// The flow ids of a field that stay, those that end here as such. False: another field.
template <class Message>
bool filterFlows(Message& fields, const TrackEventChanges& changes, protozero::pbf_writer& writer) {
    const TrackEventField field = fields.tag();
    const bool isOld =
        field == TrackEventField::OldFlowIds || field == TrackEventField::OldTerminatingFlowIds;
    const bool isNew =
        field == TrackEventField::FlowIds || field == TrackEventField::TerminatingFlowIds;
    if (!changes.losesFlow || (!isOld && !isNew)) {
        return false;
    }
    const TrackEventField ending =
        isOld ? TrackEventField::OldTerminatingFlowIds : TrackEventField::TerminatingFlowIds;
    const auto fieldOf = [&](std::uint64_t id) {
        return tagOf(changes.endsFlow(id) ? ending : field);
    };
    if (isOld && isVarintLike(fields.wire_type())) {
        forEachVarint(fields, [&](std::uint64_t id) {
            if (!changes.losesFlow(id)) {
                writer.add_uint64(fieldOf(id), id);
            }
        });
        return true;
    }
    if (isNew && isFixedLike(fields.wire_type())) {
        forEachFixed64(fields, [&](std::uint64_t id) {
            if (!changes.losesFlow(id)) {
                writer.add_fixed64(fieldOf(id), id);
            }
        });
        return true;
    }
    return false;
}

}  // namespace

std::string changedPacket(std::string_view payload, const PacketMessage& packet,
                          const PacketChanges& changes) {
    std::string out;
    copyFields<PacketField>(payload, out, [&](auto& fields) {
        const bool isReplaced =
            (changes.timestamp && fields.tag_and_type() == varintKey(PacketField::Timestamp)) ||
            (changes.clock && fields.tag_and_type() == varintKey(PacketField::TimestampClockId)) ||
            ((changes.data || changes.dropsData) && packet.dataField != 0 &&
             tagOf(fields.tag()) == packet.dataField);
        if (isReplaced) {
            fields.skip();
        }
        return isReplaced;
    });
    protozero::pbf_writer writer(out);
    if (changes.timestamp) {
        writer.add_uint64(tagOf(PacketField::Timestamp), *changes.timestamp);
    }
    if (changes.clock) {
        writer.add_uint32(tagOf(PacketField::TimestampClockId), *changes.clock);
    }
    if (changes.data) {
        writer.add_bytes(packet.dataField, viewOf(*changes.data));
    }
    return out;
}

std::string changedTrackEvent(std::string_view message, const TrackEventChanges& changes) {
    std::string out;
    protozero::pbf_writer writer(out);
    copyFields<TrackEventField>(message, out, [&](auto& fields) {
        if (changes.count && fields.tag_and_type() == varintKey(TrackEventField::CounterValue)) {
            fields.skip();
            return true;
        }
        if (changes.counts && fields.tag() == TrackEventField::ExtraCounterValues) {
            fields.skip();
            return true;
        }
        if (changes.durationUs && fields.tag_and_type() == bytesKey(TrackEventField::LegacyEvent)) {
            writer.add_bytes(tagOf(TrackEventField::LegacyEvent),
                             changedLegacy(textOf(fields.get_view()), *changes.durationUs));
            return true;
        }
        return filterFlows(fields, changes, writer);
    });
    if (changes.count) {
        writer.add_int64(tagOf(TrackEventField::CounterValue), *changes.count);
    }
    if (changes.counts) {
        writer.add_packed_int64(tagOf(TrackEventField::ExtraCounterValues), changes.counts->begin(),
                                changes.counts->end());
    }
    return out;
}

std::uint64_t stageDuration(std::string_view message) {
    std::uint64_t duration = 0;
    protozero::pbf_message<StageField> fields(viewOf(message));
    while (fields.next()) {
        if (fields.tag_and_type() == varintKey(StageField::DurationNs)) {
            duration = fields.get_uint64();
        } else {
            fields.skip();
        }
    }
    return duration;
}

std::string changedStage(std::string_view message, std::uint64_t duration) {
    std::string out;
    copyFields<StageField>(message, out, [](auto& fields) {
        const bool isDuration = fields.tag_and_type() == varintKey(StageField::DurationNs);
        if (isDuration) {
            fields.skip();
        }
        return isDuration;
    });
    protozero::pbf_writer(out).add_uint64(tagOf(StageField::DurationNs), duration);
    return out;
}

std::string counterDescriptions(std::string_view message) {
    std::string out;
    bool hasDescriptor = false;
    copyFields<GpuCounterField>(message, out, [&](auto& fields) {
        hasDescriptor =
            hasDescriptor || fields.tag_and_type() == bytesKey(GpuCounterField::Descriptor);
        const bool isSample = fields.tag_and_type() == bytesKey(GpuCounterField::Counters);
        if (isSample) {
            fields.skip();
        }
        return isSample;
    });
    return hasDescriptor ? out : std::string();
}

}  // namespace gaplight
