// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/serving/serving_object.h"

#include <QVariantMap>

#include "core/scene/model/name_table.h"
#include "widgets/convert/qt_convert.h"

namespace gaplight::ui {

ServingObject::ServingObject(const SessionObject& session, QObject* parent)
    : QObject(parent), m_session(session) {
    connect(&session, &SessionObject::traceChanged, this, &ServingObject::updateTrace);
    connect(&m_table, &TableModel::chosen, this, &ServingObject::choose);
    connect(&m_table, &TableModel::rowsChanged, this, &ServingObject::changed);
}

void ServingObject::updateTrace() {
    m_trace = m_session.trace();
    m_chosen = -1;
    m_groups.clear();
    if (m_trace && m_trace->session().isAnalyzed) {
        m_groups = iterationGroups(subject());
    }
    Table table = iterationGroupsTable(m_groups);
    for (std::size_t at = 0; at < m_groups.size(); ++at) {
        table.rows[at].target = static_cast<std::int64_t>(at);
        const ColorRef color = nameColor(servingPhaseName(m_groups[at].phase));
        table.rows[at].swatch = std::to_string(color.isHue() ? color.degrees() : -1);
    }
    m_table.setTable(std::move(table));
    Q_EMIT changed();
}

ReportSubject ServingObject::subject() const {
    const Session& session = m_trace->session();
    return {*session.trace, session.analysis, session.findings, {}};
}

void ServingObject::choose(qint64 group) {
    m_chosen = group == m_chosen ? -1 : group;
    Q_EMIT changed();
}

QString ServingObject::chosenText() const {
    if (m_chosen < 0) {
        return {};
    }
    const IterationGroup& group = m_groups[static_cast<std::size_t>(m_chosen)];
    const QString phase = toQString(servingPhaseName(group.phase));
    return group.bucket ? QStringLiteral("%1 in graphs of %2").arg(phase).arg(*group.bucket)
                        : phase;
}

QVariantList ServingObject::phases() const {
    QVariantList phases;
    QString last;
    for (const IterationGroup& group : m_groups) {
        const QString name = toQString(servingPhaseName(group.phase));
        if (name != last) {
            const ColorRef color = nameColor(servingPhaseName(group.phase));
            phases << QVariantMap{{QStringLiteral("name"), name},
                                  {QStringLiteral("hue"), color.isHue() ? color.degrees() : -1}};
        }
        last = name;
    }
    return phases;
}

std::vector<std::size_t> ServingObject::plotted() const {
    std::vector<std::size_t> rows;
    for (std::size_t at = 0; at < m_groups.size(); ++at) {
        if (m_chosen < 0 || m_chosen == static_cast<qint64>(at)) {
            rows.insert(rows.end(), m_groups[at].rows.begin(), m_groups[at].rows.end());
        }
    }
    return rows;
}

}  // namespace gaplight::ui
