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

// "GPU 0 idle · host: _set_context".
QString overlayWords(const Overlay& overlay) {
    const QString what = overlay.kind == OverlayKind::IdleGap
                             ? QStringLiteral("GPU %1 idle").arg(overlay.device)
                             : QStringLiteral("host waits");
    return overlay.label.empty()
               ? what
               : what + QStringLiteral(" · ") + shortened(toQString(overlay.label));
}

}  // namespace

QString hoverStatus(const TimelineView& view, const Hit& hit) {
    const SceneModel& model = view.model();
    switch (hit.kind) {
        case HitKind::Slice:
            return sliceStatus(model, hit.slice);
        case HitKind::Overlay:
            return QStringLiteral("%1 · %2").arg(
                overlayWords((*model.overlays)[hit.overlay]),
                timesOf(model, (*model.overlays)[hit.overlay].range));
        case HitKind::Ruler:
        case HitKind::Band:
            return QStringLiteral("at %1").arg(sinceBegin(model, hit.time));
        default:
            return {};
    }
}

QString hoverTip(const TimelineView& view, const Hit& hit) {
    const SceneModel& model = view.model();
    if (hit.kind == HitKind::Slice) {
        return shortened(labelOf(model, hit.slice), kTipCharacters) + u'\n' +
               timesOf(model, model.trace->slices().range(hit.slice));
    }
    if (hit.kind == HitKind::Overlay) {
        const Overlay& overlay = (*model.overlays)[hit.overlay];
        return overlayWords(overlay) + u'\n' + timesOf(model, overlay.range);
    }
    return {};
}

QString selectionStatus(const TimelineView& view) {
    const TimelineState& state = view.state();
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
