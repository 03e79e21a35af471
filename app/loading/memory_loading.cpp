// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "app/loading/loading.h"

#include <array>
#include <utility>

#include "app/process/interrupt_watch.h"
#include "core/base/result.h"
#include "core/formats/open_snapshot.h"
#include "core/io/plain_sources.h"
#include "core/memory/placement/snapshot_placement.h"

namespace gaplight::ui {
namespace {

Result<std::unique_ptr<const MemorySnapshot>> readSnapshot(const std::string& path,
                                                           const TraceReading& reading,
                                                           ByteSource* source = nullptr) {
    const InterruptWatch interrupts;
    SnapshotReadOptions options;
    options.stop = interrupts.token();
    AllocatorHistory history =
        TRY(source != nullptr ? openSnapshot(*source, options)
                              : openSnapshot(path, reading.inflation, options));
    return std::make_unique<const MemorySnapshot>(buildMemorySnapshot(std::move(history), path));
}

}  // namespace

bool isSnapshotFile(const std::string& path) {
    if (path == "-") {
        return false;
    }
    const auto source = openByteSource(path);
    std::array<char, 16> head{};
    const Result<std::size_t> got =
        source ? (*source)->readNext(head) : fail(ErrorCode::NotReadable, {});
    return got && isSnapshot({head.data(), *got});
}

bool isSnapshotSource(const ByteSource& source) {
    std::array<char, 16> head{};
    const auto bytes = source.randomAccess();
    const Result<std::size_t> got =
        bytes ? bytes->readAt(0, head) : fail(ErrorCode::NotReadable, {});
    return got && isSnapshot({head.data(), *got});
}

Result<std::unique_ptr<ByteSource>> readAgain(ByteSource& source) {
    constexpr std::size_t kChunk = std::size_t{1} << 20U;
    std::vector<char> chunk(kChunk);
    while (true) {
        const std::size_t got = TRY(source.readNext(chunk));
        if (got == 0) {
            return replayedSource(source.randomAccess());
        }
    }
}

Result<LoadedSnapshot> loadSnapshot(const std::string& path, const Settings& settings,
                                    const TraceReading& reading, ByteSource* source) {
    std::unique_ptr<const MemorySnapshot> snapshot = TRY(readSnapshot(path, reading, source));
    LoadedSnapshot loaded{std::move(snapshot), nullptr};
    loaded.assessment =
        std::make_unique<const MemoryAssessment>(assessMemory(*loaded.snapshot, settings));
    return loaded;
}

Result<PlacedSnapshot> loadMemoryOf(const Session& session, const ReportRequest& request) {
    PlacedSnapshot placed;
    if (request.memoryPath.empty()) {
        return placed;
    }
    std::unique_ptr<const MemorySnapshot> snapshot =
        TRY(readSnapshot(request.memoryPath, request.reading));
    const Result<SnapshotPlacement> placement = placeSnapshot(*snapshot, *session.trace);
    if (!placement) {
        return fail(placement.error().code,
                    "--memory " + request.memoryPath + ": " + placement.error().message);
    }
    placed.loaded.snapshot = std::move(snapshot);
    placed.loaded.assessment = std::make_unique<const MemoryAssessment>(assessMemory(
        *placed.loaded.snapshot, session.settings, stepsOfTrace(*placement, session.analysis),
        annotationsOfTrace(*placement, *session.trace)));
    placed.subject.emplace(MemorySubject{*placed.loaded.snapshot, *placed.loaded.assessment,
                                         request.device, *placement});
    return placed;
}

}  // namespace gaplight::ui
