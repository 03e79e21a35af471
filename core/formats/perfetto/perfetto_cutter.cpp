// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/perfetto/perfetto_cutter.h"

#include <optional>
#include <string>
#include <vector>

#include <protozero/exception.hpp>

#include "core/base/result.h"
#include "core/formats/perfetto/cut_choice.h"
#include "core/formats/perfetto/cut_packets.h"
#include "core/formats/perfetto/packets/packet_windows.h"
#include "core/formats/perfetto/packets/perfetto_fields.h"
#include "core/io/plain_sources.h"

namespace gaplight {
namespace {

constexpr std::size_t kBytesToWrite = std::size_t{1} << 20U;

// Calls `visit(packet, payload, number)` for every packet, also for those in compressed ones, until
// it fails. What cannot be read is skipped: gives how much that was.
class PacketWalk {
public:
    PacketWalk(std::shared_ptr<const RandomAccess> source, const std::stop_token& stop)
        : m_source(std::move(source)), m_stop(stop) {}

    template <class Visit>
    Result<std::uint64_t> run(const Visit& visit) {
        const std::unique_ptr<ByteSource> bytes = replayedSource(m_source);
        PacketWindows windows("", *bytes);
        PacketWindow window;
        for (;;) {
            const bool more = TRY(windows.next(window));
            if (!more) {
                return m_damaged + windows.issues().count(IssueKind::Resynchronized) +
                       windows.issues().count(IssueKind::OversizedEvent);
            }
            for (const PacketExtent& extent : window.packets) {
                if (m_stop.stop_requested()) {
                    return fail(ErrorCode::Cancelled, "cutting was cancelled");
                }
                TRY(readOne(visit, window.payload(extent), window.offset + extent.tag, false));
            }
        }
    }

private:
    template <class Visit>
    Result<void> readOne(const Visit& visit, std::string_view payload, std::uint64_t number,
                         bool isCompressed) {
        try {
            const PacketMessage packet = readPacketMessage(payload);
            if (packet.dataField == static_cast<std::uint32_t>(PacketField::CompressedPackets) &&
                !isCompressed) {
                return readCompressed(visit, packet.data, number);
            }
            return visit(packet, payload, number);
        } catch (const protozero::exception&) {
            ++m_damaged;
            return {};
        }
    }

    // Numbers as PerfettoPackets gives them.
    template <class Visit>
    Result<void> readCompressed(const Visit& visit, std::string_view data, std::uint64_t number) {
        const std::optional<std::string> inflated = inflatePackets(data);
        if (!inflated) {
            ++m_damaged;
            return {};
        }
        std::vector<PacketExtent> packets;
        if (splitPackets(*inflated, packets) < inflated->size()) {
            ++m_damaged;
        }
        for (std::size_t at = 0; at < packets.size(); ++at) {
            const std::string_view payload =
                std::string_view(*inflated).substr(packets[at].payload, packets[at].length);
            if (Result<void> done =
                    readOne(visit, payload, number + 1 + std::min(at, data.size()), true);
                !done) {
                return done;
            }
        }
        return {};
    }

    std::shared_ptr<const RandomAccess> m_source;
    const std::stop_token& m_stop;
    std::uint64_t m_damaged = 0;
};

}  // namespace

Result<CutTotals> PerfettoCutter::cut(const CutPlan& plan, const Write& write) const {
    PerfettoCutChoice choice(plan, m_texts, m_originNs);
    TRY(PacketWalk(m_source, plan.stop)
            .run([&](const PacketMessage& packet, std::string_view, std::uint64_t number) {
                choice.notice(packet, number);
                return Result<void>();
            }));
    choice.finish();
    CutPackets packets(choice, m_texts);
    const auto flush = [&] {
        Result<void> written = packets.bytes().empty() ? Result<void>() : write(packets.bytes());
        packets.bytes().clear();
        return written;
    };
    const std::uint64_t damaged = TRY(
        PacketWalk(m_source, plan.stop)
            .run([&](const PacketMessage& packet, std::string_view payload, std::uint64_t number) {
                packets.take(packet, payload, number);
                return packets.bytes().size() < kBytesToWrite ? Result<void>() : flush();
            }));
    TRY(flush().and_then([&] { return m_source->checkUnchanged(); }));
    packets.totals().damaged += damaged;
    return packets.totals();
}

}  // namespace gaplight
