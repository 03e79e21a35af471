// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/findings/finding_details.h"

#include <string>

#include "core/analysis/torch/python_frame.h"
#include "core/report/trace/findings_markdown.h"
#include "widgets/convert/code_span_html.h"
#include "widgets/convert/qt_convert.h"

namespace gaplight::ui {
namespace {

QString html(const Finding* finding, std::string Finding::*text) {
    return finding == nullptr ? QString() : codeSpansHtml(finding->*text);
}

// The same finding in a list that was made with other thresholds: the same rule at the same place.
int sameIn(const FindingSet& set, const Finding& wanted) {
    for (std::size_t at = 0; at < set.findings.size(); ++at) {
        const Finding& candidate = set.findings[at];
        if (candidate.rule == wanted.rule && candidate.where == wanted.where) {
            return static_cast<int>(at);
        }
    }
    return -1;
}

}  // namespace

FindingDetails::FindingDetails(const SessionObject& session, QObject* parent)
    : QObject(parent), m_session(session) {
    connect(&session, &SessionObject::traceChanged, this, &FindingDetails::reload);
}

// What is read stays, if it is still found; else the first finding.
void FindingDetails::reload() {
    const LoadedTrace before = m_trace;
    const Finding* wanted = shown();
    m_trace = m_session.trace();
    m_finding = -1;
    if (m_trace) {
        const FindingSet& set = m_trace->session().findings;
        const bool sameTrace = before && before->session().trace == m_trace->session().trace;
        const int same = sameTrace && wanted != nullptr ? sameIn(set, *wanted) : -1;
        m_finding = same >= 0 || set.findings.empty() ? same : 0;
    }
    m_occurrences.show(m_trace, shown());
    Q_EMIT changed();
}

void FindingDetails::setFinding(int finding) {
    const std::size_t found = m_trace ? m_trace->session().findings.findings.size() : 0;
    if (finding >= static_cast<int>(found)) {
        finding = -1;
    }
    if (finding != m_finding) {
        m_finding = finding;
        m_occurrences.show(m_trace, shown());
        Q_EMIT changed();
    }
}

const Finding* FindingDetails::shown() const {
    return m_finding < 0
               ? nullptr
               : &m_trace->session().findings.findings[static_cast<std::size_t>(m_finding)];
}

QString FindingDetails::rule() const {
    return shown() == nullptr ? QString() : toQString(shown()->rule);
}

QString FindingDetails::severity() const {
    return shown() == nullptr ? QString() : toQString(severityName(shown()->severity));
}

QString FindingDetails::title() const {
    return shown() == nullptr ? QString() : codeSpansHtml(titleWithSaving(*shown()));
}

QString FindingDetails::figures() const {
    return shown() == nullptr ? QString() : unbroken(toQString(findingFigures(*shown())));
}

QString FindingDetails::why() const {
    return html(shown(), &Finding::why);
}

QString FindingDetails::fix() const {
    return html(shown(), &Finding::fix);
}

QString FindingDetails::confidence() const {
    return html(shown(), &Finding::confidence);
}

QString FindingDetails::where() const {
    if (shown() == nullptr) {
        return {};
    }
    const FindingPlace& place = shown()->where;
    QString text;
    for (const std::string* name : {&place.annotation, &place.op, &place.python}) {
        if (!name->empty()) {
            text += QStringLiteral("%1<code>%2</code>")
                        .arg(text.isEmpty() ? QString() : QStringLiteral(" · "),
                             toQString(*name).toHtmlEscaped());
        }
    }
    if (place.gpu) {
        text += text.isEmpty() ? QString() : QStringLiteral(" · ");
        text += toQString(m_trace->session().trace->gpuLabel(*place.gpu));
    }
    return text;
}

QString FindingDetails::source() const {
    return shown() == nullptr ? QString() : toQString(sourceOfFrame(shown()->where.python));
}

int FindingDetails::largest() const {
    const Evidence* largest = shown() == nullptr ? nullptr : largestEvidence(*shown());
    return largest == nullptr ? -1 : static_cast<int>(largest - shown()->evidence.data());
}

}  // namespace gaplight::ui
