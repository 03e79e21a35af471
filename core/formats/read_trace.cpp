// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/read_trace.h"

namespace gaplight {

Result<ReadResult> readTrace(ByteSource& /*source*/, TraceBuilder& /*builder*/,
                             const ReadOptions& /*options*/) {
    return fail(ErrorCode::NotATrace, "this build cannot read traces yet");
}

}  // namespace gaplight
