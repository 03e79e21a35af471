// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/window/window_model.h"

#include <utility>

namespace gaplight::ui {

WindowModel::WindowModel(Themes themes, QString samplePath, QString configDirectory,
                         QString recorderPath, TraceOpener open, QObject* parent)
    : QObject(parent),
      m_session(open, std::move(configDirectory)),
      m_theme(std::move(themes.dark), std::move(themes.light)),
      m_whatIf(m_session),
      m_state(m_session, m_theme, m_ruleHelp, m_whatIf),
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
      m_figure(m_session, m_theme),
      m_comparison(m_session, std::move(open)),
      m_comparisonRows(m_comparison),
      m_record(std::move(recorderPath)),
      m_samplePath(std::move(samplePath)) {
    connect(&m_record, &RecordForm::recorded, &m_session, [this](const QString& path) {
        m_state.setRecordOpen(false);
        m_session.open(path);
    });
    connect(&m_session, &SessionObject::opened, &m_recentFiles, &RecentFiles::add);
    connect(&m_state, &WindowState::linkToggled, &m_comparison, &ComparisonObject::toggleLink);
    connect(&m_state, &WindowState::swapRequested, &m_comparison, &ComparisonObject::swap);
    connect(&m_comparison, &ComparisonObject::resultChanged, &m_state, [this] {
        if (m_comparison.result() != nullptr) {
            m_state.setDrawerTab(WindowState::CompareTab);
        }
    });
}

}  // namespace gaplight::ui
