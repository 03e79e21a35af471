// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QQmlEngine>

#include "widgets/findings/trace_summary.h"
#include "widgets/notes/note_list_model.h"
#include "widgets/query/query_object.h"
#include "widgets/search/search_model.h"
#include "widgets/selection/gap_details.h"
#include "widgets/selection/range_details.h"
#include "widgets/selection/slice_details.h"
#include "widgets/serving/serving_object.h"
#include "widgets/session/session_object.h"

namespace gaplight::ui {

// State of a window for one opened trace: session, selection, search, notes. A window has several;
// they are independent of each other.
class TraceContext : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(gaplight::ui::SessionObject* session READ session CONSTANT)
    Q_PROPERTY(gaplight::ui::NoteListModel* notes READ notes CONSTANT)
    Q_PROPERTY(gaplight::ui::SearchModel* search READ search CONSTANT)
    Q_PROPERTY(gaplight::ui::QueryObject* query READ query CONSTANT)
    Q_PROPERTY(gaplight::ui::SliceDetails* details READ details CONSTANT)
    Q_PROPERTY(gaplight::ui::RangeDetails* range READ range CONSTANT)
    Q_PROPERTY(gaplight::ui::GapDetails* gap READ gap CONSTANT)
    Q_PROPERTY(gaplight::ui::ServingObject* serving READ serving CONSTANT)
    Q_PROPERTY(gaplight::ui::VerdictModel* verdict READ verdict CONSTANT)
    Q_PROPERTY(gaplight::ui::GpuTimeModel* gpuTime READ gpuTime CONSTANT)

public:
    // `configDirectory`: of the user's gaplight.toml; empty: there is none. `dataDirectory`: of
    // notes and views; empty: they are neither read nor written.
    TraceContext(TraceOpener open, const QString& configDirectory, const QString& dataDirectory,
                 QObject* parent = nullptr);

    SessionObject* session() { return &m_session; }
    NoteListModel* notes() { return &m_notes; }
    SearchModel* search() { return &m_search; }
    QueryObject* query() { return &m_query; }
    SliceDetails* details() { return &m_details; }
    RangeDetails* range() { return &m_range; }
    GapDetails* gap() { return &m_gap; }
    ServingObject* serving() { return &m_serving; }
    VerdictModel* verdict() { return &m_verdict; }
    GpuTimeModel* gpuTime() { return &m_gpuTime; }

    // Stops what is being grouped, else ends what a histogram lights. False: there was neither.
    bool endExploring() { return m_range.grouping()->stop() || m_search.unlight(); }
    // Mirrors the search of another trace. `leader` must outlive it.
    void followSearch(TraceContext& leader) { m_search.follow(leader.m_search); }

private:
    // In the order of construction: all refer to the session.
    SessionObject m_session;
    NoteListModel m_notes;
    SearchModel m_search;
    QueryObject m_query;
    SliceDetails m_details;
    RangeDetails m_range;
    GapDetails m_gap;
    ServingObject m_serving;
    VerdictModel m_verdict;
    GpuTimeModel m_gpuTime;
};

}  // namespace gaplight::ui
