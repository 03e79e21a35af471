// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/perfetto/perfetto_details.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>

#include <fmt/format.h>

#include "core/base/printable_text.h"
#include "core/base/quantity_text.h"
#include "core/base/result.h"
#include "core/formats/kineto_fields.h"
#include "core/formats/perfetto/packets/packet_windows.h"
#include "core/formats/perfetto/packets/perfetto_fields.h"
#include "core/formats/perfetto/values/debug_annotation.h"
#include "core/formats/protobuf_keys.h"

namespace gaplight {
namespace {

constexpr std::size_t kFirstRead = std::size_t{1} << 10U;  // holds most packets
constexpr std::size_t kMaxPacket = std::size_t{16} << 20U;

Error changedFile(std::uint64_t offset) {
    return {ErrorCode::NotReadable,
            fmt::format("no packet begins at byte {} any more; the file was changed: open it again",
                        offset),
            offset};
}

struct PacketBytes {
    std::string bytes;  // the packet and what follows it
    std::size_t begin = 0;
    std::size_t length = 0;

    std::string_view payload() const { return std::string_view(bytes).substr(begin, length); }
};

// The packet that begins at a byte.
Result<PacketBytes> readPacketAt(const RandomAccess& source, std::uint64_t offset) {
    std::string bytes(kFirstRead, '\0');
    for (;;) {
        const std::size_t got = TRY(source.readAt(offset, {bytes.data(), bytes.size()}));
        const std::string_view text(bytes.data(), got);
        if (const std::optional<PacketExtent> packet = firstPacket(text)) {
            return PacketBytes{std::move(bytes), packet->payload, packet->length};
        }
        if (got < bytes.size() || text.front() != '\x0a') {
            return tl::unexpected(changedFile(offset));
        }
        if (bytes.size() >= kMaxPacket) {
            return failAt(
                ErrorCode::TooLarge,
                fmt::format("the packet at byte {} is longer than 16 MiB and not shown", offset),
                offset);
        }
        bytes.resize(std::min(8 * bytes.size(), kMaxPacket));
    }
}

class ArgsReader {
public:
    ArgsReader(InternedTexts::View texts, std::vector<Arg>& args) : m_texts(texts), m_args(args) {}

    void readTrackEvent(std::string_view message) {
        protozero::pbf_message<TrackEventField> fields(viewOf(message));
        while (fields.next()) {
            if (fields.tag_and_type() == bytesKey(TrackEventField::Annotations)) {
                add(readDebugAnnotation(textOf(fields.get_view()), m_texts));
            } else {
                fields.skip();
            }
        }
    }

    void readRenderStage(std::string_view message) {
        protozero::pbf_message<StageField> fields(viewOf(message));
        while (fields.next()) {
            switch (fields.tag_and_type()) {
                case varintKey(StageField::EventId):
                    addNumber("event id", fields.get_uint64());
                    break;
                case varintKey(StageField::GpuId):
                    addNumber("gpu", fields.get_uint64());
                    break;
                case varintKey(StageField::Context):
                    addNumber("context", fields.get_uint64());
                    break;
                case varintKey(StageField::EventWaitIds):
                    addNumber("waits for event", fields.get_uint64());
                    break;
                case bytesKey(StageField::Launch):
                    readLaunch(fields.get_view());
                    break;
                case bytesKey(StageField::ExtraData):
                    readExtraData(fields.get_view());
                    break;
                default:
                    fields.skip();
            }
        }
    }

private:
    // The members of a dictionary are lines of their own.
    void add(const DebugAnnotation& annotation) {
        const std::string name = validUtf8(annotation.name);
        const std::vector<DebugAnnotation> members = membersOf(annotation, m_texts);
        if (members.empty() || members.front().name.empty()) {
            m_args.push_back({name, displayText(annotation, m_texts)});
            return;
        }
        for (const DebugAnnotation& member : members) {
            m_args.push_back({name + " / " + validUtf8(member.name), displayText(member, m_texts)});
        }
    }

    void addNumber(const char* name, std::uint64_t number) {
        m_args.push_back({name, std::to_string(number)});
    }

    void readLaunch(protozero::data_view view) {
        protozero::pbf_message<LaunchField> fields(view);
        while (fields.next()) {
            if (fields.tag_and_type() == bytesKey(LaunchField::Grid)) {
                addDim3("grid", fields.get_view());
            } else if (fields.tag_and_type() == bytesKey(LaunchField::Workgroup)) {
                addDim3("block", fields.get_view());
            } else if (fields.tag_and_type() == bytesKey(LaunchField::Args)) {
                add(readComputeArg(textOf(fields.get_view()), m_texts));
            } else {
                fields.skip();
            }
        }
    }

    void addDim3(const char* name, protozero::data_view view) {
        std::string sizes;
        protozero::pbf_reader fields(view);
        while (fields.next()) {
            if (fields.wire_type() == protozero::pbf_wire_type::varint) {
                appendItem(sizes, std::to_string(fields.get_uint64()));
            } else {
                fields.skip();
            }
        }
        m_args.push_back({name, "[" + sizes + "]"});
    }

    void readExtraData(protozero::data_view view) {
        Arg arg;
        protozero::pbf_message<ExtraDataField> fields(view);
        while (fields.next()) {
            if (fields.tag_and_type() == bytesKey(ExtraDataField::Name)) {
                arg.path = validUtf8(textOf(fields.get_view()));
            } else if (fields.tag_and_type() == bytesKey(ExtraDataField::Value)) {
                arg.value = validUtf8(textOf(fields.get_view()));
            } else {
                fields.skip();
            }
        }
        m_args.push_back(std::move(arg));
    }

    InternedTexts::View m_texts;
    std::vector<Arg>& m_args;
};

// The packet of an event in a container; empty where the container's is no compressed packet.
std::string packetWithin(std::string_view container, std::uint64_t index) {
    const PacketMessage outer = readPacketMessage(container);
    if (outer.dataField != static_cast<std::uint32_t>(PacketField::CompressedPackets)) {
        return {};
    }
    const std::optional<std::string> inflated = inflatePackets(outer.data);
    std::vector<PacketExtent> packets;
    if (inflated) {
        splitPackets(*inflated, packets);
    }
    return index < packets.size() ? inflated->substr(packets[index].payload, packets[index].length)
                                  : std::string();
}

void readArgs(const PacketMessage& packet, InternedTexts::View texts, std::vector<Arg>& args) {
    ArgsReader reader(texts, args);
    if (packet.dataField == static_cast<std::uint32_t>(PacketField::TrackEvent)) {
        reader.readTrackEvent(packet.data);
    } else if (packet.dataField == static_cast<std::uint32_t>(PacketField::GpuRenderStageEvent)) {
        reader.readRenderStage(packet.data);
    }
}

}  // namespace

Result<void> PerfettoDetails::readPacket(
    EventId event, const std::function<void(const PacketMessage&)>& use) const {
    std::uint64_t offset = event.number();
    const auto after = std::upper_bound(
        m_containers.begin(), m_containers.end(), offset,
        [](std::uint64_t number, const PacketContainer& one) { return number < one.offset; });
    const bool isWithin = after != m_containers.begin() && offset > std::prev(after)->offset &&
                          offset - std::prev(after)->offset <= std::prev(after)->events;
    offset = isWithin ? std::prev(after)->offset : offset;
    const PacketBytes packet = TRY(readPacketAt(*m_source, offset));
    try {
        if (isWithin) {
            const std::string inner = packetWithin(packet.payload(), event.number() - offset - 1);
            use(readPacketMessage(inner));
        } else {
            use(readPacketMessage(packet.payload()));
        }
    } catch (const protozero::exception&) {
        return {};  // damaged: what is before the damage
    }
    return {};
}

Result<std::vector<Arg>> PerfettoDetails::args(EventId event) const {
    std::vector<Arg> args;
    const Result<void> read = readPacket(event, [&](const PacketMessage& packet) {
        readArgs(packet, m_texts->at(packet.sequence, event.number()), args);
    });
    return read ? Result<std::vector<Arg>>(std::move(args)) : tl::unexpected(read.error());
}

Result<std::string> PerfettoDetails::field(EventId event, DetailField field) const {
    // Rules read fields of many events: only their values become text.
    std::vector<Arg> args;
    const std::span<const std::string_view> keys = keysOfKinetoField(field);
    const Result<void> read = readPacket(event, [&](const PacketMessage& packet) {
        if (packet.dataField != static_cast<std::uint32_t>(PacketField::TrackEvent)) {
            return readArgs(packet, m_texts->at(packet.sequence, event.number()), args);
        }
        InternedTexts::View texts = m_texts->at(packet.sequence, event.number());
        protozero::pbf_message<TrackEventField> fields(viewOf(packet.data));
        while (fields.next()) {
            if (fields.tag_and_type() != bytesKey(TrackEventField::Annotations)) {
                fields.skip();
                continue;
            }
            const DebugAnnotation annotation =
                readDebugAnnotation(textOf(fields.get_view()), texts);
            if (std::find(keys.begin(), keys.end(), annotation.name) != keys.end()) {
                args.push_back({std::string(annotation.name), displayText(annotation, texts)});
            }
        }
    });
    return read ? Result<std::string>(fieldOfKinetoArgs(args, field))
                : tl::unexpected(read.error());
}

}  // namespace gaplight
