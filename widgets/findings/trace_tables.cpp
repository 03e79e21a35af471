// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/findings/trace_tables.h"

#include <algorithm>
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

std::string kindText(IssueKind kind) {
    std::string text(issueKindName(kind));
    std::ranges::replace(text, '_', ' ');
    return text;
}

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
    Table table = tableOf(rows, column("start_ns", "start", Unit::SinceStart, &IdleRow::start),
                          column("length_ns", "length", Unit::Nanoseconds, &IdleRow::length),
                          column("name", "name", Unit::Code, &IdleRow::name),
                          column("cause", "cause or track", Unit::Text, &IdleRow::cause));
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
    m_harmful = static_cast<int>(std::ranges::count_if(
        issues, [](const ImportIssue& issue) { return !isHarmless(issue.kind); }));
    const std::string position = positionsAreBytes ? "byte " : "event ";
    setTable(tableOf(
        issues,
        column("kind", "kind", Unit::Text, [](auto& issue) { return kindText(issue.kind); }),
        column(
            "figures", "figures", Unit::Text,
            [](auto& issue) { return isHarmless(issue.kind) ? "as without it" : "may be wrong"; }),
        column("count", "count", Unit::Count, &ImportIssue::count),
        column("first", "first at", Unit::Text,
               [&](auto& issue) { return position + gaplight::countText(issue.firstPosition); }),
        column("explanation", "what it is", Unit::Text,
               [](auto& issue) { return issueKindExplanation(issue.kind); }),
        column("example", "example", Unit::Code,
               [](auto& issue) { return toStdString(toQString(issue.example).simplified()); })));
    Q_EMIT contentChanged();
}

}  // namespace gaplight::ui
