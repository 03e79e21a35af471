// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace gaplight {

// Field numbers of Perfetto's messages that are read, from github.com/google/perfetto,
// protos/perfetto/trace/ (v50 and main of 2026). Each enum names its file.

// trace.proto: Trace
inline constexpr std::uint32_t kPacketOfTrace = 1;

// trace_packet.proto
enum class PacketField : std::uint32_t {
    FtraceEvents = 1,
    ProcessTree = 2,
    ClockSnapshot = 6,
    Timestamp = 8,
    SequenceId = 10,
    TrackEvent = 11,
    InternedData = 12,
    SequenceFlags = 13,
    IncrementalStateCleared = 41,
    PreviousPacketDropped = 42,
    SystemInfo = 45,
    CompressedPackets = 50,
    GpuCounterEvent = 52,
    GpuRenderStageEvent = 53,
    TimestampClockId = 58,
    PacketDefaults = 59,
    TrackDescriptor = 60,
    FirstPacketOnSequence = 87,
};
inline constexpr std::uint32_t kStateCleared = 1;  // of SequenceFlags
inline constexpr std::uint32_t kNeedsState = 2;

// trace_packet_defaults.proto; track_event.proto: TrackEventDefaults has TrackEvent's numbers
enum class DefaultsField : std::uint32_t { TrackEvent = 11, TimestampClockId = 58 };

// clock_snapshot.proto
enum class SnapshotField : std::uint32_t { Clocks = 1, PrimaryTraceClock = 2 };
enum class ClockField : std::uint32_t { Id = 1, Timestamp = 2, IsIncremental = 3, UnitNs = 4 };

// interned_data/interned_data.proto; the last two are of GpuInternedData
enum class InternedField : std::uint32_t {
    EventCategories = 1,
    EventNames = 2,
    AnnotationNames = 3,
    GraphicsContexts = 23,
    GpuSpecifications = 24,
    AnnotationTexts = 29,
    ComputeKernels = 1000,
    ComputeArgNames = 1001,
};
// EventCategory, EventName, DebugAnnotationName, InternedString and others begin alike.
// InternedGraphicsContext: pid 2, api 3. InternedGpuRenderStageSpecification: category 4.
// InternedComputeKernel: demangled_name 3.
enum class InternedEntryField : std::uint32_t { Iid = 1, Text = 2, Third = 3, Fourth = 4 };

// track_event/track_descriptor.proto
enum class TrackField : std::uint32_t {
    Uuid = 1,
    Name = 2,
    Process = 3,
    Thread = 4,
    ParentUuid = 5,
    Counter = 8,
    StaticName = 10,
    AtraceName = 13,
};
// process_descriptor.proto, thread_descriptor.proto, counter_descriptor.proto
enum class ProcessField : std::uint32_t { Pid = 1, Cmdline = 2, Name = 6, Labels = 8 };
enum class ThreadField : std::uint32_t { Pid = 1, Tid = 2, Name = 5 };
enum class CounterField : std::uint32_t { UnitMultiplier = 4, IsIncremental = 5 };

// track_event/track_event.proto; GpuCorrelation and GpuApi of gpu/gpu_track_event.proto
enum class TrackEventField : std::uint32_t {
    CategoryIids = 3,
    Annotations = 4,
    LegacyEvent = 6,
    Type = 9,
    NameIid = 10,
    TrackUuid = 11,
    ExtraCounterValues = 12,
    TimestampAbsoluteUs = 16,
    Categories = 22,
    Name = 23,
    CounterValue = 30,
    ExtraCounterTracks = 31,
    OldFlowIds = 36,
    OldTerminatingFlowIds = 42,
    DoubleCounterValue = 44,
    ExtraDoubleCounterTracks = 45,
    ExtraDoubleCounterValues = 46,
    FlowIds = 47,
    TerminatingFlowIds = 48,
    GpuCorrelation = 3000,
};
enum class TrackEventType : std::uint32_t { None, SliceBegin, SliceEnd, Instant, Counter };
enum class LegacyField : std::uint32_t {
    NameIid = 1,
    Phase = 2,
    DurationUs = 3,
    UnscopedId = 6,
    IdScope = 7,
    LocalId = 10,
    GlobalId = 11,
};
inline constexpr std::uint32_t kSubmissionEventIds = 1;  // of GpuCorrelation

// track_event/debug_annotation.proto; NestedValue is the older form of dictionaries and arrays
enum class AnnotationField : std::uint32_t {
    NameIid = 1,
    BoolValue = 2,
    UintValue = 3,
    IntValue = 4,
    DoubleValue = 5,
    StringValue = 6,
    PointerValue = 7,
    NestedValue = 8,
    LegacyJson = 9,
    Name = 10,
    DictEntries = 11,
    ArrayValues = 12,
    StringValueIid = 17,
};
enum class NestedField : std::uint32_t {
    Type = 1,
    DictKeys = 2,
    DictValues = 3,
    ArrayValues = 4,
    IntValue = 5,
    DoubleValue = 6,
    BoolValue = 7,
    StringValue = 8,
};

// gpu/gpu_render_stage_event.proto
enum class StageField : std::uint32_t {
    EventId = 1,
    DurationNs = 2,
    HwQueueId = 3,
    StageId = 4,
    Context = 5,
    ExtraData = 6,
    GpuId = 11,
    HwQueueIid = 13,
    StageIid = 14,
    Name = 17,
    EventWaitIds = 18,
    KernelIid = 19,
    NameIid = 20,
    Launch = 21,
};
enum class LaunchField : std::uint32_t { Grid = 1, Workgroup = 2, Args = 3 };
enum class ExtraDataField : std::uint32_t { Name = 1, Value = 2 };
enum class ComputeArgField : std::uint32_t {
    NameIid = 1,
    Name = 2,
    IntValue = 3,
    UintValue = 4,
    DoubleValue = 5,
    StringValue = 6,
    StringValueIid = 7,
};

// gpu/gpu_counter_event.proto, common/gpu_counter_descriptor.proto
enum class GpuCounterField : std::uint32_t { Descriptor = 1, Counters = 2, GpuId = 3 };
enum class GpuCounterSpecField : std::uint32_t { Id = 1, Name = 2 };
enum class GpuCounterValueField : std::uint32_t { Id = 1, IntValue = 2, DoubleValue = 3 };

// ftrace/ftrace_event_bundle.proto, ftrace_event.proto, sched.proto
enum class BundleField : std::uint32_t { Cpu = 1, Event = 2, CompactSched = 4 };
enum class CompactField : std::uint32_t {
    SwitchTime = 1,
    SwitchPrevState = 2,
    SwitchNextPid = 3,
    SwitchNextPriority = 4,
    InternTable = 5,
    SwitchNextComm = 6,
};
enum class FtraceField : std::uint32_t { Timestamp = 1, SchedSwitch = 4 };
enum class SwitchField : std::uint32_t {
    PrevComm = 1,
    PrevPid = 2,
    PrevState = 4,
    NextComm = 5,
    NextPid = 6,
};

// ps/process_tree.proto
enum class TreeField : std::uint32_t { Processes = 1, Threads = 2 };
enum class TreeProcessField : std::uint32_t { Pid = 1, Cmdline = 3 };
enum class TreeThreadField : std::uint32_t { Tid = 1, Name = 2, GroupId = 3 };

}  // namespace gaplight
