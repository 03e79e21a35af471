// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/provenance/provenance.h"
#include "core/scene/model/busy_profile.h"
#include "core/session/document.h"

namespace gaplight {

// Where the kernels of a session's replayed graphs come from, by a trace of their capture. Reads
// the source of the capture once for each captured launch that names its kernel. Errors: as
// originsOfReplays.
[[nodiscard]] Result<ReplayOrigins> replayOriginsOf(const Session& session,
                                                    const LoadedTrace& capture);
// The same where the session's own trace has the capture.
[[nodiscard]] Result<ReplayOrigins> replayOriginsOf(const Session& session);

// What a trace says itself: its replayed graphs, if it captures them. Null if it does not.
[[nodiscard]] std::shared_ptr<const Provenance> provenanceWithin(const Session& session);

// What a session knows, and a trace of the capture as well; its path is that of the capture's
// facts. Errors: as replayOriginsOf.
[[nodiscard]] Result<std::shared_ptr<const Provenance>> withCapture(const Session& session,
                                                                    const LoadedTrace& capture);
// What `known` (of the session; may be null) has, and a log of the same run as well. Errors: as
// sourcesOfKernels.
[[nodiscard]] Result<std::shared_ptr<const Provenance>> withCompileLog(const Session& session,
                                                                       const Provenance* known,
                                                                       CompileLog log);

// The same of files, on the trace of `context`. Errors: also those of reading them; they begin with
// the path.
[[nodiscard]] Result<std::shared_ptr<const Provenance>> openCapture(const std::string& path,
                                                                    const DocumentContext& context);
[[nodiscard]] Result<std::shared_ptr<const Provenance>> openLogOf(const std::string& path,
                                                                  const Provenance* known,
                                                                  const DocumentContext& context);

// How a GPU spends its window, with gaps colored by the class of their explanation (`device`:
// position in Analysis::devices). O(activities + gaps).
[[nodiscard]] GpuTime gpuTimeOf(const Session& session, std::size_t device);

// How each GPU of a session spends its time. `waits`: of the GPU `waitsOf` for other ranks, where
// more is known of them than its own trace shows. O(activities).
[[nodiscard]] std::vector<BusyProfile> busyProfiles(const Session& session,
                                                    std::optional<GpuId> waitsOf = {},
                                                    const std::vector<TimeRange>& waits = {});

}  // namespace gaplight
