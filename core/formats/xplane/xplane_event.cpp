// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/xplane/xplane_event.h"

#include <algorithm>
#include <limits>

#include "core/base/utf8.h"
#include "core/formats/protobuf_keys.h"
#include "core/formats/xplane/xplane_fields.h"

namespace gaplight {
namespace {

constexpr std::int64_t kPsOfNs = 1000;

void takeStat(const XplaneStat& stat, XplaneEvent& event) {
    const auto natural = [&] {
        return static_cast<std::uint64_t>(std::max<std::int64_t>(stat.integer().value_or(0), 0));
    };
    if (stat.name == "correlation_id") {
        event.correlation = natural();
    } else if (stat.name == "device_id") {
        event.device = stat.integer().value_or(0);
    } else if (stat.name == "step_num") {
        event.isStep = true;
    } else if (stat.name == "kernel_details") {
        event.kernelDetails = stat.text();
    } else if (stat.name == "memcpy_details" || stat.name == "memset_details") {
        event.copyDetails = stat.text();
    } else if (stat.name == "cuda_graph_id") {
        event.graphId = natural();
    } else if (stat.name == "cuda_graph_node_id") {
        event.graphNodeId = natural();
    } else if (stat.name == "allocator_name") {
        event.allocator = stat.text();
    } else if (stat.name == "allocation_bytes") {
        event.allocationBytes = stat.integer().value_or(-1);
    } else if (stat.name == "bytes_allocated") {
        event.bytesAllocated = stat.integer().value_or(-1);
    } else if (stat.name == "bytes_reserved") {
        event.bytesReserved = stat.integer().value_or(-1);
    } else if (stat.name == "addr") {
        event.address = natural();
    }
}

}  // namespace

std::int32_t XplaneLine::stream() const {
    return id >= 0 && id <= std::numeric_limits<std::int32_t>::max() ? static_cast<std::int32_t>(id)
                                                                     : -1;
}

XplaneLine readXplaneLine(std::string_view message) {
    XplaneLine line;
    std::string displayName;
    protozero::pbf_message<LineField> facts(viewOf(message));
    while (facts.next()) {
        switch (facts.tag_and_type()) {
            case varintKey(LineField::Id):
                line.id = facts.get_int64();
                break;
            case bytesKey(LineField::Name):
                line.name = validUtf8(textOf(facts.get_view()));
                break;
            case bytesKey(LineField::DisplayName):
                displayName = validUtf8(textOf(facts.get_view()));
                break;
            case varintKey(LineField::TimestampNs):
                line.timestampNs = facts.get_int64();
                break;
            default:
                facts.skip();
        }
    }
    line.name = displayName.empty() ? line.name : displayName;
    return line;
}

XplaneEvent readXplaneEvent(std::string_view message, const XplaneTexts& texts) {
    XplaneEvent event;
    protozero::pbf_message<XEventField> fields(viewOf(message));
    while (fields.next()) {
        switch (fields.tag_and_type()) {
            case varintKey(XEventField::MetadataId):
                event.kind = fields.get_int64();
                break;
            case varintKey(XEventField::OffsetPs):
                event.offsetPs = fields.get_int64();
                break;
            case varintKey(XEventField::DurationPs):
                event.durationPs = fields.get_int64();
                break;
            case varintKey(XEventField::Occurrences):
                event.isAggregate = fields.get_int64() != 0;
                break;
            case bytesKey(XEventField::Stats):
                takeStat(texts.readStat(textOf(fields.get_view())), event);
                break;
            default:
                fields.skip();
        }
    }
    return event;
}

std::int64_t nsOfPicoseconds(std::int64_t picoseconds) {
    std::int64_t whole = picoseconds / kPsOfNs;
    std::int64_t rest = picoseconds % kPsOfNs;
    if (rest < 0) {
        rest += kPsOfNs;
        --whole;
    }
    const bool isUp = rest > kPsOfNs / 2 || (rest == kPsOfNs / 2 && whole % 2 != 0);
    return whole + (isUp ? 1 : 0);
}

}  // namespace gaplight
