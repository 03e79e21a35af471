// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <protozero/pbf_writer.hpp>

#include "core/formats/open_trace.h"

namespace gaplight::test {

using protozero::pbf_writer;
enum EventType : std::uint32_t { kBegin = 1, kEnd = 2, kInstant = 3, kCounter = 4 };

// A trace, packet by packet; all of sequence 1 unless said otherwise.
class Packets {
public:
    using Fill = std::function<void(pbf_writer&)>;

    Packets& packet(const Fill& fill) {
        std::string bytes;
        pbf_writer writer(bytes);
        fill(writer);
        pbf_writer(m_bytes).add_message(1, bytes);
        return *this;
    }
    Packets& thread(std::uint64_t uuid, int pid, int tid, const std::string& name) {
        return packet([&](pbf_writer& packet) {
            pbf_writer track(packet, 60);
            track.add_uint64(1, uuid);
            pbf_writer thread(track, 4);
            thread.add_int32(1, pid);
            thread.add_int64(2, tid);
            thread.add_string(5, name);
        });
    }
    Packets& track(std::uint64_t uuid, std::uint64_t parent, const std::string& name,
                   const Fill& more = {}) {
        return packet([&](pbf_writer& packet) {
            pbf_writer track(packet, 60);
            track.add_uint64(1, uuid);
            track.add_uint64(5, parent);
            track.add_string(2, name);
            if (more) {
                more(track);
            }
        });
    }
    Packets& event(std::uint64_t time, EventType type, std::uint64_t track,
                   const std::string& name = {}, const Fill& more = {},
                   std::uint32_t sequence = 1) {
        return packet([&](pbf_writer& packet) {
            packet.add_uint64(8, time);
            packet.add_uint32(10, sequence);
            pbf_writer event(packet, 11);
            event.add_uint32(9, type);
            event.add_uint64(11, track);
            if (!name.empty()) {
                event.add_string(23, name);
            }
            if (more) {
                more(event);
            }
        });
    }
    Packets& interned(std::uint32_t kind, std::uint64_t iid, const std::string& text,
                      std::uint32_t flags = 0) {
        return packet([&](pbf_writer& packet) {
            packet.add_uint32(10, 1);
            packet.add_uint32(13, flags);
            pbf_writer data(packet, 12);
            pbf_writer entry(data, kind);
            entry.add_uint64(1, iid);
            entry.add_string(2, text);
        });
    }
    Packets& snapshot(const std::vector<std::pair<std::uint32_t, std::uint64_t>>& clocks,
                      std::uint64_t unitNs = 0, bool isIncremental = false) {
        return packet([&](pbf_writer& packet) {
            packet.add_uint32(10, 1);
            pbf_writer snapshot(packet, 6);
            for (const auto& [id, time] : clocks) {
                pbf_writer clock(snapshot, 1);
                clock.add_uint32(1, id);
                clock.add_uint64(2, time);
                if (id >= 64) {
                    clock.add_bool(3, isIncremental);
                    clock.add_uint64(4, unitNs);
                }
            }
        });
    }
    const std::string& bytes() const { return m_bytes; }

private:
    std::string m_bytes;
};

inline void number(pbf_writer& event, const std::string& name, std::int64_t value) {
    pbf_writer annotation(event, 4);
    annotation.add_string(10, name);
    annotation.add_int64(4, value);
}

inline void text(pbf_writer& event, const std::string& name, const std::string& value) {
    pbf_writer annotation(event, 4);
    annotation.add_string(10, name);
    annotation.add_string(6, value);
}

struct OpenedPackets {
    std::shared_ptr<const Trace> trace;
    std::shared_ptr<const EventDetails> details;
};

inline OpenedPackets openPackets(const Packets& packets) {
    auto source = *byteSourceFromMemory(packets.bytes());
    TraceBuilder builder;
    auto opened = openTrace(*source, builder);
    EXPECT_TRUE(opened.has_value()) << opened.error().message;
    if (!opened) {
        return {};
    }
    return {builder.finish(std::move(opened->result.facts)), opened->details};
}

// "name begin+duration" of all slices, in the order of the trace.
inline std::vector<std::string> slicesOf(const Trace& trace) {
    std::vector<std::string> slices;
    for (std::size_t at = 0; at < trace.slices().size(); ++at) {
        const SliceId slice(at);
        slices.push_back(std::string(trace.name(slice)) + " " +
                         std::to_string(ns(trace.slices().start(slice))) + "+" +
                         std::to_string(trace.slices().duration(slice).count()));
    }
    return slices;
}

}  // namespace gaplight::test
