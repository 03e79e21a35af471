// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/perfetto/packets/packet_message.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include <fmt/format.h>
#include <isa-l/igzip_lib.h>

#include "core/formats/perfetto/packets/packet_windows.h"
#include "core/formats/perfetto/packets/perfetto_fields.h"
#include "core/formats/protobuf_keys.h"

namespace gaplight {
namespace {

struct PacketKind {
    std::uint32_t field;
    const char* name;
    bool isRead = false;
};

// trace_packet.proto: the fields of its oneof `data`.
constexpr std::array kPacketKinds{
    PacketKind{1, "ftrace_events", true},
    PacketKind{2, "process_tree", true},
    PacketKind{4, "inode_file_map"},
    PacketKind{5, "chrome_events"},
    PacketKind{6, "clock_snapshot", true},
    PacketKind{7, "sys_stats"},
    PacketKind{9, "process_stats"},
    PacketKind{11, "track_event", true},
    PacketKind{12, "interned_data", true},
    PacketKind{33, "trace_config"},
    PacketKind{34, "ftrace_stats"},
    PacketKind{35, "trace_stats"},
    PacketKind{36, "synchronization_marker"},
    PacketKind{37, "profile_packet"},
    PacketKind{38, "battery"},
    PacketKind{39, "android_log"},
    PacketKind{40, "power_rails"},
    PacketKind{43, "process_descriptor"},
    PacketKind{44, "thread_descriptor"},
    PacketKind{45, "system_info"},
    PacketKind{46, "trigger"},
    PacketKind{47, "packages_list"},
    PacketKind{48, "chrome_benchmark_metadata"},
    PacketKind{49, "perfetto_metatrace"},
    PacketKind{50, "compressed_packets", true},
    PacketKind{51, "chrome_metadata"},
    PacketKind{52, "gpu_counter_event", true},
    PacketKind{53, "gpu_render_stage_event", true},
    PacketKind{54, "streaming_profile_packet"},
    PacketKind{56, "heap_graph"},
    PacketKind{57, "graphics_frame_event"},
    PacketKind{60, "track_descriptor", true},
    PacketKind{61, "module_symbols"},
    PacketKind{62, "vulkan_memory_event"},
    PacketKind{63, "gpu_log"},
    PacketKind{64, "deobfuscation_mapping"},
    PacketKind{65, "vulkan_api_event"},
    PacketKind{66, "perf_sample"},
    PacketKind{67, "cpu_info"},
    PacketKind{68, "smaps_packet"},
    PacketKind{69, "service_event"},
    PacketKind{70, "initial_display_state"},
    PacketKind{71, "gpu_mem_total_event"},
    PacketKind{72, "extension_descriptor"},
    PacketKind{73, "memory_tracker_snapshot"},
    PacketKind{74, "streaming_allocation"},
    PacketKind{75, "streaming_free"},
    PacketKind{76, "frame_timeline_event"},
    PacketKind{77, "android_energy_estimation_breakdown"},
    PacketKind{78, "ui_state"},
    PacketKind{82, "translation_table"},
    PacketKind{83, "android_game_intervention_list"},
    PacketKind{84, "statsd_atom"},
    PacketKind{86, "android_system_property"},
    PacketKind{88, "network_packet"},
    PacketKind{89, "trace_uuid"},
    PacketKind{90, "track_event_range_of_interest"},
    PacketKind{91, "entity_state_residency"},
    PacketKind{92, "network_packet_bundle"},
    PacketKind{93, "surfaceflinger_layers_snapshot"},
    PacketKind{94, "surfaceflinger_transactions"},
    PacketKind{95, "etw_events"},
    PacketKind{107, "remote_clock_sync"},
    PacketKind{109, "chrome_trigger"},
    PacketKind{123, "user_list"},
    PacketKind{124, "trace_provenance"},
    PacketKind{126, "trace_attributes"},
    PacketKind{128, "gpu_info"},
    PacketKind{129, "generic_gpu_frequency_event"},
    PacketKind{133, "zstd_compressed_packets"},
    PacketKind{135, "stack_sample"},
};

constexpr std::uint32_t kLastField = 160;  // of packets, in 2026; 900 is for tests
constexpr std::uint32_t kFirstExtension = 1000;
constexpr std::uint32_t kLastExtension = 1999;

const PacketKind* findKind(std::uint32_t field) {
    const auto at = std::find_if(kPacketKinds.begin(), kPacketKinds.end(),
                                 [field](const PacketKind& kind) { return kind.field == field; });
    return at == kPacketKinds.end() ? nullptr : &*at;
}

// trace_packet.proto: fields that are numbers.
bool isNumberField(std::uint32_t field) {
    constexpr std::array<std::uint32_t, 11> kNumbers{3, 8, 10, 13, 41, 42, 58, 79, 87, 98, 900};
    return std::find(kNumbers.begin(), kNumbers.end(), field) != kNumbers.end();
}

// Fields that tell a packet from other messages: numbers that it alone has.
bool isTelling(std::uint32_t field) {
    constexpr std::array<std::uint32_t, 9> kTelling{8, 10, 11, 33, 36, 45, 58, 60, 89};
    return std::find(kTelling.begin(), kTelling.end(), field) != kTelling.end();
}

}  // namespace

std::string packetName(std::uint32_t field) {
    const PacketKind* kind = findKind(field);
    return kind == nullptr ? fmt::format("field {}", field) : kind->name;
}

bool isPacketRead(std::uint32_t field) {
    const PacketKind* kind = findKind(field);
    return kind != nullptr && kind->isRead;
}

PacketLikeness judgePacket(std::string_view payload, bool isCut) {
    bool hasTelling = false;
    protozero::pbf_reader fields(viewOf(payload));
    try {
        while (fields.next()) {
            const auto field = static_cast<std::uint32_t>(fields.tag());
            const auto wire = fields.wire_type();
            const bool isKnown = field <= kLastField || field == 900 ||
                                 (field >= kFirstExtension && field <= kLastExtension);
            const bool isNumber = wire == protozero::pbf_wire_type::varint;
            const bool isMessage = wire == protozero::pbf_wire_type::length_delimited;
            if (!isKnown || (!isNumber && !isMessage) ||
                (isNumberField(field) != isNumber && findKind(field) != nullptr) ||
                (isNumberField(field) && !isNumber)) {
                return PacketLikeness::No;
            }
            hasTelling = hasTelling || isTelling(field);
            fields.skip();
        }
    } catch (const protozero::exception&) {
        if (!isCut) {
            return PacketLikeness::No;
        }
    }
    return hasTelling ? PacketLikeness::Yes : PacketLikeness::Unclear;
}

std::size_t payloadBegin(std::string_view text) {
    if (text.empty() || text.front() != '\x0a') {
        return 0;
    }
    constexpr std::size_t kMaxLengthBytes = 5;
    std::size_t at = 1;
    while (at < text.size() && at <= kMaxLengthBytes &&
           (static_cast<unsigned char>(text[at]) & 0x80U) != 0) {
        ++at;
    }
    return at < text.size() && at <= kMaxLengthBytes ? at + 1 : 0;
}

namespace {

constexpr std::size_t kInflateStep = std::size_t{1} << 20U;

// Fields beside the data: who wrote the packet (3, 10, 79, 98), and those below.
bool isOfPacketItself(std::uint32_t field) {
    return field == 3 || field == 79 || field == 98;
}

}  // namespace

PacketMessage readPacketMessage(std::string_view payload) {
    PacketMessage packet;
    protozero::pbf_message<PacketField> fields(viewOf(payload));
    while (fields.next()) {
        switch (fields.tag_and_type()) {
            case varintKey(PacketField::Timestamp):
                packet.timestamp = fields.get_uint64();
                break;
            case varintKey(PacketField::TimestampClockId):
                packet.clock = fields.get_uint32();
                break;
            case varintKey(PacketField::SequenceId):
                packet.sequence = fields.get_uint32();
                break;
            case varintKey(PacketField::SequenceFlags):
                packet.flags |= fields.get_uint32();
                break;
            case varintKey(PacketField::IncrementalStateCleared):
                packet.flags |= fields.get_uint64() != 0 ? kStateCleared : 0;
                break;
            case varintKey(PacketField::PreviousPacketDropped):
                packet.isAfterLoss = fields.get_uint64() != 0;
                break;
            case varintKey(PacketField::FirstPacketOnSequence):
                packet.isFirst = fields.get_uint64() != 0;
                break;
            case bytesKey(PacketField::InternedData):
                packet.internedData = textOf(fields.get_view());
                break;
            case bytesKey(PacketField::PacketDefaults):
                packet.defaults = textOf(fields.get_view());
                break;
            default:
                if (fields.wire_type() == protozero::pbf_wire_type::length_delimited &&
                    !isOfPacketItself(static_cast<std::uint32_t>(fields.tag()))) {
                    packet.dataField = static_cast<std::uint32_t>(fields.tag());
                    packet.data = textOf(fields.get_view());
                } else {
                    fields.skip();
                }
        }
    }
    return packet;
}

std::optional<std::string> inflatePackets(std::string_view data) {
    inflate_state state{};
    isal_inflate_init(&state);
    state.crc_flag = ISAL_ZLIB;
    // ISA-L does not write through next_in.
    state.next_in = reinterpret_cast<std::uint8_t*>(const_cast<char*>(data.data()));  // NOLINT
    state.avail_in = static_cast<std::uint32_t>(
        std::min<std::size_t>(data.size(), std::numeric_limits<std::uint32_t>::max()));
    std::string inflated;
    while (state.block_state != ISAL_BLOCK_FINISH) {
        const std::size_t size = inflated.size();
        if (size >= kMaxPacketBytes) {
            return std::nullopt;
        }
        inflated.resize(size + kInflateStep);
        state.next_out = reinterpret_cast<std::uint8_t*>(inflated.data() + size);  // NOLINT
        state.avail_out = kInflateStep;
        const int status = isal_inflate(&state);
        inflated.resize(size + kInflateStep - state.avail_out);
        if (status < 0 || status == ISAL_NEED_DICT || inflated.size() == size) {
            return state.block_state == ISAL_BLOCK_FINISH && status >= 0 ? std::optional(inflated)
                                                                         : std::nullopt;
        }
    }
    return inflated;
}

}  // namespace gaplight
