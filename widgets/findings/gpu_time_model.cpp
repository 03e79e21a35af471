// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/findings/gpu_time_model.h"

#include <optional>
#include <utility>

#include "core/report/facts/report_subject.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/quantity_string.h"

namespace gaplight::ui {
namespace {

// A kind of PatternItem: the name of the color's role.
QString patternOf(const GpuTimeShare& share) {
    return toQString(roleName(share.color.role()));
}

}  // namespace

GpuTimeModel::GpuTimeModel(const SessionObject& session, QObject* parent)
    : RowListModel(
          {{"kind", patternOf},
           {"label", [](const GpuTimeShare& share) { return toQString(share.label); }},
           {"explanation", [](const GpuTimeShare& share) { return toQString(share.explanation); }},
           {"length", [](const GpuTimeShare& share) { return durationText(share.time); }},
           {"share", [](const GpuTimeShare& share) { return share.share; }},
           {"percent", [](const GpuTimeShare& share) { return percentText(share.share); }},
           {"finding",
            [](const GpuTimeShare& share) {
                return share.finding ? static_cast<int>(*share.finding) : -1;
            }}},
          parent),
      m_session(session) {
    connect(&session, &SessionObject::traceChanged, this, &GpuTimeModel::reload);
}

void GpuTimeModel::reload() {
    std::vector<GpuTimeShare> shares;
    if (const LoadedTrace& trace = m_session.trace()) {
        const Session& session = trace->session();
        shares = gpuTimeShares({*session.trace, session.analysis, session.findings, {}});
    }
    resetRows(std::move(shares));
    Q_EMIT contentChanged();
}

}  // namespace gaplight::ui
