// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/formats/format.h"
#include "core/formats/sqlite/database.h"

namespace gaplight {

// Whether a database is an export of Nsight Systems ("nsys export --type sqlite"), of any version
// since 2021.
[[nodiscard]] bool isNsightDatabase(const Database& database);

// Reads its tables of events into `builder`. What a version lacks is simply absent; a table that
// is damaged keeps the rows read before, and an issue. Errors: Corrupt, Cancelled.
[[nodiscard]] Result<OpenedTrace> readNsight(std::shared_ptr<const Database> database,
                                             ByteSource& source, TraceBuilder& builder,
                                             const ReadOptions& options);

}  // namespace gaplight
