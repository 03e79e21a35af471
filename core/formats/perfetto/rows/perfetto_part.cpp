// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/perfetto/rows/perfetto_part.h"

#include <algorithm>
#include <utility>

#include "core/base/printable_text.h"

namespace gaplight {
namespace {

bool isUtf8(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        if (static_cast<unsigned char>(text[at]) < 0x80U) {
            ++at;
            continue;
        }
        const std::size_t length = utf8SequenceLength(text, at);
        if (length == 0) {
            return false;
        }
        at += length;
    }
    return true;
}

}  // namespace

PartTrackId PerfettoPart::find(std::uint64_t uuid) {
    if (m_last.isValid() && uuid == m_lastUuid) {
        return m_last;
    }
    const auto [at, isNew] = m_byUuid.try_emplace(uuid, PartTrackId(m_tracks.size()));
    if (isNew) {
        m_tracks.push_back({PerfettoTrackKey::ofUuid(uuid), {}, 0});
    }
    m_lastUuid = uuid;
    m_last = at->second;
    return m_last;
}

PartTrackId PerfettoPart::find(const PerfettoTrackKey& key) {
    const auto [at, isNew] = m_byKey.try_emplace(key, PartTrackId(m_tracks.size()));
    if (isNew) {
        m_tracks.push_back({key, {}, 0});
    }
    return at->second;
}

// Most texts are interned ones of the file, which have one address for all events: equal texts are
// found without hashing.
BatchString PerfettoPart::intern(std::string_view text, EventId event) {
    const auto address = reinterpret_cast<std::uintptr_t>(text.data());  // NOLINT
    BatchString& known = m_known[(address ^ (address >> 8U)) % m_known.size()];
    if (known.isValid() && m_batch.strings.view(known) == text) {
        return known;
    }
    if (!isUtf8(text)) {
        m_batch.issues.record(IssueKind::InvalidUtf8, event.number(), text);
        return m_batch.strings.intern(validUtf8(text));
    }
    known = m_batch.strings.intern(text);
    return known;
}

BatchCategory PerfettoPart::category(const Text& text, EventId event) {
    if (m_lastCategoryId.isValid() && text.kind == m_lastKind && text.category == m_lastCategory) {
        return m_lastCategoryId;
    }
    m_lastCategory = m_batch.strings.view(intern(text.category, event));
    m_lastKind = text.kind;
    m_lastCategoryId = m_batch.category(m_lastCategory, text.kind);
    return m_lastCategoryId;
}

void PerfettoPart::noteTime(std::int64_t time) {
    m_lastTime = m_firstTime ? std::max(m_lastTime, time) : time;
    m_firstTime = std::min(m_firstTime.value_or(time), time);
}

BatchTrack PerfettoPart::use(const Moment& moment) {
    noteTime(moment.time);
    m_orders.use(moment.track.index(), moment.sequence);
    BatchTrack& row = m_tracks[moment.track.index()].row;
    if (!row.isValid()) {
        row = BatchTrack(m_batch.tracks.size());
        m_batch.tracks.emplace_back();
    }
    return row;
}

void PerfettoPart::addSlice(const Moment& moment, const Text& text,
                            const AnnotationColumns& columns,
                            std::optional<std::int64_t> duration) {
    const BatchTrack track = use(moment);
    SliceBatch& slices = m_batch.slices;
    const auto slice = static_cast<std::uint32_t>(slices.start.size());
    slices.start.push_back(moment.time);
    slices.duration.push_back(duration.value_or(kOpen));
    slices.name.push_back(intern(text.name, moment.event));
    slices.category.push_back(category(text, moment.event));
    slices.track.push_back(track);
    slices.event.push_back(moment.event);
    if (text.name.empty()) {
        m_batch.issues.record(IssueKind::MissingName, moment.event.number(), text.category);
    }
    if (columns.hasBadId()) {
        m_batch.issues.record(IssueKind::BadId, moment.event.number(), text.name);
    }
    columns.addTo(m_batch, slice, text.kind);
    if (duration) {
        std::int64_t end = 0;
        if (!__builtin_add_overflow(moment.time, *duration, &end)) {
            m_lastTime = std::max(m_lastTime, end);
        }
        return;
    }
    addEdge(moment);
}

void PerfettoPart::addEnd(const Moment& moment) {
    m_ends.push_back({moment.time, moment.event, use(moment)});
    addEdge(moment);
}

void PerfettoPart::addEdge(const Moment& moment) {
    ++m_tracks[moment.track.index()].edges;
    m_orders.addEdge(moment.sequence, moment.time);
}

void PerfettoPart::addInstant(const Moment& moment, const Text& text,
                              const AnnotationColumns& columns) {
    const BatchTrack track = use(moment);
    if (text.name == "[memory]") {
        MemoryBatchRow row = columns.memory();
        row.time = moment.time;
        row.track = track;
        row.event = moment.event;
        m_batch.memory.push_back(row);
        return;
    }
    const BatchString name = intern(text.name, moment.event);
    m_batch.instants.push_back(
        {moment.time, name, category(text, moment.event), track, moment.event});
}

void PerfettoPart::addAsync(AsyncPhase phase, const Moment& moment, const Text& text,
                            std::string_view id) {
    const BatchTrack track = use(moment);
    const BatchString name = intern(text.name, moment.event);
    const BatchString idText = intern(id, moment.event);
    m_batch.asyncs.push_back(
        {phase, moment.time, name, category(text, moment.event), idText, track, moment.event});
}

void PerfettoPart::addFlow(const Moment& moment, std::uint64_t id, bool isTerminating) {
    m_flows.push_back({id, moment, isTerminating});
}

void PerfettoPart::addCounter(const Moment& moment, double value, std::string_view name) {
    (void)use(moment);
    m_counters.push_back({moment, value, 0, 0,
                          name.empty() ? BatchString() : m_batch.strings.intern(validUtf8(name))});
}

void PerfettoPart::addCount(const Moment& moment, std::int64_t count, std::uint32_t state) {
    (void)use(moment);
    m_counters.push_back({moment, 0, count, state, {}});
}

void PerfettoPart::setStageOfLastSlice(std::uint64_t stage) {
    m_stages.push_back({static_cast<std::uint32_t>(m_batch.slices.start.size() - 1), stage});
}

}  // namespace gaplight
