// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/perfetto/values/annotation_names.h"

#include <array>
#include <cstddef>

namespace gaplight {
namespace {

struct Entry {
    std::string_view text;
    AnnotationName name = AnnotationName::None;
};

constexpr std::array kEntries{
    Entry{"correlation", AnnotationName::Correlation},
    Entry{"corr_id", AnnotationName::Correlation},
    Entry{"External id", AnnotationName::ExternalId},
    Entry{"external id", AnnotationName::ExternalId},
    Entry{"Python id", AnnotationName::PythonId},
    Entry{"cbid", AnnotationName::CallId},
    Entry{"device", AnnotationName::Device},
    Entry{"device id", AnnotationName::Device},
    Entry{"agent", AnnotationName::Agent},
    Entry{"dst_agent", AnnotationName::Agent},
    Entry{"stream", AnnotationName::Stream},
    Entry{"stream id", AnnotationName::Stream},
    Entry{"stream_ID", AnnotationName::Stream},
    Entry{"bytes", AnnotationName::Bytes},
    Entry{"copy_bytes", AnnotationName::Bytes},
    Entry{"src kind", AnnotationName::SourceKind},
    Entry{"dst kind", AnnotationName::DestinationKind},
    Entry{"copy kind", AnnotationName::CopyKind},
    Entry{"cuda_sync_kind", AnnotationName::SyncKind},
    Entry{"wait_on_stream", AnnotationName::WaitOnStream},
    Entry{"wait_on_cuda_event_record_corr_id", AnnotationName::WaitOnEvent},
    Entry{"grid", AnnotationName::Grid},
    Entry{"block", AnnotationName::Block},
    Entry{"registers per thread", AnnotationName::Registers},
    Entry{"registers_per_thread", AnnotationName::Registers},
    Entry{"VGPR_Count", AnnotationName::Registers},
    Entry{"shared memory", AnnotationName::SharedMemory},
    Entry{"LDS_Block_Size", AnnotationName::SharedMemory},
    Entry{"shared_mem_static", AnnotationName::SharedMemoryPart},
    Entry{"shared_mem_dynamic", AnnotationName::SharedMemoryPart},
    Entry{"blocks per SM", AnnotationName::BlocksPerSm},
    Entry{"warps per SM", AnnotationName::WarpsPerSm},
    Entry{"est. achieved occupancy %", AnnotationName::Occupancy},
    Entry{"graph id", AnnotationName::GraphId},
    Entry{"graph node id", AnnotationName::GraphNodeId},
    Entry{"grid_size", AnnotationName::WorkItems},
    Entry{"workgroup_size", AnnotationName::GroupItems},
    Entry{"Bytes", AnnotationName::AllocatedBytes},
    Entry{"Addr", AnnotationName::Address},
    Entry{"Total Allocated", AnnotationName::TotalAllocated},
    Entry{"Total Reserved", AnnotationName::TotalReserved},
    Entry{"Device Type", AnnotationName::DeviceType},
    Entry{"Device Id", AnnotationName::DeviceId},
    Entry{"Collective name", AnnotationName::Collective},
    Entry{"Process Group Name", AnnotationName::GroupName},
    Entry{"Process Group Ranks", AnnotationName::GroupRanks},
    Entry{"dtype", AnnotationName::ElementType},
    Entry{"In msg nelems", AnnotationName::InputElements},
    Entry{"Out msg nelems", AnnotationName::OutputElements},
    Entry{"Group size", AnnotationName::GroupSize},
    Entry{"Src Rank", AnnotationName::Peer},
    Entry{"Dst Rank", AnnotationName::Peer},
    Entry{"Input Dims", AnnotationName::InputDims},
    Entry{"Input type", AnnotationName::InputType},
    Entry{"Input Strides", AnnotationName::InputStrides},
};

constexpr std::size_t kSlots = 256;
constexpr std::uint8_t kFree = 0xff;

// Factors under which hardly any of the entries share a slot.
constexpr std::size_t slotOf(std::string_view text) {
    const auto byte = [text](std::size_t at) {
        return static_cast<std::size_t>(static_cast<unsigned char>(text[at]));
    };
    return (text.size() * 15 + byte(0) * 7 + byte(text.size() / 2) + byte(text.size() - 1) * 13) %
           kSlots;
}

// Indexes into kEntries, each at its slot or behind it.
constexpr std::array<std::uint8_t, kSlots> kTable = [] {
    std::array<std::uint8_t, kSlots> table{};
    table.fill(kFree);
    for (std::size_t entry = 0; entry < kEntries.size(); ++entry) {
        std::size_t slot = slotOf(kEntries.at(entry).text);
        while (table.at(slot) != kFree) {
            slot = (slot + 1) % kSlots;
        }
        table.at(slot) = static_cast<std::uint8_t>(entry);
    }
    return table;
}();

}  // namespace

AnnotationName annotationName(std::string_view text) {
    if (text.empty()) {
        return AnnotationName::None;
    }
    for (std::size_t slot = slotOf(text); kTable[slot] != kFree; slot = (slot + 1) % kSlots) {
        if (kEntries[kTable[slot]].text == text) {
            return kEntries[kTable[slot]].name;
        }
    }
    return AnnotationName::None;
}

}  // namespace gaplight
