// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/timeline_item.h"

#include <algorithm>
#include <memory>
#include <optional>

#include <QRectF>

#include "core/scene/interaction/play_handle.h"
#include "core/scene/timeline/replay_scene.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/timeline/pointer_gestures.h"
#include "widgets/timeline/timeline_accessibility.h"
#include "widgets/timeline/timeline_actions.h"
#include "widgets/timeline/timeline_navigation.h"
#include "widgets/timeline/timeline_view.h"
#include "widgets/timeline/view_text.h"

namespace gaplight::ui {
namespace {

// Rectangle of a slice in the view, clipped left and right only. Empty without a trace,
// for an invalid slice, or if its track is not shown.
QRectF rectOf(const TimelineView& view, SliceId slice) {
    if (!view.hasTrace() || !slice.isValid()) {
        return {};
    }
    const Trace& trace = *view.model().trace;
    const Viewport& shown = view.viewport();
    const std::size_t lane = view.layout().laneOf(trace.trackOf(slice));
    if (lane >= view.layout().lanes().size() || !view.layout().isShown(lane)) {
        return {};
    }
    const double leftmost = shown.timeLeft();
    const double rightmost = std::max<double>(leftmost, shown.width);
    const double left = std::clamp(shown.x(trace.slices().start(slice)), leftmost, rightmost);
    const double right = std::clamp(shown.x(trace.slices().end(slice)), left, rightmost);
    const double top = shown.y(view.layout().rowY(lane, trace.slices().row(slice)));
    return {left, top, right - left, view.layout().rowHeight()};
}

// When the session has another trace, its models know so before the view does. What the view
// selects until then is of the trace before.
bool showsTraceOf(const SessionObject& session, const TimelineView& view) {
    const LoadedTrace& trace = session.trace();
    return view.model().trace == (trace ? trace->session().trace.get() : nullptr);
}

}  // namespace

TimelineItem::TimelineItem(QQuickItem* parent) : TimelineSurface(parent) {
    restoreSettings(m_view);
    connect(this, &DisplayListItem::themeChanged, this, &TimelineItem::viewChanged);
}

TimelineItem::~TimelineItem() = default;

void TimelineItem::setSession(SessionObject* session) {
    if (session == m_session) {
        return;
    }
    if (m_session) {
        m_session->disconnect(this);
    }
    m_session = session;
    if (m_session) {
        connect(m_session, &SessionObject::traceChanged, this, &TimelineItem::updateTrace);
        updateTrace();
    }
    Q_EMIT sessionChanged();
}

void TimelineItem::setWhatIf(WhatIfModel* whatIf) {
    if (whatIf == m_whatIf) {
        return;
    }
    if (m_whatIf) {
        m_whatIf->disconnect(this);
    }
    m_whatIf = whatIf;
    if (m_whatIf) {
        connect(m_whatIf, &WhatIfModel::intervalsChanged, this, &TimelineItem::updateReplay);
        connect(m_whatIf, &WhatIfModel::sentenceChanged, this, &TimelineItem::updatePlayedText);
    }
    updateReplay();
    Q_EMIT whatIfChanged();
}

void TimelineItem::updateTrace() {
    m_gestures.cancel();
    m_flowChoices.close();
    const Trace* before = m_view.model().trace;
    m_view.show(m_session->trace());
    refresh();
    if (m_view.model().trace != before) {
        m_marking.restore();
    }
    m_menus.track().refresh();
}

void TimelineItem::setSearch(SearchModel* search) {
    m_marking.setSearch(search);
    Q_EMIT modelsChanged();
}

void TimelineItem::setNotes(NoteListModel* notes) {
    m_marking.setNotes(notes);
    Q_EMIT modelsChanged();
}

void TimelineItem::setTimeFormat(int format) {
    const auto chosen = static_cast<TimeFormat>(format);
    saveTimeFormat(chosen);
    change([chosen](TimelineView& view) { view.setTimeFormat(chosen); });
}

QString TimelineItem::selectionText() const {
    return m_view.hasTrace() ? selectionStatus(m_view) : QString();
}

QString TimelineItem::hoverText() const {
    const std::optional<QPointF> at = m_gestures.pointer();
    return m_view.hasTrace() && at ? hoverStatus(m_view, hoverHit(*at)) : QString();
}

QRectF TimelineItem::hoveredTrack() const {
    const std::optional<QPointF> at = m_gestures.pointer();
    if (!m_view.hasTrace() || !at) {
        return {};
    }
    const TrackLayout& layout = m_view.layout();
    const Viewport& view = m_view.viewport();
    const auto area = [&](float top, float height, float clip) {
        const double first = std::max(top, clip);
        const double last = std::min(top + height, view.height);
        return QRectF(0, first * textScale(), width(), std::max(0.0, last - first) * textScale());
    };
    const float strips = Viewport::kRulerHeight + layout.stripsHeight();
    for (const Lane& strip : layout.pinnedLanes()) {
        const float top = Viewport::kRulerHeight + static_cast<float>(strip.y);
        if (at->y() >= static_cast<double>(top) &&
            at->y() < static_cast<double>(top + strip.height)) {
            return area(top, strip.height, Viewport::kRulerHeight);
        }
    }
    const std::size_t index = hoverHit(*at).lane;
    if (index >= layout.lanes().size()) {
        return {};
    }
    const Lane& lane = layout.lanes()[index];
    return lane.pinned ? area(strips + static_cast<float>(lane.y), lane.height, strips)
                       : area(view.y(lane.y), lane.height, view.tracksTop());
}

QString TimelineItem::tipText() const {
    const std::optional<QPointF> at = m_gestures.pointer();
    // While an end is dragged, what is predicted is beside it.
    return m_view.hasTrace() && at && !m_gestures.isPlaying()
               ? hoverTip(m_view, measure(), hoverHit(*at))
               : QString();
}

QString TimelineItem::zoomText() const {
    return m_view.hasTrace() ? zoomStatus(m_view.viewport()) : QString();
}

void TimelineItem::perform(Action action) {
    const std::optional<QPointF> at = m_gestures.pointer();
    const bool overTracks = at && at->x() > m_view.viewport().timeLeft();
    const std::optional<float> x =
        overTracks ? std::optional(static_cast<float>(at->x())) : std::nullopt;
    if (action == Action::Deselect) {
        const bool wasPlaying = m_gestures.isPlaying();
        m_gestures.cancel();
        if (wasPlaying) {
            return refresh();
        }
    }
    if (action == Action::OpenTrackMenu) {
        return m_menus.openAtSelection();
    }
    if (action == Action::PredictWithout) {
        return predictWithoutSelection();
    }
    if (m_menus.slice().perform(action) || m_marking.perform(action) ||
        m_flowChoices.offerFor(m_view, action)) {
        return;
    }
    const PickWatch watch(m_view);
    change([&](TimelineView& view) {
        if (!performCursorAction(view, action, overTracks ? at : std::nullopt)) {
            performAction(view, action, x);
        }
    });
    const bool makesRange = action == Action::MarkRange || action == Action::SelectAll;
    const Picked picked =
        makesRange && m_view.state().selectedRange ? Picked::Range : watch.picked();
    // refresh() has notified of the current finding already.
    notifyPicked(picked == Picked::Finding ? Picked::Nothing : picked);
}

void TimelineItem::chooseFlow(int row) {
    const SliceId end = m_flowChoices.at(row);
    m_flowChoices.close();
    const PickWatch watch(m_view);
    change([end](TimelineView& view) { followToSlice(view, end); });
    notifyPicked(watch.picked());
}

QString TimelineItem::goToPlace(const QString& text) {
    const PickWatch watch(m_view);
    QString error;
    change([&](TimelineView& view) { error = ui::goToPlace(view, text); });
    notifyPicked(watch.picked());
    return error;
}

QRectF TimelineItem::rectOfSlice(SliceId slice) const {
    const QRectF rect = rectOf(m_view, slice);
    return {fromList(rect.topLeft()), rect.size() * listScale()};
}

void TimelineItem::setReducedMotion(bool reduced) {
    if (reduced != reducedMotion()) {
        m_view.setReducedMotion(reduced);
        Q_EMIT viewportChanged();
    }
}

void TimelineItem::goToSlice(qint64 slice) {
    if (slice >= 0) {
        change([slice](TimelineView& view) {
            ui::goToSlice(view, SliceId(static_cast<std::size_t>(slice)));
        });
    }
}

void TimelineItem::showInRange(qint64 slice) {
    if (slice >= 0) {
        change([slice](TimelineView& view) {
            goToSliceInRange(view, SliceId(static_cast<std::size_t>(slice)));
        });
    }
}

void TimelineItem::goToGap(int overlay) {
    const auto gap = overlay < 0 ? OverlayId() : OverlayId(static_cast<std::size_t>(overlay));
    change([gap](TimelineView& view) { ui::goToGap(view, gap); });
}

void TimelineItem::goToGapAt(const TrackRange& range) {
    change([gap = range.range](TimelineView& view) { ui::goToGap(view, gap); });
}

void TimelineItem::goToRangeAt(const TrackRange& range) {
    if (range.exists() && m_view.hasTrace()) {
        change([&](TimelineView& view) {
            view.deselect();
            view.selectRange(range.range, range.tracks);
            view.animateTo(revealing(view.target(), *range.range, view.limits()));
        });
    }
}

void TimelineItem::showFinding(int finding, int occurrence) {
    change([&](TimelineView& view) { goToFinding(view, {finding, occurrence}); });
}

bool TimelineItem::isRuleShown(const QString& rule) const {
    return m_view.isRuleShown(rule.toStdString());
}

void TimelineItem::setRuleShown(const QString& rule, bool shown) {
    saveRuleShown(rule, shown);
    change([&](TimelineView& view) { view.setRuleShown(rule.toStdString(), shown); });
}

void TimelineItem::updatePlayed() {
    const std::optional<PlayedEnd>& played = m_view.state().played;
    const bool isDragged = played && played->phase != PlayedEnd::Phase::Hovered;
    if (!m_whatIf || !m_session || (!isDragged && !m_playedTo)) {
        return;
    }
    if (!isDragged) {
        m_playedTo.reset();
        return m_whatIf->stopPlaying();
    }
    if (m_playedTo != played->end) {
        m_playedTo = played->end;
        m_whatIf->play(playedOffer(m_session->trace()->session(), *played),
                       m_view.viewport().range());
    }
    if (played->phase == PlayedEnd::Phase::Dropped) {
        m_playedTo.reset();
        m_view.setPlayed(std::nullopt);
        m_whatIf->keepPlayed();
    } else {
        updatePlayedText();
    }
}

void TimelineItem::predictWithoutSelection() {
    const std::optional<PlayedEnd> removed =
        m_view.hasTrace() ? playRemovedSelection(m_view.input()) : std::nullopt;
    if (removed && m_whatIf && m_session) {
        m_whatIf->changes()->add(playedOffer(m_session->trace()->session(), *removed));
    }
}

std::shared_ptr<const ReplayIntervals> TimelineItem::replay() const {
    return m_whatIf ? m_whatIf->intervals() : nullptr;
}

void TimelineItem::updatePlayedText() {
    std::optional<PlayedEnd> played = m_view.state().played;
    if (!played || played->phase != PlayedEnd::Phase::Dragged) {
        return;
    }
    QString text = lengthText(m_view, played->range.length()) + QStringLiteral(" → ") +
                   lengthText(m_view, played->end - played->range.begin);
    if (const QString answer = m_whatIf->shortAnswer(); !answer.isEmpty()) {
        text += QStringLiteral(" · ") + answer;
    }
    played->text = toStdString(text);
    m_view.setPlayed(std::move(played));
    polish();
}

// Emits the signals of what has changed, and requests a frame.
void TimelineItem::refresh() {
    updatePlayed();  // before another handle is hovered
    m_gestures.refreshHover();
    if (m_view.selectionRevision() != m_notifiedSelection && m_session &&
        showsTraceOf(*m_session, m_view)) {
        m_notifiedSelection = m_view.selectionRevision();
        m_marking.updateSelection();
        Q_EMIT selectionChanged();
        announceSelection(*this);
    }
    if (m_view.focusedFinding() != m_notifiedFinding) {
        m_notifiedFinding = m_view.focusedFinding();
        Q_EMIT currentFindingChanged();
    }
    if (m_view.rulesRevision() != m_notifiedRules) {
        m_notifiedRules = m_view.rulesRevision();
        m_legend.reload();
        Q_EMIT shownRulesChanged();
    }
    if (m_view.hoverRevision() != m_notifiedHover) {
        m_notifiedHover = m_view.hoverRevision();
        Q_EMIT hoverChanged();
    }
    if (m_view.revision() != m_notifiedRevision) {
        m_notifiedRevision = m_view.revision();
        polish();
        Q_EMIT viewportChanged();
        Q_EMIT viewChanged();
    }
    requestFrame();
}

void TimelineItem::build(DisplayList& list) {
    if (!m_view.hasTrace()) {
        list.clear(static_cast<float>(width()), static_cast<float>(height()));
        return;
    }
    const std::shared_ptr<const ReplayIntervals> intervals = replay();
    const ReplayIntervals* replay = intervals.get();
    TimelineState state = m_view.state();
    state.showsReplay = replay != nullptr && replay->hasStrips();
    state.isOnBackground = true;  // the window's color
    const TimelineInput input{m_view.model(), m_view.layout(), m_view.viewport(), state};
    buildTimeline(input, measure(), list);
    if (replay != nullptr) {
        addReplay(input, *replay, list);
        addReplayStrips(input, *replay, measure(), list);
    }
}

QString TimelineItem::cursorText() const {
    return m_view.hasTrace() ? cursorStatus(m_view) : QString();
}

TrackArea::TrackArea(TimelineItem& timeline) : m_timeline(timeline) {
    connect(&timeline, &TimelineItem::viewportChanged, this, &TrackArea::changed);
}

double TrackArea::top() const {
    return static_cast<double>(m_timeline.view().viewport().tracksTop()) * m_timeline.textScale();
}

double TrackArea::bottom() const {
    const TimelineView& view = m_timeline.view();
    return view.hasTrace() ? (view.viewport().tracksTop() + view.limits().contentHeight) *
                                 m_timeline.textScale()
                           : 0;
}

double TrackArea::wholeRows(double height) const {
    const TrackLayout& tracks = m_timeline.view().layout();
    const double scale = m_timeline.textScale();
    const double top = m_timeline.view().viewport().tracksTop();
    const double room = height / scale - top;
    if (room <= 0 || tracks.contentHeight() <= room) {
        return height;
    }
    const Lane& last = tracks.lanes()[tracks.visibleLanes()[tracks.visibleAt(room)]];
    const bool hasRows = last.kind == LaneKind::Slices || last.kind == LaneKind::Annotations;
    const double pitch = tracks.rowPitch();
    const double rows = hasRows ? std::floor((room - last.y) / pitch) * pitch : 0;
    const double end =
        last.y + std::min<double>(last.height, room < last.y + last.height ? rows : last.height);
    return end > 0 ? std::round((top + end) * scale) : height;
}

double TrackArea::visibleShare() const {
    const TimelineView& view = m_timeline.view();
    const double content = view.hasTrace() ? view.limits().contentHeight : 0;
    const double visible = view.viewport().tracksHeight();
    return content <= visible ? 1 : visible / content;
}

double TrackArea::position() const {
    const TimelineView& view = m_timeline.view();
    const double content = view.hasTrace() ? view.limits().contentHeight : 0;
    return content <= 0 ? 0 : std::clamp(view.viewport().scrollY / content, 0.0, 1.0);
}

double TrackArea::left() const {
    return static_cast<double>(m_timeline.view().viewport().timeLeft()) * m_timeline.textScale();
}

double TrackArea::namesWidth() const {
    return static_cast<double>(m_timeline.view().namesWidth()) * m_timeline.textScale();
}

void TrackArea::setNamesWidth(double width) {
    m_timeline.change([wanted = width / m_timeline.textScale()](TimelineView& view) {
        view.setNamesWidth(static_cast<float>(wanted));
    });
}

void TrackArea::scrollTo(double position) {
    m_timeline.change([position](TimelineView& view) {
        view.dragBy(0, view.viewport().scrollY - position * view.limits().contentHeight);
    });
}

}  // namespace gaplight::ui
