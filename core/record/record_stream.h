// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>
#include <vector>

// Protocol from the injected recorder to `gaplight record`: a sequence of records on a local
// socket, each with a header, in the byte order of the machine. Plain structs, so that the
// receiving side does not depend on CUPTI. Times are nanoseconds since 1970 on a monotonic clock.
namespace gaplight::record {

inline constexpr std::uint32_t kStreamMagic = 0x474C5031;  // changes with every layout below
inline constexpr std::uint32_t kNone = 0xFFFF'FFFF;
inline constexpr std::size_t kMaxRecordBytes = 1U << 20;

enum class RecordType : std::uint32_t {
    Process = 1,
    Text,
    Device,
    Context,
    Kernel,
    Copy,
    Fill,
    Call,
    Sync,
    EventRecord,
    Overhead,
    Memory,
    Range,
    Name,
    Stack,
    Dropped,
    Failure,
    End,
    StackCost,
};

struct RecordHeader {
    RecordType type;
    std::uint32_t bytes;  // of the whole record with its tail and padding; a multiple of 8
};

// The first record. Tail: the program's name.
struct ProcessRecord {
    static constexpr RecordType kType = RecordType::Process;
    RecordHeader header{};
    std::uint32_t magic = kStreamMagic;
    std::uint32_t pid = 0;
    std::int64_t time = 0;
    std::uint32_t cuptiVersion = 0;
    std::uint32_t driverVersion = 0;
    std::uint32_t tailBytes = 0;
    std::uint32_t reserved = 0;
};

// Tail: a text that later records name by `id`.
struct TextRecord {
    static constexpr RecordType kType = RecordType::Text;
    RecordHeader header{};
    std::uint32_t id = 0;
    std::uint32_t tailBytes = 0;
};

// Sizes in bytes. Tail: the GPU's name.
struct DeviceRecord {
    static constexpr RecordType kType = RecordType::Device;
    RecordHeader header{};
    std::uint64_t totalMemory = 0;
    std::uint32_t device = 0;
    std::uint32_t sms = 0;
    std::uint32_t computeMajor = 0;
    std::uint32_t computeMinor = 0;
    std::uint32_t maxThreadsPerBlock = 0;
    std::uint32_t maxThreadsPerSm = 0;
    std::uint32_t registersPerBlock = 0;
    std::uint32_t registersPerSm = 0;
    std::uint32_t sharedMemoryPerBlock = 0;
    std::uint32_t sharedMemoryPerSm = 0;
    std::uint32_t warpSize = 0;
    std::uint32_t tailBytes = 0;
};

struct ContextRecord {
    static constexpr RecordType kType = RecordType::Context;
    RecordHeader header{};
    std::uint32_t context = 0;
    std::uint32_t device = 0;
};

// Place of an activity on a GPU, and the correlation of its call.
struct Place {
    std::uint32_t device = 0;
    std::uint32_t context = 0;
    std::uint32_t stream = 0;
    std::uint32_t correlation = 0;
    std::uint64_t graphNode = 0;  // 0: not of a graph
    std::uint32_t graph = 0;
    std::uint32_t reserved = 0;
};

struct KernelRecord {
    static constexpr RecordType kType = RecordType::Kernel;
    RecordHeader header{};
    std::int64_t start = 0;
    std::int64_t end = 0;
    std::int64_t queued = 0;  // 0: not recorded
    std::int64_t submitted = 0;
    Place place;
    std::uint32_t name = 0;  // a text
    std::uint32_t grid[3] = {};
    std::uint32_t block[3] = {};
    std::uint32_t registersPerThread = 0;
    std::uint32_t staticSharedMemory = 0;  // bytes
    std::uint32_t dynamicSharedMemory = 0;
    std::uint32_t localMemoryPerThread = 0;
    std::uint32_t reserved = 0;
};

// The values are those of CUPTI's enums, which are part of its ABI.
enum class MemoryKind : std::uint8_t {
    Unknown = 0,
    Pageable = 1,
    Pinned = 2,
    Device = 3,
    Array = 4,
    Managed = 5,
    DeviceStatic = 6,
    ManagedStatic = 7,
};
enum class CopyKind : std::uint8_t {
    Unknown = 0,
    HtoD = 1,
    DtoH = 2,
    HtoA = 3,
    AtoH = 4,
    AtoA = 5,
    AtoD = 6,
    DtoA = 7,
    DtoD = 8,
    HtoH = 9,
    PtoP = 10,
};

struct CopyRecord {
    static constexpr RecordType kType = RecordType::Copy;
    RecordHeader header{};
    std::int64_t start = 0;
    std::int64_t end = 0;
    std::uint64_t bytes = 0;
    Place place;
    std::uint32_t sourceDevice = kNone;  // of a copy between two GPUs
    std::uint32_t targetDevice = kNone;
    CopyKind kind = CopyKind::Unknown;
    MemoryKind source = MemoryKind::Unknown;
    MemoryKind target = MemoryKind::Unknown;
    std::uint8_t isAsync = 0;
    std::uint32_t reserved = 0;
};

// A memset.
struct FillRecord {
    static constexpr RecordType kType = RecordType::Fill;
    RecordHeader header{};
    std::int64_t start = 0;
    std::int64_t end = 0;
    std::uint64_t bytes = 0;
    Place place;
    std::uint32_t value = 0;
    MemoryKind target = MemoryKind::Unknown;
    std::uint8_t reserved[3] = {};
};

enum class Api : std::uint32_t { Runtime = 1, Driver = 2 };

struct CallRecord {
    static constexpr RecordType kType = RecordType::Call;
    RecordHeader header{};
    std::int64_t start = 0;
    std::int64_t end = 0;
    Api api = Api::Runtime;
    std::uint32_t function = 0;  // CUPTI's number of it
    std::uint32_t name = 0;      // a text
    std::uint32_t thread = 0;
    std::uint32_t correlation = 0;
    std::uint32_t result = 0;  // 0: success
};

enum class SyncKind : std::uint32_t {
    Unknown = 0,
    Event = 1,
    StreamWait = 2,
    Stream = 3,
    Context = 4,
};

// Target of a blocking call, or of a wait that a call added to a stream.
struct SyncRecord {
    static constexpr RecordType kType = RecordType::Sync;
    RecordHeader header{};
    std::int64_t start = 0;
    std::int64_t end = 0;
    SyncKind kind = SyncKind::Unknown;
    std::uint32_t context = 0;
    std::uint32_t stream = kNone;
    std::uint32_t event = kNone;
    std::uint32_t correlation = 0;
    std::uint32_t reserved = 0;
};

// A CUDA event was recorded in a stream.
struct EventRecordRecord {
    static constexpr RecordType kType = RecordType::EventRecord;
    RecordHeader header{};
    std::uint32_t context = 0;
    std::uint32_t stream = 0;
    std::uint32_t event = 0;
    std::uint32_t correlation = 0;
};

// The profiler's own work. `name` is a text.
struct OverheadRecord {
    static constexpr RecordType kType = RecordType::Overhead;
    RecordHeader header{};
    std::int64_t start = 0;
    std::int64_t end = 0;
    std::uint32_t name = 0;
    std::uint32_t thread = kNone;
};

// Memory allocated from the driver, or freed.
struct MemoryRecord {
    static constexpr RecordType kType = RecordType::Memory;
    RecordHeader header{};
    std::int64_t time = 0;
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
    std::uint32_t device = 0;
    std::uint32_t correlation = 0;
    MemoryKind kind = MemoryKind::Unknown;
    std::uint8_t isFree = 0;
    std::uint8_t reserved[6] = {};
};

enum class RangePhase : std::uint32_t { Push = 1, Pop, Start, End, Mark };

// NVTX. Tail: the text; of a domain other than the default one, "text\0domain".
struct RangeRecord {
    static constexpr RecordType kType = RecordType::Range;
    RecordHeader header{};
    std::int64_t time = 0;
    std::uint64_t id = 0;  // Start, End: which range; Push, Pop: which domain
    RangePhase phase = RangePhase::Mark;
    std::uint32_t thread = 0;
    std::uint32_t tailBytes = 0;
    std::uint32_t reserved = 0;
};

enum class Named : std::uint32_t { Thread = 1, Stream = 2 };

// Tail: the name of a thread, or of a stream of a GPU.
struct NameRecord {
    static constexpr RecordType kType = RecordType::Name;
    RecordHeader header{};
    Named what = Named::Thread;
    std::uint32_t id = 0;
    std::uint32_t device = 0;
    std::uint32_t tailBytes = 0;
};

// Call stack of a call. Tail: the texts of the frames, innermost first, as 32-bit numbers.
struct StackRecord {
    static constexpr RecordType kType = RecordType::Stack;
    RecordHeader header{};
    std::uint32_t correlation = 0;
    std::uint32_t tailBytes = 0;
};

// Time in ns that recording the stacks of `calls` calls took, since recording began; it is part of
// the durations of these calls. A later record replaces an earlier one.
struct StackCostRecord {
    static constexpr RecordType kType = RecordType::StackCost;
    RecordHeader header{};
    std::int64_t time = 0;
    std::uint64_t calls = 0;
};

// Number of lost records.
struct DroppedRecord {
    static constexpr RecordType kType = RecordType::Dropped;
    RecordHeader header{};
    std::uint64_t count = 0;
    std::int64_t time = 0;
};

// Recording is not possible. Tail: why.
struct FailureRecord {
    static constexpr RecordType kType = RecordType::Failure;
    RecordHeader header{};
    std::uint32_t tailBytes = 0;
    std::uint32_t reserved = 0;
};

// The program exited normally; absent if it crashed or was killed.
struct EndRecord {
    static constexpr RecordType kType = RecordType::End;
    RecordHeader header{};
    std::int64_t time = 0;
};

// Appends a record, its tail and its padding. Tails longer than a record may be are cut.
template <class Record>
void append(std::vector<std::byte>& stream, Record record, std::string_view tail = {}) {
    static_assert(std::is_trivially_copyable_v<Record> && sizeof(Record) % 8 == 0);
    tail = tail.substr(0, kMaxRecordBytes - sizeof(Record) - 8);
    const std::size_t bytes = sizeof(Record) + (tail.size() + 7) / 8 * 8;
    record.header = {Record::kType, static_cast<std::uint32_t>(bytes)};
    if constexpr (requires { record.tailBytes; }) {
        record.tailBytes = static_cast<std::uint32_t>(tail.size());
    }
    const std::size_t at = stream.size();
    stream.resize(at + bytes);
    std::memcpy(stream.data() + at, &record, sizeof(Record));
    if (!tail.empty()) {
        std::memcpy(stream.data() + at + sizeof(Record), tail.data(), tail.size());
    }
}

}  // namespace gaplight::record
