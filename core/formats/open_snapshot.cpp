// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/open_snapshot.h"

#include <utility>

#include "core/base/result.h"
#include "core/formats/open_trace.h"
#include "core/formats/pickle/snapshot_reader.h"

namespace gaplight {
namespace {

constexpr std::size_t kHeadBytes = 64;

}  // namespace

Result<AllocatorHistory> openSnapshot(ByteSource& bytes, const SnapshotReadOptions& options) {
    bytes.endWhen([stop = options.stop] { return stop.stop_requested(); });
    std::string head = TRY(readHead(bytes, kHeadBytes));
    if (!sniffPickle(head)) {
        return fail(ErrorCode::NotATrace, "not a memory snapshot but " + describeContent(head) +
                                              "; expected a pickle of protocol 2 to 5, as "
                                              "torch.cuda.memory._dump_snapshot() writes it");
    }
    return readSnapshotPickle(std::move(head), bytes, options);
}

Result<AllocatorHistory> openSnapshot(const std::string& path, InflationLimit limit,
                                      const SnapshotReadOptions& options) {
    const auto source = TRY(openByteSource(path, limit));
    return openSnapshot(*source, options).map_error([&](Error error) {
        error.message = path + ": " + error.message;
        return error;
    });
}

}  // namespace gaplight
