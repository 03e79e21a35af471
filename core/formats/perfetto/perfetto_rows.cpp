// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/perfetto/perfetto_rows.h"

#include <algorithm>
#include <utility>

#include "core/base/utf8.h"

namespace gaplight {
namespace {

constexpr std::size_t kEventsOfPart = 65'536;

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

EventBatch& PerfettoRows::current() {
    if (m_parts.empty()) {
        m_parts.emplace_back();
    }
    return m_parts.back().batch;
}

void PerfettoRows::endPart() {
    if (current().events >= kEventsOfPart) {
        m_events += current().events;
        m_parts.emplace_back();
        m_lastCategoryId = BatchCategory();
    }
}

BatchString PerfettoRows::intern(std::string_view text, EventId event) {
    EventBatch& batch = current();
    if (isUtf8(text)) {
        return batch.strings.intern(text);
    }
    batch.issues.record(IssueKind::InvalidUtf8, event.number(), text);
    return batch.strings.intern(validUtf8(text));
}

BatchCategory PerfettoRows::category(const Text& text, EventId event) {
    if (m_lastCategoryId.isValid() && text.kind == m_lastKind && text.category == m_lastCategory) {
        return m_lastCategoryId;
    }
    m_lastCategory = text.category;
    m_lastKind = text.kind;
    m_lastCategoryId =
        current().category(current().strings.view(intern(text.category, event)), text.kind);
    return m_lastCategoryId;
}

void PerfettoRows::noteTime(std::int64_t time) {
    m_lastTime = m_firstTime ? std::max(m_lastTime, time) : time;
    m_firstTime = std::min(m_firstTime.value_or(time), time);
}

BatchTrack PerfettoRows::use(const Moment& moment) {
    const std::size_t index = moment.track.index();
    if (index >= m_uses.size()) {
        m_uses.resize(std::max(index + 1, m_uses.size() * 3 / 2));
    }
    noteTime(moment.time);
    m_orders.use(moment.track, moment.sequence);
    TrackUse& use = m_uses[index];
    EventBatch& batch = current();
    const auto part = static_cast<std::uint32_t>(m_parts.size() - 1);
    if (use.part != part) {
        use.part = part;
        use.track = BatchTrack(batch.tracks.size());
        batch.tracks.emplace_back();
        m_parts.back().tracks.push_back(moment.track);
    }
    return use.track;
}

void PerfettoRows::addSlice(const Moment& moment, const Text& text,
                            const AnnotationColumns& columns,
                            std::optional<std::int64_t> duration) {
    const BatchTrack track = use(moment);
    EventBatch& batch = current();
    const auto slice = static_cast<std::uint32_t>(batch.slices.start.size());
    batch.slices.start.push_back(moment.time);
    batch.slices.duration.push_back(duration.value_or(0));
    batch.slices.name.push_back(intern(text.name, moment.event));
    batch.slices.category.push_back(category(text, moment.event));
    batch.slices.track.push_back(track);
    batch.slices.event.push_back(moment.event);
    if (text.name.empty()) {
        batch.issues.record(IssueKind::MissingName, moment.event.number(), text.category);
    }
    if (columns.hasBadId()) {
        batch.issues.record(IssueKind::BadId, moment.event.number(), text.name);
    }
    columns.addTo(batch, slice, text.kind);
    if (duration) {
        std::int64_t end = 0;
        if (!__builtin_add_overflow(moment.time, *duration, &end)) {
            m_lastTime = std::max(m_lastTime, end);
        }
        return;
    }
    m_edges.push_back(
        {moment.time, std::uint64_t{m_parts.size() - 1} << 32U | slice, moment.track, true});
    m_orders.addEdge(moment.sequence, moment.time);
}

void PerfettoRows::addEnd(const Moment& moment) {
    (void)use(moment);
    m_edges.push_back({moment.time, moment.event.number(), moment.track, false});
    m_orders.addEdge(moment.sequence, moment.time);
}

void PerfettoRows::addInstant(const Moment& moment, const Text& text,
                              const AnnotationColumns& columns) {
    const BatchTrack track = use(moment);
    EventBatch& batch = current();
    if (text.name == "[memory]") {
        MemoryBatchRow row = columns.memory();
        row.time = moment.time;
        row.track = track;
        row.event = moment.event;
        batch.memory.push_back(row);
        return;
    }
    const BatchString name = intern(text.name, moment.event);
    batch.instants.push_back(
        {moment.time, name, category(text, moment.event), track, moment.event});
}

void PerfettoRows::addAsync(AsyncPhase phase, const Moment& moment, const Text& text,
                            std::string_view id) {
    const BatchTrack track = use(moment);
    const BatchString name = intern(text.name, moment.event);
    const BatchString idText = intern(id, moment.event);
    current().asyncs.push_back(
        {phase, moment.time, name, category(text, moment.event), idText, track, moment.event});
}

void PerfettoRows::addFlow(const Moment& moment, std::uint64_t id, bool isTerminating) {
    m_flows.push_back({id, moment, isTerminating});
}

void PerfettoRows::addCounter(const Moment& moment, double value, std::string_view name) {
    (void)use(moment);
    std::uint32_t number = 0;
    if (!name.empty()) {
        auto at = m_counterNumbers.find(name);
        if (at == m_counterNumbers.end()) {
            at = m_counterNumbers
                     .emplace(std::string(name), static_cast<std::uint32_t>(m_counterNames.size()))
                     .first;
            m_counterNames.push_back(validUtf8(name));
        }
        number = at->second;
    }
    m_counters.push_back({moment, value, number});
}

void PerfettoRows::setStageOfLastSlice(std::uint64_t stage) {
    m_stages.push_back(
        {m_parts.size() - 1, static_cast<std::uint32_t>(current().slices.start.size() - 1), stage});
}

}  // namespace gaplight
