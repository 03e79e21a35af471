// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/args/command_line.h"
#include "core/base/result.h"
#include "core/memory/rules/memory_rules.h"
#include "core/report/memory/memory_report.h"
#include "core/session/session.h"

namespace gaplight::ui {

// Whether a file begins as a memory snapshot does. False for standard input and for what cannot be
// read.
[[nodiscard]] bool isSnapshotFile(const std::string& path);

// Whether what a source has given so far begins as a snapshot does; of standard input that is no
// trace.
[[nodiscard]] bool isSnapshotSource(const ByteSource& source);
// Reads a source to its end, and gives all of its bytes from the start. Errors: as readNext().
[[nodiscard]] Result<std::unique_ptr<ByteSource>> readAgain(ByteSource& source);

// A snapshot with its measures and findings.
struct LoadedSnapshot {
    std::unique_ptr<const MemorySnapshot> snapshot;
    std::unique_ptr<const MemoryAssessment> assessment;
};
// `source`: as loadTrace. Errors: as openSnapshot.
[[nodiscard]] Result<LoadedSnapshot> loadSnapshot(const std::string& path, const Settings& settings,
                                                  const TraceReading& reading,
                                                  ByteSource* source = nullptr);

// The snapshot of --memory on a trace's clock; `subject` is empty where the request has none.
struct PlacedSnapshot {
    LoadedSnapshot loaded;
    std::optional<MemorySubject> subject;
};
// Errors: as openSnapshot and placeSnapshot.
[[nodiscard]] Result<PlacedSnapshot> loadMemoryOf(const Session& session,
                                                  const ReportRequest& request);

}  // namespace gaplight::ui
