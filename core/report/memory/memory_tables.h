// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/report/memory/memory_report.h"
#include "core/report/table/table.h"

namespace gaplight {

// GPUs of the snapshot that the report is about.
[[nodiscard]] Table snapshotDevicesTable(const MemorySubject& subject);
// Lines by what they hold at the peak of a GPU, pools there, and how long what they allocate lives.
[[nodiscard]] Table holdersTable(const MemorySubject& subject, const DeviceMemoryFacts& facts);
[[nodiscard]] Table poolsTable(const MemorySubject& subject, const DeviceMemoryFacts& facts);
[[nodiscard]] Table lifetimesTable(const MemorySubject& subject, const DeviceMemoryFacts& facts);
[[nodiscard]] Table stepsMemoryTable(const DeviceMemoryFacts& facts);
// By name, in the order of their first occurrence, or what allocated most first.
[[nodiscard]] Table annotationMemoryTable(const DeviceMemoryFacts& facts, bool isLargestFirst);

}  // namespace gaplight
