// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "core/record/record_splitter.h"
#include "core/record/record_stream.h"

namespace gaplight::record {

// Calls `sink(record)`, or `sink(record, tail)` for a type with a tail, if `type` is that of
// Record. Nothing for damaged records. True if the type matches.
template <class Record, class Sink>
bool dispatchAs(RecordType type, std::span<const std::byte> bytes, const Sink& sink) {
    if (type != Record::kType) {
        return false;
    }
    Record record;
    if (read(bytes, record)) {
        if constexpr (requires { record.tailBytes; }) {
            sink(record, tailOf(record, bytes));
        } else {
            sink(record);
        }
    }
    return true;
}

// Calls `sink` with the bytes of a record as the struct of its type, as in dispatchAs(). Nothing
// for damaged records and unknown types. Frequent types are compared first.
template <class Sink>
void dispatchRecord(RecordType type, std::span<const std::byte> bytes, const Sink& sink) {
    const auto tryAll = [&]<class... Records>() {
        return (dispatchAs<Records>(type, bytes, sink) || ...);
    };
    static_cast<void>(
        tryAll.template
        operator()<CallRecord, KernelRecord, StackRecord, SyncRecord, CopyRecord, FillRecord,
                   RangeRecord, EventRecordRecord, TextRecord, MemoryRecord, OverheadRecord,
                   ProcessRecord, DeviceRecord, ContextRecord, NameRecord, DroppedRecord,
                   FailureRecord, EndRecord, StackCostRecord>());
}

}  // namespace gaplight::record
