// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/pickle/snapshot_reader.h"

#include <memory>
#include <utility>

#include "core/formats/pickle/pickle_machine.h"
#include "core/formats/pickle/snapshot_assembly.h"
#include "core/formats/pickle/snapshot_shapes.h"

namespace gaplight {

bool sniffPickle(std::string_view head) {
    return head.size() >= 2 && head[0] == '\x80' && head[1] >= 2 && head[1] <= 5;
}

Result<AllocatorHistory> readSnapshotPickle(std::string head, ByteSource& source,
                                            const SnapshotReadOptions& options) {
    ChunkSupply supply;
    PickleHeap heap(snapshotShapes(), supply);
    PickleBytes bytes(std::move(head), source);
    // The machine's memo and stack are not needed to assemble the history.
    const Result<PickleRoot> root = [&] {
        PickleMachine machine(bytes, heap, supply);
        machine.setProgress([&](std::uint64_t /*position*/) {
            if (options.onProgress) {
                options.onProgress(source.consumedBytes(), source.totalBytes());
            }
            return !options.stop.stop_requested();
        });
        return machine.run();
    }();
    if (!root) {
        return tl::unexpected<Error>(root.error());
    }
    Result<AllocatorHistory> history = SnapshotAssembly(heap).assemble(root->value);
    if (history && root->isTruncated) {
        history->issues.record(SnapshotIssueKind::Truncated);
    }
    if (history && !source.issues().empty()) {
        history->issues.record(SnapshotIssueKind::DamagedContainer);
    }
    return history;
}

}  // namespace gaplight
