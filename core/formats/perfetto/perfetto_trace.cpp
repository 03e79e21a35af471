// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/perfetto/perfetto_trace.h"

#include <chrono>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <tbb/concurrent_queue.h>
#include <tbb/parallel_pipeline.h>
#include <nlohmann/json.hpp>

#include "core/formats/perfetto/packets/packet_names.h"
#include "core/formats/perfetto/packets/packet_windows.h"
#include "core/formats/perfetto/perfetto_cutter.h"
#include "core/formats/perfetto/perfetto_details.h"
#include "core/formats/perfetto/perfetto_packets.h"
#include "core/formats/protobuf_keys.h"

namespace gaplight {
namespace {

constexpr std::chrono::milliseconds kReportInterval{33};
constexpr std::size_t kWindows = 3;

// Two stages: reading and inflating the next window while the packets of one are read.
class PerfettoLoad {
public:
    PerfettoLoad(std::string head, ByteSource& source, const ReadOptions& options)
        : m_source(source), m_options(options), m_windows(std::move(head), source) {
        for (PacketWindow& window : m_pool) {
            m_free.push(&window);
        }
    }

    // Errors: those of the source, Cancelled.
    Result<void> run() {
        tbb::parallel_pipeline(kWindows,
                               tbb::make_filter<void, PacketWindow*>(
                                   tbb::filter_mode::serial_in_order,
                                   [this](tbb::flow_control& control) { return read(control); }) &
                                   tbb::make_filter<PacketWindow*, void>(
                                       tbb::filter_mode::serial_in_order,
                                       [this](PacketWindow* window) { parse(window); }));
        if (m_options.stop.stop_requested()) {
            return fail(ErrorCode::Cancelled, "loading was cancelled");
        }
        if (m_error) {
            return tl::unexpected(*m_error);
        }
        return {};
    }

    [[nodiscard]] PerfettoPackets& packets() { return m_packets; }
    [[nodiscard]] const PacketWindows& windows() const { return m_windows; }
    [[nodiscard]] bool finishedEarly() const { return m_finishedEarly; }

private:
    PacketWindow* read(tbb::flow_control& control) {
        m_finishedEarly = m_options.finishEarly != nullptr && m_options.finishEarly->load();
        PacketWindow* window = nullptr;
        if (!m_options.stop.stop_requested() && !m_finishedEarly && m_free.try_pop(window)) {
            Result<bool> more = m_windows.next(*window);
            if (!more) {
                m_error = std::move(more.error());
            } else if (*more) {
                return window;
            }
        }
        control.stop();
        return nullptr;
    }

    void parse(PacketWindow* window) {
        for (const PacketExtent& packet : window->packets) {
            if (m_options.stop.stop_requested()) {
                break;
            }
            m_packets.read(window->offset + packet.tag, window->payload(packet));
        }
        const auto now = std::chrono::steady_clock::now();
        if (m_options.onProgress && now - m_lastReport >= kReportInterval) {
            m_lastReport = now;
            m_options.onProgress({window->consumedBytes, m_source.totalBytes(),
                                  m_packets.packetCount(), m_packets.packetCount()});
        }
        m_free.push(window);
    }

    ByteSource& m_source;
    const ReadOptions& m_options;
    PacketWindows m_windows;
    PerfettoPackets m_packets;
    std::array<PacketWindow, kWindows> m_pool;
    tbb::concurrent_queue<PacketWindow*> m_free;
    std::optional<Error> m_error;
    bool m_finishedEarly = false;
    std::chrono::steady_clock::time_point m_lastReport{};
};

// Numbers of packets by kind, as a JSON object.
std::string countsText(const std::map<std::uint32_t, std::uint64_t>& counts, bool isRead) {
    nlohmann::json object = nlohmann::json::object();
    for (const auto& [field, count] : counts) {
        if (isPacketRead(field) == isRead) {
            object[packetName(field)] = count;
        }
    }
    return object.dump();
}

}  // namespace

Result<OpenedTrace> openPerfetto(TraceInput input, TraceBuilder& builder,
                                 const ReadOptions& options) {
    PerfettoLoad load(std::move(input.head), input.bytes, options);
    if (Result<void> done = load.run(); !done) {
        return tl::unexpected(std::move(done.error()));
    }
    PerfettoPackets& packets = load.packets();
    packets.finish(builder);
    builder.addIssues(load.windows().issues());
    builder.addIssues(input.bytes.issues());
    OpenedTrace opened;
    opened.result.finishedEarly = load.finishedEarly();
    TraceFacts& facts = opened.result.facts;
    facts.format = "perfetto";
    facts.compression = input.bytes.compression();
    facts.bytes = std::max(input.bytes.totalBytes(), input.bytes.consumedBytes());
    facts.inflatedBytes = load.windows().bytesRead();
    facts.events = builder.eventCount();
    facts.baseTimeNs = packets.epochNs();
    facts.positionsAreBytes = true;
    facts.metadata.emplace_back("packets read", countsText(packets.counts(), true));
    facts.metadata.emplace_back("packets not read", countsText(packets.counts(), false));
    const std::shared_ptr<const InternedTexts> texts = packets.takeTexts();
    const std::shared_ptr<const RandomAccess> source = input.bytes.randomAccess();
    opened.details =
        std::make_shared<const PerfettoDetails>(source, texts, packets.takeContainers());
    opened.cutter = std::make_shared<const PerfettoCutter>(source, texts, packets.originNs());
    return opened;
}

bool sniffPerfetto(std::string_view head) {
    std::vector<PacketExtent> packets;
    const std::size_t whole = splitPackets(head, packets);
    // Damage may follow; the first packets decide.
    for (const PacketExtent& packet : packets) {
        const PacketLikeness likeness =
            judgePacket(head.substr(packet.payload, packet.length), false);
        if (likeness != PacketLikeness::Unclear) {
            return likeness == PacketLikeness::Yes;
        }
    }
    // A first packet that is longer than the head.
    const std::string_view rest = head.substr(whole);
    const std::size_t payload = payloadBegin(rest);
    return payload > 0 && rest.size() >= kMinJudgedBytes &&
           judgePacket(rest.substr(payload), true) == PacketLikeness::Yes;
}

}  // namespace gaplight
