// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/window/window_model.h"

#include <utility>

#include "widgets/render/trace_picture.h"

namespace gaplight::ui {
namespace {

constexpr QSize kPictureSize(240, 44);  // twice what the start page shows

}  // namespace

WindowModel::WindowModel(Themes themes, Places places, TraceOpener open, QObject* parent)
    : QObject(parent),
      m_session(open, std::move(places.configDirectory)),
      m_theme(std::move(themes.dark), std::move(themes.light)),
      m_whatIf(m_session),
      m_notes(m_session, places.dataDirectory),
      m_search(m_session),
      m_file(m_session),
      m_state(m_session, m_theme, m_ruleHelp, m_whatIf, m_search),
      m_recentFiles(places.dataDirectory),
      m_summary(m_session),
      m_segments(m_session),
      m_findings(m_session),
      m_finding(m_session),
      m_checklist(m_session),
      m_settings(m_session),
      m_idle(m_session),
      m_issues(m_session),
      m_details(m_session),
      m_range(m_session),
      m_comparison(m_session, std::move(open)),
      m_comparisonRows(m_comparison),
      m_otherDetails(*m_comparison.other()),
      m_otherRange(*m_comparison.other()),
      m_otherSearch(*m_comparison.other()),
      m_otherNotes(*m_comparison.other(), places.dataDirectory),
      m_figure(m_session, m_theme, m_comparison, m_whatIf, m_otherNotes),
      m_record(std::move(places.recorder)),
      m_samplePath(std::move(places.sample)) {
    connect(&m_record, &RecordForm::recorded, &m_session, [this](const QString& path) {
        m_state.setRecordOpen(!m_record.message().isEmpty());  // that is read first
        m_session.open(path);
    });
    connect(&m_session, &SessionObject::opened, &m_recentFiles, &RecentFiles::add);
    connect(&m_state, &WindowState::linkToggled, &m_comparison, &ComparisonObject::toggleLink);
    for (NoteListModel* notes : {&m_notes, &m_otherNotes}) {
        // Before the swap: each then reads what the other one wrote.
        connect(&m_state, &WindowState::swapRequested, notes, &NoteListModel::save);
        connect(notes, &NoteListModel::currentChanged, &m_state, [this, notes] {
            if (notes->current() >= 0) {
                m_state.showTab(WindowState::NotesTab);
            }
        });
    }
    connect(&m_state, &WindowState::swapRequested, &m_comparison, &ComparisonObject::swap);
    connect(&m_comparison, &ComparisonObject::resultChanged, &m_state, [this] {
        if (m_comparison.result() != nullptr) {
            m_state.setDrawerTab(WindowState::CompareTab);
        }
    });
    connect(&m_session, &SessionObject::opened, this, [this](const QString& path) {
        if (m_recentFiles.keepsPictures()) {
            m_recentFiles.keepPicture(
                path, tracePicture(m_session.trace()->model(), *m_theme.theme(), kPictureSize));
        }
    });
    m_otherSearch.follow(m_search);
    connect(&m_state, &WindowState::reloadRequested, &m_file, &FileWatch::reload);
    m_otherNotes.setKeepsView(false);
}

}  // namespace gaplight::ui
