// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/view_text.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include <QStringList>

#include "core/scene/timeline/time_ruler.h"
#include "core/scene/timeline/track_scenes.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"

namespace gaplight::ui {
namespace {

constexpr int kLineCharacters = 60;  // time and duration follow
constexpr int kTipCharacters = 240;
constexpr int kHandleCharacters = 40;

QString shortened(const QString& name, int most = kLineCharacters) {
    return name.size() <= most ? name : name.left(most - 1) + QChar(u'…');
}

QString timesOf(const TimelineView& view, const TimeRange& range) {
    return QStringLiteral("at %1 · %2")
        .arg(clockText(view, range.begin), lengthText(view, range.length()));
}

QString labelOf(const SceneModel& model, SliceId slice) {
    return toQString(model.names->label(model.trace->slices().name(slice)));
}

QString sliceStatus(const TimelineView& view, SliceId slice) {
    const SceneModel& model = view.model();
    return QStringLiteral("%1 · %2").arg(shortened(labelOf(model, slice)),
                                         timesOf(view, model.trace->slices().range(slice)));
}

// What a counter has at a time; empty for any other lane, or before its first value.
QString counterStatus(const TimelineView& view, const Hit& hit) {
    const auto lanes = view.layout().lanes();
    const bool isCounter = hit.lane < lanes.size() && lanes[hit.lane].kind == LaneKind::Counter;
    if (!isCounter && !hit.hitTrack) {
        return {};
    }
    const CounterCurve& curve = hit.hitTrack ? view.model().hitTracks[*hit.hitTrack]->curve
                                             : view.model().counters[lanes[hit.lane].counter];
    const std::optional<double> value = curve.valueAt(hit.time);
    return value ? toQString(curve.title()) + QChar(u' ') +
                       toQString(counterText(curve.unit(), *value))
                 : QString();
}

// A row of a query on its track.
QString spanStatus(const TimelineView& view, const Hit& hit) {
    const HitSpan& span = view.model().hitTracks[*hit.hitTrack]->spans[hit.span];
    return shortened(toQString(span.label)) + QStringLiteral(" · ") + timesOf(view, span.range);
}

QString noteStatus(const TimelineView& view, std::int32_t number) {
    const Note& note = view.state().notes[static_cast<std::size_t>(number)];
    const QString text = note.text.empty() ? QStringLiteral("note") : toQString(note.text);
    const QString times = note.range.length() > Duration{}
                              ? timesOf(view, note.range)
                              : QStringLiteral("at %1").arg(clockText(view, note.range.begin));
    return shortened(text) + QStringLiteral(" · ") + times;
}

QString instantStatus(const TimelineView& view, InstantId id) {
    const Trace& trace = *view.model().trace;
    const Instant& instant = trace.instants()[id.index()];
    return QStringLiteral("%1 · at %2")
        .arg(shortened(toQString(trace.text(instant.name))), clockText(view, instant.time));
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
            return inParts(
                {toQString(model.trace->gpuLabel(overlay.gpu)) + QStringLiteral(" idle"), label});
        case OverlayKind::BlockingCall:
            return inParts({QStringLiteral("host waits"), label});
        default:
            return label;
    }
}

// "longest gap here 17.2 µs · 88.0 % idle around it", on a GPU's row; before its window what runs
// there.
QString gapWords(const TimelineView& view, const Hit& hit) {
    if (!hit.gap) {
        return hit.isEarlier ? toQString(kEarlierLabel) : QString();
    }
    const Group& group = view.layout().groups()[view.layout().lanes()[hit.lane].group];
    const BusyProfile* profile = busyProfileOf(view.model(), group.gpu.value_or(GpuId()));
    const Duration reach(std::llround(8 * view.viewport().nsPerPixel));
    const TimeRange around{hit.time - reach, hit.time + reach};
    const GpuTimeParts parts = profile->partsWithin(around);
    return QStringLiteral("longest gap here %1 · %2 idle around it")
        .arg(durationText(hit.gap->length()),
             percentText(
                 static_cast<double>(ns(parts.idle)) /
                 static_cast<double>(std::max<std::int64_t>(1, ns(parts.idle + parts.busy())))));
}

// The title of the finding that a mark belongs to; empty for none, and on a gap that another rule
// explains.
QString findingTitle(const TimelineView& view, OverlayId mark) {
    if (!mark.isValid()) {
        return {};
    }
    const Overlay overlay = (*view.model().overlays)[mark];
    const int rank = overlay.source.finding;
    const bool isSecond = overlay.source.isSecond && !view.model().overlays->isCurrent(overlay);
    return rank < 0 || isSecond ? QString() : plainTitle(view.trace().session().findings, rank);
}

// "on GPU 0 5.36 ms from 12.1 ms": where a mirrored annotation is.
QString mirroredWords(const TimelineView& view, const Hit& hit) {
    if (!hit.mirrored) {
        return {};
    }
    const Lane& lane = view.layout().lanes()[hit.lane];
    return QStringLiteral("on %1: %2")
        .arg(toQString(view.model().trace->gpuLabel(
                 view.layout().groups()[lane.group].gpu.value_or(GpuId()))),
             timesOf(view, *hit.mirrored));
}

// The slice or gap whose end a drag from the pointer takes, where that is not what lies under it:
// a handle reaches over its end. Empty: it is, or there is none.
QStringList handleLines(const TimelineView& view, const Hit& hit) {
    const std::optional<PlayedEnd>& played = view.state().played;
    if (!played) {
        return {};
    }
    const SceneModel& model = view.model();
    if (!played->isGap()) {
        return hit.kind == HitKind::Slice && hit.slice == played->slice
                   ? QStringList()
                   : QStringList{shortened(labelOf(model, played->slice), kTipCharacters),
                                 timesOf(view, played->range)};
    }
    const bool isOfGap = hit.kind != HitKind::Slice && played->range.begin <= hit.time &&
                         hit.time <= played->range.end;
    return isOfGap ? QStringList()
                   : QStringList{
                         toQString(model.trace->gpuLabel(played->gpu)) + QStringLiteral(" idle"),
                         timesOf(view, played->range)};
}

}  // namespace

QString lengthText(const TimelineView& view, Duration length) {
    const double pixel = view.viewport().nsPerPixel / static_cast<double>(view.state().pixelRatio);
    return toQString(resolvedDurationText(length, Duration(std::llround(std::floor(pixel)))));
}

QString clockText(const TimelineView& view, Time time) {
    return toQString(
        timeText(view.model(), view.state().timeFormat, time,
                 [&view](Duration length) { return lengthText(view, length).toStdString(); }));
}

QString hoverStatus(const TimelineView& view, const Hit& hit) {
    const SceneModel& model = view.model();
    if (const QStringList handle = handleLines(view, hit); !handle.isEmpty()) {
        return inParts(handle);  // as the tip
    }
    switch (hit.kind) {
        case HitKind::Slice:
            return inParts({sliceStatus(view, hit.slice), mirroredWords(view, hit),
                            findingTitle(view, hit.overlay)});
        case HitKind::Overlay: {
            const Overlay& overlay = (*model.overlays)[hit.overlay];
            return inParts({overlayWords(model, overlay), timesOf(view, overlay.range),
                            findingTitle(view, hit.overlay)});
        }
        case HitKind::Span:
            return spanStatus(view, hit);
        case HitKind::Note:
            return noteStatus(view, hit.note);
        case HitKind::Instant:
            return instantStatus(view, hit.instant);
        case HitKind::Ruler:
        case HitKind::Lane: {
            const bool isOnNames = hit.time < view.viewport().begin;
            return inParts(
                {gapWords(view, hit), counterStatus(view, hit),
                 isOnNames ? QString() : QStringLiteral("at %1").arg(clockText(view, hit.time))});
        }
        default:
            return {};
    }
}

namespace {

// What the handle under the pointer is for; empty without one.
QString handleWords(const TimelineView& view) {
    const std::optional<PlayedEnd>& played = view.state().played;
    if (!played) {
        return {};
    }
    return played->isGap()
               ? QStringLiteral("Ctrl+drag the gap's end: predict the run with less of it")
               : QStringLiteral("Ctrl+drag the end of %1: predict the run with a shorter one")
                     .arg(shortened(labelOf(view.model(), played->slice), kHandleCharacters));
}

}  // namespace

QString hoverTip(const TimelineView& view, const TextMeasure& measure, const Hit& hit) {
    const SceneModel& model = view.model();
    if (hit.kind == HitKind::Name || hit.kind == HitKind::Triangle) {
        const auto lanes = view.layout().lanes();
        return hit.lane < lanes.size() ? toQString(cutName(view.input(), measure, lanes[hit.lane]))
                                       : QString();
    }
    QStringList lines = handleLines(view, hit);
    if (!lines.isEmpty()) {
        return (lines << handleWords(view)).join(u'\n');
    }
    if (hit.kind == HitKind::Slice) {
        lines << shortened(labelOf(model, hit.slice), kTipCharacters)
              << timesOf(view, model.trace->slices().range(hit.slice)) << mirroredWords(view, hit);
        if (hit.overlay.isValid()) {
            lines << overlayWords(model, (*model.overlays)[hit.overlay]);
        }
    } else if (hit.kind == HitKind::Overlay) {
        const Overlay& overlay = (*model.overlays)[hit.overlay];
        lines << overlayWords(model, overlay) << timesOf(view, overlay.range);
    }
    if (hit.kind == HitKind::Span) {
        lines << spanStatus(view, hit);
    } else if (hit.kind == HitKind::Instant) {
        lines << instantStatus(view, hit.instant);
    } else if (hit.kind == HitKind::Note) {
        lines << noteStatus(view, hit.note);
    } else if (hit.kind == HitKind::Lane) {
        lines << counterStatus(view, hit) << gapWords(view, hit);
    }
    const QString finding = findingTitle(view, hit.overlay);
    if (!finding.isEmpty()) {
        lines << shortened(finding, kTipCharacters);
    }
    if (!finding.isEmpty() && hit.kind == HitKind::Overlay) {
        lines << QStringLiteral("click to open");
    }
    lines << handleWords(view);
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
                          clockText(view, state.selectedRange->begin));
    }
    if (state.selected.isValid()) {
        parts << QStringLiteral("selected ") + sliceStatus(view, state.selected);
    }
    return parts.join(QStringLiteral(" · "));
}

QString currentRule(const TimelineView& view) {
    const int rank = view.focusedFinding().finding;
    return view.hasTrace() && rank >= 0
               ? toQString(view.findings().findings[static_cast<std::size_t>(rank)].rule)
               : QString();
}

QString zoomStatus(const Viewport& viewport) {
    const QString length = durationText(Duration(std::llround(viewport.nsPerPixel)));
    return length + QStringLiteral("/px");
}

}  // namespace gaplight::ui
