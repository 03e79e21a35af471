// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/formats/format.h"
#include "core/formats/sqlite/database.h"

namespace gaplight {

// Whether a database is of the kind rocpd, which rocprofv3 and rocprof-sys write.
[[nodiscard]] bool isRocpdDatabase(const Database& database);

// Reads its tables of events into `builder`. What a version lacks is absent; a table that is
// damaged keeps the rows read before, and an issue. Errors: Corrupt, Cancelled.
[[nodiscard]] Result<OpenedTrace> readRocpd(std::shared_ptr<const Database> database,
                                            ByteSource& source, TraceBuilder& builder,
                                            const ReadOptions& options);

}  // namespace gaplight
