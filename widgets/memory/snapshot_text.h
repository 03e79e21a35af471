// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include <QString>
#include <QStringList>

#include "core/session/memory_data.h"

namespace gaplight::ui {

// Texts about a snapshot. Devices by their position in it.

// "PyTorch memory snapshot · 6,322 events in 21.0 ms".
[[nodiscard]] QString snapshotSummary(const MemoryData& data);
// Peak and who holds it.
[[nodiscard]] QString snapshotVerdict(const MemoryData& data, std::size_t device);
// How well its times agree with those of the trace; empty without a trace.
[[nodiscard]] QString snapshotPlacement(const MemoryData& data);
// Why nothing can be drawn over time; empty: it can.
[[nodiscard]] QString historyNoticeOf(const MemoryData& data, std::size_t device);
// Problems of the file, counted, a line each; empty without.
[[nodiscard]] QString snapshotIssuesText(const MemoryData& data);
// "GPU 0", of each device.
[[nodiscard]] QStringList snapshotDevices(const MemoryData& data);
// Bytes of a model; none are negative.
[[nodiscard]] QString memoryText(std::int64_t bytes);

}  // namespace gaplight::ui
