// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/findings/verdict_model.h"

#include <cstddef>
#include <utility>
#include <vector>

#include "core/base/printable_text.h"
#include "core/report/facts/report_subject.h"
#include "widgets/convert/qt_convert.h"

namespace gaplight::ui {
namespace {

// A space at the beginning of a part goes to the end of the one before, so that no line begins with
// one.
void moveSpacesToEnds(std::vector<TraceVerdictPart>& parts) {
    for (std::size_t at = 1; at < parts.size(); ++at) {
        if (parts[at].text.starts_with(' ')) {
            parts[at].text.erase(0, 1);
            parts[at - 1].text += ' ';
        }
    }
}

}  // namespace

VerdictModel::VerdictModel(const SessionObject& session, QObject* parent)
    : RowListModel(
          {{"text",
            [](const TraceVerdictPart& part) { return toQString(printable(part.text)).trimmed(); }},
           {"spaceAfter", [](const TraceVerdictPart& part) { return part.text.ends_with(' '); }},
           {"finding",
            [](const TraceVerdictPart& part) {
                return part.finding ? static_cast<int>(*part.finding) : -1;
            }},
           {"name",
            [this](const TraceVerdictPart& part) {
                return part.name.isValid() && m_session.trace()
                           ? toQString(m_session.trace()->session().trace->text(part.name))
                           : QString();
            }}},
          parent),
      m_session(session) {
    connect(&session, &SessionObject::analysisNoticeChanged, this, &VerdictModel::reload);
}

void VerdictModel::reload() {
    TraceVerdict verdict;
    const QString notice = m_session.analysisNotice();
    if (!notice.isEmpty()) {
        verdict.parts.emplace_back().text = toStdString(notice);
    } else if (const LoadedTrace& trace = m_session.trace()) {
        const Session& session = trace->session();
        verdict = verdictOf({*session.trace, session.analysis, session.findings, {}});
    }
    m_sentence = toQString(printable(verdict.text()));
    moveSpacesToEnds(verdict.parts);
    resetRows(std::move(verdict.parts));
    Q_EMIT contentChanged();
}

}  // namespace gaplight::ui
