// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/open_compile_log.h"

#include <utility>

#include "core/formats/open_trace.h"
#include "core/formats/torch_trace/torch_trace.h"

namespace gaplight {

bool isCompileLog(std::string_view head) {
    return sniffTorchTrace(head);
}

Result<CompileLog> openCompileLog(ByteSource& bytes, const std::stop_token& stop) {
    bytes.endWhen([stop] { return stop.stop_requested(); });
    Result<std::string> head = readHead(bytes, kCompileLogHeadBytes);
    if (!head) {
        return tl::unexpected<Error>(head.error());
    }
    if (!isCompileLog(*head)) {
        return fail(ErrorCode::NotATrace,
                    "not a log of torch.compile but " + describeContent(*head) +
                        "; expected a file that PyTorch writes to the folder TORCH_TRACE");
    }
    return readTorchTrace(*std::move(head), bytes, stop);
}

Result<CompileLog> openCompileLog(const std::string& path, InflationLimit limit,
                                  const std::stop_token& stop) {
    const auto source = openByteSource(path, limit);
    if (!source) {
        return tl::unexpected<Error>(source.error());
    }
    Result<CompileLog> log = openCompileLog(**source, stop);
    if (!log) {
        log.error().message = path + ": " + log.error().message;
        return log;
    }
    log->path = path;
    return log;
}

}  // namespace gaplight
