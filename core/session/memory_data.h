// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/memory/placement/snapshot_placement.h"
#include "core/memory/rules/memory_rules.h"
#include "core/scene/layout/counter_curves.h"
#include "core/scene/memory/memory_view_scene.h"
#include "core/session/document.h"

namespace gaplight {

// A memory snapshot with its measures and findings, and everything that its views draw from.
// Immutable; safe to share among threads.
class MemoryData {
public:
    // O(bytes + allocations log allocations); run it off the GUI thread. Errors: as openSnapshot,
    // settingsFor and placeSnapshot; NotATrace where it has no history at all.
    // Messages begin with the path.
    [[nodiscard]] static Result<std::shared_ptr<const MemoryData>> open(
        const std::string& path, const DocumentContext& context);

    // What one GPU is drawn from.
    struct DeviceView {
        explicit DeviceView(const MemoryModel& ofModel) : index(ofModel), addresses(ofModel) {}

        MemoryIndex index;
        AddressMap addresses;
        std::vector<SnapshotStep> steps;
        std::vector<MemoryTick> ticks;
    };

    const MemorySnapshot& snapshot() const { return m_snapshot; }
    const MemoryAssessment& assessment() const { return *m_assessment; }
    // Devices are named by their position in MemorySnapshot::devices.
    std::size_t deviceCount() const { return m_snapshot.devices.size(); }
    const MemoryModel& model(std::size_t device) const { return m_snapshot.devices[device]; }
    const DeviceMemoryFacts& facts(std::size_t device) const {
        return m_assessment->devices[device];
    }
    // Of a snapshot that is drawn, as are largestDevice(), clockNs() and originNs().
    const DeviceView& view(std::size_t device) const { return m_views[device]; }
    // The device with the largest peak.
    std::size_t largestDevice() const;
    // Where it was opened with a trace.
    const std::optional<SnapshotPlacement>& placement() const { return m_placement; }
    // ns since 1970 on the snapshot's clock at Time 0 of the trace, or, without one, at the first
    // event.
    std::int64_t clockNs() const { return m_clockNs; }
    // From where times are shown, on the snapshot's clock: the start of the trace or of the
    // history.
    std::int64_t originNs() const { return m_originNs; }
    // From the origin to a moment.
    Duration sinceOrigin(std::size_t device, Moment moment) const {
        return Duration(model(device).timeUs(moment) * 1000 - m_originNs);
    }

private:
    explicit MemoryData(MemorySnapshot snapshot) : m_snapshot(std::move(snapshot)) {}
    // Adds steps and findings to the views, and sets the origin of times.
    void addMarks();

    MemorySnapshot m_snapshot;
    std::optional<SnapshotPlacement> m_placement;
    std::unique_ptr<const MemoryAssessment> m_assessment;  // refers to m_snapshot
    std::vector<DeviceView> m_views;
    std::int64_t m_clockNs = 0;
    std::int64_t m_originNs = 0;
};

// "placed by 1,204 allocations and frees that both record: times agree within 3.2 µs"
[[nodiscard]] std::string placementText(const SnapshotPlacement& placement);

// Title of the counters of memoryCounters().
inline constexpr std::string_view kMemoryLane = "snapshot memory";
// What the program held on each GPU of a placed snapshot, as counters of a trace. O(moments).
[[nodiscard]] std::vector<CounterCurve> memoryCounters(const MemoryData& data, const Trace& trace);

}  // namespace gaplight
