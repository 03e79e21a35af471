// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/selection/range_details.h"

#include <algorithm>
#include <utility>

#include "widgets/convert/qt_convert.h"
#include "widgets/convert/quantity_string.h"

namespace gaplight::ui {
namespace {

std::vector<TrackId> tracksOf(const Trace& trace, const TrackRange& range) {
    if (!range.tracks.empty()) {
        return range.tracks;
    }
    std::vector<TrackId> all;
    for (std::size_t i = 0; i < trace.tracks().size(); ++i) {
        all.emplace_back(i);
    }
    return all;
}

// What the user means by the GPU time of a range: on streams what ran, elsewhere what was launched.
ActivityScope usualScope(const Trace& trace, const std::vector<TrackId>& tracks) {
    const bool streamsAlone = std::all_of(tracks.begin(), tracks.end(), [&](TrackId track) {
        return trace.tracks()[track.index()].kind == TrackKind::Stream;
    });
    return streamsAlone ? ActivityScope::Ran : ActivityScope::Launched;
}

const ReplayOrigins* originsOf(const Session& session) {
    return session.provenance == nullptr ? nullptr : session.provenance->replays.get();
}

// Null if it was stopped.
std::shared_ptr<const RangeDetails::Measured> measure(const LoadedTrace& trace,
                                                      const TrackRange& range,
                                                      std::optional<ActivityScope> scope,
                                                      const std::stop_token& stop) {
    const Session& session = trace->session();
    const RowIndex& rows = session.indexes->rows;
    const std::vector<TrackId> tracks = tracksOf(*session.trace, range);
    auto result = std::make_shared<RangeDetails::Measured>();
    result->trace = trace;
    result->tracks = tracks.size();
    result->tables =
        rangeTables(*session.trace, rows, session.analysis, tracks, *range.range, stop);
    if (!stop.stop_requested()) {
        result->flame = FlameTree::build(*session.trace, rows, tracks, *range.range, stop);
    }
    result->gpuScope = scope.value_or(usualScope(*session.trace, tracks));
    if (!stop.stop_requested()) {
        result->gpuTime =
            GpuTimeTree::build(*session.trace, session.indexes->launches, tracks, *range.range,
                               result->gpuScope, stop, originsOf(session));
    }
    return stop.stop_requested() ? nullptr : result;
}

std::vector<RangeTableRow> nameRows(const RangeDetails::Measured& measured) {
    const Trace& trace = *measured.trace->session().trace;
    const SceneModel model = measured.trace->model();
    std::vector<RangeTableRow> rows;
    for (const RangeName& name : measured.tables.names) {
        rows.push_back(
            {toQString(model.names->label(name.name)), toQString(trace.text(name.name)), name.row});
    }
    return rows;
}

std::vector<RangeTableRow> groupRows(const RangeDetails::Measured& measured) {
    std::vector<RangeTableRow> rows;
    for (const RangeGroup& group : measured.tables.groups) {
        const QString name = toQString(kernelGroupName(group.group));
        rows.push_back({name, name, group.row});
    }
    return rows;
}

}  // namespace

RangeDetails::RangeDetails(const SessionObject& session, QObject* parent)
    : QObject(parent), m_session(session), m_work([this](const auto& result) { receive(result); }) {
    connect(&session, &SessionObject::traceChanged, this, &RangeDetails::updateTrace);
}

RangeDetails::~RangeDetails() {
    m_stop.request_stop();
}

// Another trace has other tracks; the view sets the range again.
void RangeDetails::updateTrace() {
    setRange({});
    m_isCurrent = false;
    update();
}

void RangeDetails::setRange(const TrackRange& range) {
    if (range != m_range) {
        m_range = range;
        m_scope.reset();
        m_isCurrent = false;
        Q_EMIT rangeChanged();
        update();
    }
}

void RangeDetails::setRanHere(bool ranHere) {
    const ActivityScope scope = ranHere ? ActivityScope::Ran : ActivityScope::Launched;
    if (m_result && scope != m_result->gpuScope) {
        m_scope = scope;
        m_isCurrent = false;
        update();
    }
}

void RangeDetails::setWatched(bool watched) {
    if (watched != m_watched) {
        m_watched = watched;
        Q_EMIT watchedChanged();
        update();
    }
}

void RangeDetails::update() {
    if (m_isCurrent || (hasRange() && !m_watched)) {
        return;
    }
    m_isCurrent = true;
    m_stop.request_stop();
    m_stop = {};
    if (!hasRange() || !m_session.trace()) {
        m_work.drop();
        receive(nullptr);
        return;
    }
    m_measuring = true;
    Q_EMIT measured();
    m_work.start([trace = m_session.trace(), range = m_range, scope = m_scope,
                  stop = m_stop.get_token()] { return measure(trace, range, scope, stop); });
}

void RangeDetails::receive(std::shared_ptr<const Measured> result) {
    m_measuring = false;
    m_result = std::move(result);
    const Duration length = m_result ? m_result->tables.range.length() : Duration{};
    m_names.setRows(m_result ? nameRows(*m_result) : std::vector<RangeTableRow>(), length);
    m_groups.setRows(m_result ? groupRows(*m_result) : std::vector<RangeTableRow>(), length);
    m_gpuTime.setTree(m_result ? m_result->trace : nullptr,
                      m_result ? m_result->gpuTime : GpuTimeTree());
    m_gpus.setGpus(m_result ? m_result->tables.gpus : std::vector<RangeGpu>());
    Q_EMIT measured();
}

QString RangeDetails::summary() const {
    if (!m_result) {
        return {};
    }
    const RangeTables& tables = m_result->tables;
    const QString tracks = m_result->tracks == 1
                               ? QStringLiteral("1 track")
                               : QStringLiteral("%1 tracks").arg(countText(m_result->tracks));
    QString text = QStringLiteral("%1 over %2 · %3 slices")
                       .arg(durationText(tables.range.length()), tracks, countText(tables.slices));
    if (tables.cut > 0) {
        text += QStringLiteral(", %1 of them cut at the edges").arg(countText(tables.cut));
    }
    return text;
}

}  // namespace gaplight::ui
