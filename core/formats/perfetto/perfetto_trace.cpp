// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/perfetto/perfetto_trace.h"

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <tbb/concurrent_queue.h>
#include <tbb/task_arena.h>

#include "core/base/parallel.h"
#include "core/base/result.h"
#include "core/formats/launcher_rank.h"
#include "core/formats/perfetto/packets/packet_message.h"
#include "core/formats/perfetto/packets/packet_windows.h"
#include "core/formats/perfetto/perfetto_details.h"
#include "core/formats/perfetto/perfetto_packets.h"
#include "core/formats/protobuf_keys.h"

namespace gaplight {
namespace {

constexpr std::chrono::milliseconds kReportInterval{33};
struct LoadWindow {
    PacketWindow bytes;
    std::vector<PacketMessage> packets;
    std::vector<std::pair<std::size_t, std::string>> damaged;  // of `packets`, and what is wrong
    PacketRun run;
};

// Five stages, of which the second and the fourth work on several windows at a time: reading and
// inflating; fields of the packets; what packets say for those after them; events; rows.
class PerfettoLoad {
public:
    PerfettoLoad(std::string head, ByteSource& source, const ReadOptions& options)
        : m_source(source),
          m_options(options),
          m_windows(std::move(head), source),
          m_pool(2 + static_cast<std::size_t>(tbb::this_task_arena::max_concurrency())) {
        for (LoadWindow& window : m_pool) {
            m_free.push(&window);
        }
    }

    // Errors: those of the source, Cancelled.
    Result<void> run() {
        const auto reading = tbb::make_filter<void, LoadWindow*>(
            tbb::filter_mode::serial_in_order,
            [this](tbb::flow_control& control) { return read(control); });
        const auto parsing = tbb::make_filter<LoadWindow*, LoadWindow*>(
            tbb::filter_mode::parallel, [](LoadWindow* window) { return parse(window); });
        const auto applying = tbb::make_filter<LoadWindow*, LoadWindow*>(
            tbb::filter_mode::serial_in_order,
            [this](LoadWindow* window) { return apply(window); });
        const auto readingEvents = tbb::make_filter<LoadWindow*, LoadWindow*>(
            tbb::filter_mode::parallel, [](LoadWindow* window) {
                window->run.readEvents();
                return window;
            });
        const auto taking = tbb::make_filter<LoadWindow*, void>(
            tbb::filter_mode::serial_in_order, [this](LoadWindow* window) { take(window); });
        parallelPipeline(m_pool.size(), reading & parsing & applying & readingEvents & taking);
        if (m_options.stop.stop_requested()) {
            return fail(ErrorCode::Cancelled, "loading was cancelled");
        }
        if (m_error) {
            return tl::unexpected(*m_error);
        }
        return {};
    }

    [[nodiscard]] PerfettoPackets& packets() { return m_packets; }
    const PacketWindows& windows() const { return m_windows; }
    bool finishedEarly() const { return m_finishedEarly; }

private:
    LoadWindow* read(tbb::flow_control& control) {
        m_finishedEarly = m_options.finishEarly != nullptr && m_options.finishEarly->load();
        LoadWindow* window = nullptr;
        if (!m_options.stop.stop_requested() && !m_finishedEarly && m_free.try_pop(window)) {
            Result<bool> more = m_windows.next(window->bytes);
            if (!more) {
                m_error = std::move(more.error());
            } else if (*more) {
                return window;
            }
        }
        control.stop();
        return nullptr;
    }

    static LoadWindow* parse(LoadWindow* window) {
        window->packets.clear();
        window->damaged.clear();
        // Not much more than the window before, which would be a new allocation each time.
        if (const std::size_t count = window->bytes.packets.size();
            window->packets.capacity() < count) {
            window->packets.reserve(count * 5 / 4);
        }
        for (const PacketExtent& extent : window->bytes.packets) {
            try {
                window->packets.push_back(readPacketMessage(window->bytes.payload(extent)));
            } catch (const protozero::exception& error) {
                window->damaged.emplace_back(window->packets.size(), error.what());
                window->packets.emplace_back();
            }
        }
        return window;
    }

    LoadWindow* apply(LoadWindow* window) {
        auto damaged = window->damaged.begin();
        for (std::size_t at = 0; at < window->packets.size(); ++at) {
            if (m_options.stop.stop_requested()) {
                break;
            }
            const std::uint64_t offset = window->bytes.offset + window->bytes.packets[at].tag;
            if (damaged != window->damaged.end() && damaged->first == at) {
                m_packets.addDamaged(offset, (damaged++)->second, window->run);
            } else {
                m_packets.read(offset, window->packets[at], window->run);
            }
        }
        return window;
    }

    void take(LoadWindow* window) {
        m_packets.take(window->run);
        const auto now = std::chrono::steady_clock::now();
        if (m_options.onProgress && now - m_lastReport >= kReportInterval) {
            m_lastReport = now;
            m_options.onProgress({window->bytes.consumedBytes, m_source.totalBytes(),
                                  window->run.packetCount(), window->run.packetCount()});
        }
        m_free.push(window);
    }

    ByteSource& m_source;
    const ReadOptions& m_options;
    PacketWindows m_windows;
    PerfettoPackets m_packets;
    std::vector<LoadWindow> m_pool;
    tbb::concurrent_queue<LoadWindow*> m_free;
    std::optional<Error> m_error;
    bool m_finishedEarly = false;
    std::chrono::steady_clock::time_point m_lastReport{};
};

// Numbers of packets by kind.
std::string countsText(const std::map<std::uint32_t, std::uint64_t>& counts, bool isRead) {
    std::map<std::string, std::uint64_t> named;
    for (const auto& [field, count] : counts) {
        if (isPacketRead(field) == isRead) {
            named.emplace(packetName(field), count);
        }
    }
    return metadataJson(named);
}

}  // namespace

Result<OpenedTrace> openPerfetto(TraceInput input, TraceBuilder& builder,
                                 const ReadOptions& options) {
    PerfettoLoad load(std::move(input.head), input.bytes, options);
    TRY(load.run());
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
    std::shared_ptr<const InternedTexts> texts = packets.takeTexts();
    opened.details = std::make_shared<const PerfettoDetails>(
        input.bytes.randomAccess(), std::move(texts), packets.takeContainers());
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
