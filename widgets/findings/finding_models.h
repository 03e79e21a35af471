// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QQmlEngine>

#include "widgets/findings/finding_details.h"
#include "widgets/findings/finding_list_model.h"
#include "widgets/findings/rule_help.h"
#include "widgets/findings/setting_list_model.h"
#include "widgets/findings/trace_summary.h"
#include "widgets/findings/trace_tables.h"

namespace gaplight::ui {

// What was found in the trace of a window, and what decides it.
class FindingModels : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(gaplight::ui::TraceSummary* summary READ summary CONSTANT)
    Q_PROPERTY(gaplight::ui::FindingListModel* list READ list CONSTANT)
    // The chosen one of the list.
    Q_PROPERTY(gaplight::ui::FindingDetails* details READ details CONSTANT)
    Q_PROPERTY(gaplight::ui::ChecklistModel* checklist READ checklist CONSTANT)
    Q_PROPERTY(gaplight::ui::RuleHelp* help READ help CONSTANT)
    Q_PROPERTY(gaplight::ui::SettingListModel* settings READ settings CONSTANT)
    Q_PROPERTY(gaplight::ui::IdleTableModel* idle READ idle CONSTANT)
    Q_PROPERTY(gaplight::ui::IssueTableModel* issues READ issues CONSTANT)

public:
    // `session` must outlive it.
    explicit FindingModels(SessionObject& session)
        : m_summary(session),
          m_list(session),
          m_details(session),
          m_checklist(session),
          m_help(session),
          m_settings(session),
          m_idle(session),
          m_issues(session) {}

    TraceSummary* summary() { return &m_summary; }
    FindingListModel* list() { return &m_list; }
    FindingDetails* details() { return &m_details; }
    ChecklistModel* checklist() { return &m_checklist; }
    RuleHelp* help() { return &m_help; }
    SettingListModel* settings() { return &m_settings; }
    IdleTableModel* idle() { return &m_idle; }
    IssueTableModel* issues() { return &m_issues; }

private:
    TraceSummary m_summary;
    FindingListModel m_list;
    FindingDetails m_details;
    ChecklistModel m_checklist;
    RuleHelp m_help;
    SettingListModel m_settings;
    IdleTableModel m_idle;
    IssueTableModel m_issues;
};

}  // namespace gaplight::ui
