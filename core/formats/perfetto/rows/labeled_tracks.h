// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/base/id_hash.h"
#include "core/formats/perfetto/rows/perfetto_tracks.h"
#include "core/trace/event_batch.h"

namespace gaplight {

// Tracks of a batch that is made when all tracks have labels. Batch and labels must outlive it.
class LabeledTracks {
public:
    LabeledTracks(EventBatch& batch, const std::vector<PerfettoTracks::Label>& labels)
        : m_batch(batch), m_labels(labels) {}

    // Adds the track where the batch has none yet.
    BatchTrack of(PerfettoTrackId track) {
        const auto [at, isNew] =
            m_tracks.try_emplace(track.value, BatchTrack(m_batch.tracks.size()));
        if (isNew) {
            const PerfettoTracks::Label& label = m_labels[track.index()];
            m_batch.tracks.push_back(
                {m_batch.strings.intern(label.pid), m_batch.strings.intern(label.tid)});
        }
        return at->second;
    }

private:
    EventBatch& m_batch;
    const std::vector<PerfettoTracks::Label>& m_labels;
    std::unordered_map<std::uint32_t, BatchTrack, IdHash> m_tracks;
};

}  // namespace gaplight
