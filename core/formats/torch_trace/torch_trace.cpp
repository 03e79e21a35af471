// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/torch_trace/torch_trace.h"

#include <utility>

#include "core/formats/torch_trace/log_assembly.h"
#include "core/formats/torch_trace/log_entries.h"

namespace gaplight {

bool sniffTorchTrace(std::string_view head) {
    return isLogLine(head.substr(0, head.find('\n')));
}

Result<CompileLog> readTorchTrace(std::string head, ByteSource& bytes,
                                  const std::stop_token& stop) {
    LogEntries entries(std::move(head), bytes, stop);
    LogAssembly assembly;
    LogEntry entry;
    while (true) {
        const Result<bool> more = entries.next(entry);
        if (!more) {
            return tl::unexpected<Error>(more.error());
        }
        if (!*more) {
            break;
        }
        assembly.add(entry);
    }
    CompileLog log = assembly.take();
    if (log.entries == 0) {
        return fail(ErrorCode::Corrupt, "the log has no entry that can be read");
    }
    if (entries.isCut()) {
        log.record(CompileLogIssueKind::Truncated);
    }
    if (!bytes.issues().empty()) {
        log.record(CompileLogIssueKind::DamagedContainer);
    }
    log.format = "torch-trace";
    return log;
}

}  // namespace gaplight
