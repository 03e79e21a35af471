// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/base/id.h"
#include "core/formats/xplane/xplane_texts.h"
#include "core/trace/event_batch.h"
#include "core/trace/ids.h"
#include "core/trace/trace.h"

namespace gaplight {

// A timeline of a plane: a stream, a thread.
struct XplaneLine {
    std::int64_t id = 0;
    std::string name;  // for display
    std::int64_t timestampNs = 0;

    bool isStream() const { return name.starts_with("Stream #"); }
    std::int32_t stream() const;  // -1: the id is no stream's number
};

// The facts of an XLine message. Throws protozero::exception (also below).
[[nodiscard]] XplaneLine readXplaneLine(std::string_view message);

// An event with the stats that are columns of the trace. Views are into its message and into the
// names of its plane.
struct XplaneEvent {
    EventId id;
    std::int64_t kind = 0;      // of XplaneTexts::findEvent
    std::int64_t offsetPs = 0;  // from the start of its line
    std::int64_t durationPs = 0;
    bool isAggregate = false;  // a sum of events, without a time
    std::string_view name;
    std::int64_t start = 0;  // ns on the trace's axis
    std::int64_t duration = 0;
    std::optional<std::uint64_t> correlation;
    std::int64_t device = 0;
    bool isStep = false;
    std::string_view kernelDetails;  // "regs:168 grid:2,66,1 block:384,1,1"
    std::string_view copyDetails;    // "kind_src:pinned kind_dst:device size:4"
    std::string_view allocator;
    std::uint64_t graphId = 0;
    std::uint64_t graphNodeId = 0;
    std::int64_t allocationBytes = -1;
    std::int64_t bytesAllocated = -1;
    std::int64_t bytesReserved = -1;
    std::uint64_t address = 0;
};

// Reads an XEvent message: all but id, name, start and duration.
[[nodiscard]] XplaneEvent readXplaneEvent(std::string_view message, const XplaneTexts& texts);

// `picoseconds` as ns, rounded half to even. Monotonic, so that the order of times is kept.
[[nodiscard]] std::int64_t nsOfPicoseconds(std::int64_t picoseconds);

// A plane: one GPU, or the host. Its events become rows as follows.
// - Lines "Stream #7(Compute)" of a device are its streams: kernels, copies, memsets. Of a device
//   without such lines (a TPU) the line "XLA Ops" is the only stream. Other lines of a device
//   (steps, modules, scopes) repeat its work as annotations.
// - Events of the host with a correlation_id, or with the name of a CUDA or HIP call, are calls;
//   those with a step_num are annotations; names that begin with "$" are Python functions;
//   allocations are memory events. All others are operators.
// - Launches are joined by (device_id, correlation_id). A call whose device_id is none of the
//   devices read before it, as of a HIP call made through the module API, is joined by
//   correlation_id alone, where work of one device has it.
class XplaneEvents {
public:
    struct Plane {
        std::string pid;
        std::string processName;
        std::optional<std::int32_t> device;  // of "/device:GPU:3"
        bool isStreamless = false;           // a device without lines of streams
        const XplaneTexts* texts = nullptr;
    };

    // `originNs` is time 0. `flush` takes a batch of events.
    XplaneEvents(std::int64_t originNs, std::function<void(EventBatch)> flush)
        : m_originNs(originNs), m_flush(std::move(flush)) {}

    // Reads an XLine message; `offsetOf` is the byte of the source where a view into it begins. An
    // event that is damaged is an issue. Throws protozero::exception where the line itself is.
    void readLine(const Plane& plane, std::string_view message,
                  const std::function<std::uint64_t(const char*)>& offsetOf);
    void flush();

    std::uint64_t eventCount() const { return m_eventCount; }
    // Events that are sums without a time.
    std::uint64_t aggregateCount() const { return m_aggregates; }

private:
    void readEvent(const Plane& plane, const XplaneLine& line, std::string_view message,
                   EventId id);
    // False where the times do not fit.
    bool setTimes(const XplaneLine& line, XplaneEvent& event);
    [[nodiscard]] static SliceKind kindOf(const Plane& plane, const XplaneLine& line,
                                          const XplaneEvent& event);
    void addSlice(const Plane& plane, const XplaneLine& line, const XplaneEvent& event);
    void addActivity(const XplaneEvent& event, SliceKind kind, std::uint32_t slice);
    void addMemory(const XplaneEvent& event);
    [[nodiscard]] BatchTrack useTrack(const Plane& plane, const XplaneLine& line);
    // Packed for the join of launches; empty without one.
    std::optional<std::uint64_t> correlationOf(const Plane& plane, const XplaneEvent& event);

    std::int64_t m_originNs;
    std::function<void(EventBatch)> m_flush;
    EventBatch m_batch;
    std::optional<BatchTrack> m_track;  // of the current line in the batch
    std::set<std::int64_t> m_devices;   // of which work was read
    // By the correlation of its work; kSeveralDevices where several have it.
    std::unordered_map<std::uint64_t, std::int64_t, IdHash> m_deviceOf;
    std::uint64_t m_eventCount = 0;
    std::uint64_t m_aggregates = 0;
};

}  // namespace gaplight
