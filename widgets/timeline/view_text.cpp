// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/view_text.h"

#include <cmath>

#include "widgets/convert/qt_convert.h"
#include "widgets/convert/quantity_text.h"

namespace gaplight::ui {
namespace {

constexpr int kNameCharacters = 90;

QString shortened(const QString& name) {
    return name.size() <= kNameCharacters ? name : name.left(kNameCharacters - 1) + QChar(u'…');
}

QString labelOf(const SceneModel& model, SliceId slice) {
    return shortened(toQString(model.names->label(model.trace->slices().name(slice))));
}

QString sinceBegin(const SceneModel& model, Time time) {
    return durationText(time - model.trace->range().begin);
}

QString sliceStatus(const SceneModel& model, SliceId slice) {
    const SliceTable& slices = model.trace->slices();
    return QStringLiteral("%1 · at %2 · %3")
        .arg(labelOf(model, slice), sinceBegin(model, slices.start(slice)),
             durationText(slices.duration(slice)));
}

QString overlayStatus(const SceneModel& model, const Overlay& overlay) {
    const QString what = overlay.kind == OverlayKind::IdleGap
                             ? QStringLiteral("GPU %1 idle").arg(overlay.device)
                             : QStringLiteral("host waits");
    QString text = QStringLiteral("%1 · at %2 · %3")
                       .arg(what, sinceBegin(model, overlay.range.begin),
                            durationText(overlay.range.length()));
    if (!overlay.label.empty()) {
        text += QStringLiteral(" · ") + shortened(toQString(overlay.label));
    }
    return text;
}

}  // namespace

QString hoverStatus(const TimelineView& view, const Hit& hit) {
    const SceneModel& model = view.model();
    switch (hit.kind) {
        case HitKind::Slice:
            return sliceStatus(model, hit.slice);
        case HitKind::Overlay:
            return overlayStatus(model, (*model.overlays)[hit.overlay]);
        case HitKind::Ruler:
        case HitKind::Band:
            return QStringLiteral("at %1").arg(sinceBegin(model, hit.time));
        default:
            return {};
    }
}

QString selectionStatus(const TimelineView& view) {
    const TimelineState& state = view.state();
    if (state.selectedRange) {
        return QStringLiteral("range %1 from %2")
            .arg(durationText(state.selectedRange->length()),
                 sinceBegin(view.model(), state.selectedRange->begin));
    }
    return state.selected.isValid() ? sliceStatus(view.model(), state.selected) : QString();
}

QString zoomStatus(const Viewport& viewport) {
    const QString length = durationText(Duration(std::llround(viewport.nsPerPixel)));
    return length + QStringLiteral("/px");
}

}  // namespace gaplight::ui
