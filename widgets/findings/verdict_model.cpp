// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/findings/verdict_model.h"

#include <utility>

#include "core/base/printable_text.h"
#include "core/report/facts/report_subject.h"
#include "widgets/convert/qt_convert.h"

namespace gaplight::ui {

VerdictModel::VerdictModel(const SessionObject& session, QObject* parent)
    : RowListModel(
          {{"text",
            [](const TraceVerdictPart& part) { return toQString(printable(part.text)).trimmed(); }},
           {"spaceBefore", [](const TraceVerdictPart& part) { return part.text.starts_with(' '); }},
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
    connect(&session, &SessionObject::traceChanged, this, &VerdictModel::reload);
}

void VerdictModel::reload() {
    TraceVerdict verdict;
    if (const LoadedTrace& trace = m_session.trace()) {
        const Session& session = trace->session();
        verdict = verdictOf({*session.trace, session.analysis, session.findings, {}});
    }
    m_sentence = toQString(printable(verdict.text()));
    resetRows(std::move(verdict.parts));
    Q_EMIT contentChanged();
}

}  // namespace gaplight::ui
