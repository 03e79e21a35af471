// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/findings/trace_tables.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/base/import_issue.h"
#include "core/base/quantity_text.h"
#include "core/scene/display/theme.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"

namespace gaplight::ui {
namespace {

struct IdleRow {
    OverlayId id{};
    bool isGap = false;
    Duration start{};  // since the trace's start
    Duration length{};
    std::string name;   // "GPU 0 idle", "cudaStreamSynchronize"
    std::string cause;  // of a gap; of a blocking call its cause and its track
    std::string swatch;
};

constexpr std::array kIdleColumns{
    ColumnOf<IdleRow>("start_ns", "start", Unit::Moment, [](auto& row) { return row.start; }),
    ColumnOf<IdleRow>("length_ns", "length", Unit::Nanoseconds,
                      [](auto& row) { return row.length; }),
    ColumnOf<IdleRow>("name", "name", Unit::Code, [](auto& row) { return row.name; }),
    ColumnOf<IdleRow>("cause", "cause or track", Unit::Text, [](auto& row) { return row.cause; }),
};

IdleRow idleRow(const Trace& trace, const OverlayTable& overlays, OverlayId id) {
    const Overlay& overlay = overlays.place(id);
    IdleRow row{id,
                overlay.kind == OverlayKind::IdleGap,
                overlay.range.begin - trace.range().begin,
                overlay.range.length(),
                {},
                std::string(overlays.label(overlay)),
                {}};
    if (row.isGap) {
        row.name = std::string(trace.gpuLabel(overlay.gpu)) + " idle";
        row.swatch = roleName(overlay.color.role());
    } else {
        row.name = trace.name(overlay.slice);
        appendItem(row.cause, toStdString(trackText(trace, overlay.track)), " · ");
        row.swatch = "overlay_sync";
    }
    return row;
}

std::vector<IdleRow> idleRows(const Trace& trace, const OverlayTable& overlays) {
    std::vector<IdleRow> rows;
    const OverlaySpan all = overlays.all();
    for (std::size_t at = 0; at < all.size(); ++at) {
        const OverlayKind kind = overlays.place(all.id(at)).kind;
        if (kind == OverlayKind::IdleGap || kind == OverlayKind::BlockingCall) {
            rows.push_back(idleRow(trace, overlays, all.id(at)));
        }
    }
    std::ranges::stable_sort(rows, [](const IdleRow& a, const IdleRow& b) {
        return a.isGap != b.isGap ? a.isGap : a.length > b.length;
    });
    return rows;
}

// Whether all events were kept with their times: odd texts, arrows with one end, rows that were
// moved, and what every capture has at its edges.
bool isHarmless(IssueKind kind) {
    switch (kind) {
        case IssueKind::InvalidUtf8:
        case IssueKind::ControlCharacter:
        case IssueKind::BadEscape:
        case IssueKind::DuplicateKey:
        case IssueKind::TrailingText:
        case IssueKind::MissingName:
        case IssueKind::Overlap:
        case IssueKind::UnfinishedSlice:
        case IssueKind::UnopenedSlice:
        case IssueKind::FlowWithoutStart:
        case IssueKind::FlowWithoutFinish:
        case IssueKind::FlowUnbound:
        case IssueKind::LaunchMissing:
            return true;
        default:
            return false;
    }
}

struct IssueRow {
    const ImportIssue& issue;
    bool positionsAreBytes = false;
};

std::string kindText(IssueKind kind) {
    std::string text(issueKindName(kind));
    std::ranges::replace(text, '_', ' ');
    return text;
}

std::string positionText(const IssueRow& row) {
    return (row.positionsAreBytes ? "byte " : "event ") +
           toStdString(countText(row.issue.firstPosition));
}

constexpr std::array kIssueColumns{
    ColumnOf<IssueRow>("kind", "kind", Unit::Text,
                       [](auto& row) { return kindText(row.issue.kind); }),
    ColumnOf<IssueRow>(
        "harm", "figures", Unit::Text,
        [](auto& row) { return isHarmless(row.issue.kind) ? "as without it" : "may be wrong"; }),
    ColumnOf<IssueRow>("count", "count", Unit::Count, [](auto& row) { return row.issue.count; }),
    ColumnOf<IssueRow>("first", "first at", Unit::Text,
                       [](auto& row) { return positionText(row); }),
    ColumnOf<IssueRow>("explanation", "what it is", Unit::Text,
                       [](auto& row) { return issueKindExplanation(row.issue.kind); }),
    ColumnOf<IssueRow>(
        "example", "example", Unit::Code,
        [](auto& row) { return toStdString(toQString(row.issue.example).simplified()); }),
};

}  // namespace

IdleTableModel::IdleTableModel(const SessionObject& session, QObject* parent)
    : TableModel(parent), m_session(session) {
    connect(&session, &SessionObject::traceChanged, this, &IdleTableModel::reload);
    connect(this, &TableModel::chosen, this, &IdleTableModel::show);
}

void IdleTableModel::reload() {
    m_trace = m_session.trace();
    std::vector<IdleRow> rows;
    if (m_trace && m_trace->model().overlays != nullptr) {
        rows = idleRows(*m_trace->session().trace, *m_trace->model().overlays);
    }
    m_gapCount =
        static_cast<int>(std::ranges::count_if(rows, [](const IdleRow& row) { return row.isGap; }));
    Table table = tableOf(kIdleColumns, rows);
    for (std::size_t at = 0; at < rows.size(); ++at) {
        table.rows[at].target = rows[at].id.index();
        table.rows[at].swatch = rows[at].swatch;
    }
    setTable(std::move(table));
    Q_EMIT contentChanged();
}

void IdleTableModel::show(qint64 target) {
    const OverlayId id(static_cast<std::uint32_t>(target));
    const Overlay& overlay = m_trace->model().overlays->place(id);
    if (overlay.kind == OverlayKind::IdleGap) {
        Q_EMIT gapChosen(static_cast<int>(target));
    } else {
        Q_EMIT sliceChosen(static_cast<qint64>(overlay.slice.index()));
    }
}

QString IdleTableModel::shorter() const {
    if (!m_trace) {
        return {};
    }
    const Analysis& analysis = m_trace->session().analysis;
    std::uint64_t gaps = 0;
    Duration total{};
    for (const DeviceAnalysis& device : analysis.devices) {
        gaps += device.gaps.size() - device.gapsOverThreshold;
        total += device.totals.idle - device.gapsOverThresholdTotal;
    }
    return gaps == 0 ? QString()
                     : QStringLiteral("shorter than %1: %2, %3")
                           .arg(durationText(analysis.gapThreshold), countText(gaps, "gap", "gaps"),
                                durationText(total));
}

IssueTableModel::IssueTableModel(const SessionObject& session, QObject* parent)
    : TableModel(parent), m_session(session) {
    connect(&session, &SessionObject::traceChanged, this, &IssueTableModel::reload);
}

void IssueTableModel::reload() {
    std::vector<ImportIssue> issues;
    bool positionsAreBytes = false;
    if (const LoadedTrace& trace = m_session.trace()) {
        positionsAreBytes = trace->session().trace->facts().positionsAreBytes;
        issues = trace->session().trace->issues().list();
        for (ImportIssue& issue : trace->session().analysis.issues.list()) {
            issues.push_back(std::move(issue));
        }
    }
    std::vector<IssueRow> rows;
    for (const ImportIssue& issue : issues) {
        rows.push_back({issue, positionsAreBytes});
    }
    m_harmful = static_cast<int>(std::ranges::count_if(
        issues, [](const ImportIssue& issue) { return !isHarmless(issue.kind); }));
    setTable(tableOf(kIssueColumns, rows));
    Q_EMIT contentChanged();
}

}  // namespace gaplight::ui
