// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/view_text.h"

#include <cmath>

#include <QStringList>

#include "widgets/convert/qt_convert.h"
#include "widgets/convert/quantity_text.h"

namespace gaplight::ui {
namespace {

constexpr int kLineCharacters = 90;
constexpr int kTipCharacters = 240;

QString shortened(const QString& name, int most = kLineCharacters) {
    return name.size() <= most ? name : name.left(most - 1) + QChar(u'…');
}

QString sinceBegin(const SceneModel& model, Time time) {
    return durationText(time - model.trace->range().begin);
}

QString timesOf(const SceneModel& model, const TimeRange& range) {
    return QStringLiteral("at %1 · %2")
        .arg(sinceBegin(model, range.begin), durationText(range.length()));
}

QString labelOf(const SceneModel& model, SliceId slice) {
    return toQString(model.names->label(model.trace->slices().name(slice)));
}

QString sliceStatus(const SceneModel& model, SliceId slice) {
    return QStringLiteral("%1 · %2").arg(shortened(labelOf(model, slice)),
                                         timesOf(model, model.trace->slices().range(slice)));
}

QString inParts(const QStringList& parts) {
    QStringList said = parts;
    said.removeAll(QString());
    return said.join(QStringLiteral(" · "));
}

// "GPU 0 idle · host: _set_context".
QString overlayWords(const SceneModel& model, const Overlay& overlay) {
    const QString label = shortened(toQString(model.overlays->label(overlay)));
    switch (overlay.kind) {
        case OverlayKind::IdleGap:
            return inParts({QStringLiteral("GPU %1 idle").arg(overlay.device), label});
        case OverlayKind::BlockingCall:
            return inParts({QStringLiteral("host waits"), label});
        default:
            return label;
    }
}

// The title of the finding that a mark belongs to; empty for none.
QString findingTitle(const TimelineView& view, OverlayId mark) {
    if (!mark.isValid()) {
        return {};
    }
    const int rank = (*view.model().overlays)[mark].owner.finding;
    return rank < 0 ? QString() : plainTitle(view.trace().session().findings, rank);
}

}  // namespace

QString hoverStatus(const TimelineView& view, const Hit& hit) {
    const SceneModel& model = view.model();
    switch (hit.kind) {
        case HitKind::Slice:
            return inParts({sliceStatus(model, hit.slice), findingTitle(view, hit.overlay)});
        case HitKind::Overlay: {
            const Overlay& overlay = (*model.overlays)[hit.overlay];
            return inParts({overlayWords(model, overlay), timesOf(model, overlay.range),
                            findingTitle(view, hit.overlay)});
        }
        case HitKind::Ruler:
        case HitKind::Band:
            return QStringLiteral("at %1").arg(sinceBegin(model, hit.time));
        default:
            return {};
    }
}

QString hoverTip(const TimelineView& view, const Hit& hit) {
    const SceneModel& model = view.model();
    QStringList lines;
    if (hit.kind == HitKind::Slice) {
        lines << shortened(labelOf(model, hit.slice), kTipCharacters)
              << timesOf(model, model.trace->slices().range(hit.slice));
        if (hit.overlay.isValid()) {
            lines << overlayWords(model, (*model.overlays)[hit.overlay]);
        }
    } else if (hit.kind == HitKind::Overlay) {
        const Overlay& overlay = (*model.overlays)[hit.overlay];
        lines << overlayWords(model, overlay) << timesOf(model, overlay.range);
    }
    const QString finding = findingTitle(view, hit.overlay);
    if (!finding.isEmpty()) {
        lines << shortened(finding, kTipCharacters) << QStringLiteral("click to open");
    }
    lines.removeAll(QString());
    return lines.join(u'\n');
}

QString selectionStatus(const TimelineView& view) {
    const TimelineState& state = view.state();
    if (view.isAtFinding()) {
        return findingStatus(view.trace().session().findings, view.focusedFinding());
    }
    QStringList parts;
    if (state.selectedRange) {
        parts << QStringLiteral("range %1 from %2")
                     .arg(durationText(state.selectedRange->length()),
                          sinceBegin(view.model(), state.selectedRange->begin));
    }
    if (state.selected.isValid()) {
        parts << QStringLiteral("selected ") + sliceStatus(view.model(), state.selected);
    }
    return parts.join(QStringLiteral(" · "));
}

QString zoomStatus(const Viewport& viewport) {
    const QString length = durationText(Duration(std::llround(viewport.nsPerPixel)));
    return length + QStringLiteral("/px");
}

}  // namespace gaplight::ui
