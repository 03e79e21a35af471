// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/timeline_view.h"

#include <algorithm>
#include <cmath>

#include "widgets/timeline/gap_order.h"

namespace gaplight::ui {
namespace {

constexpr double kZoomStep = 1.25;
constexpr double kPanShare = 0.12;   // of the width, for one step
constexpr double kPageShare = 0.85;  // of the height
constexpr double kContext = 1.0;     // what is gone to fills a third of the view

}  // namespace

void TimelineView::show(LoadedTrace trace) {
    if (m_trace && trace && m_trace->session().trace == trace->session().trace) {
        return showJudgedAnew(std::move(trace));
    }
    const bool overlays = m_state.showOverlays;
    const float pixelRatio = m_state.pixelRatio;
    m_trace = std::move(trace);
    m_state = {};
    m_state.showOverlays = overlays;
    m_state.pixelRatio = pixelRatio;
    m_model = {};
    m_layout = {};
    m_hover.reset();
    m_finding = {};
    ++m_rulesRevision;  // another trace, other rules
    if (m_trace) {
        m_model = m_trace->model();
        filterOverlays();
        m_layout = TrackLayout::build(*m_model.trace, m_model.counters);
        Viewport view;
        view.width = m_width;
        view.height = m_height;
        m_motion.jump(fitted(view, m_model.trace->range(), limits()));
    }
    ++m_hoverRevision;
    selectionChanged();
}

void TimelineView::showJudgedAnew(LoadedTrace trace) {
    m_trace = std::move(trace);
    m_model = m_trace->model();
    m_hover.reset();
    m_finding = {};
    ++m_hoverRevision;
    selectionChanged();
}

TimelineInput TimelineView::input() const {
    return {m_model, m_layout, m_motion.shown(), m_state};
}

Hit TimelineView::hitAt(float x, float y) const {
    return hasTrace() ? hitTest(input(), x, y) : Hit{};
}

void TimelineView::resize(float width, float height, float pixelRatio) {
    const bool first = m_width <= 0;
    m_width = width;
    m_height = height;
    m_state.pixelRatio = pixelRatio;
    if (!hasTrace()) {
        return;
    }
    Viewport view = m_motion.target();
    view.width = width;
    view.height = height;
    m_motion.jump(first ? fitted(view, m_model.trace->range(), limits()) : clamped(view, limits()));
    changed();
}

bool TimelineView::advance() {
    if (m_motion.advance()) {
        changed();
    }
    return m_motion.moving();
}

void TimelineView::perform(Action action, std::optional<float> pointerX) {
    if (!hasTrace()) {
        return;
    }
    const Viewport& target = m_motion.target();
    const double anchor = pointerX.value_or(target.timeLeft() + target.timeWidth() / 2);
    switch (action) {
        case Action::ZoomIn:
            return zoomAt(anchor, kZoomStep);
        case Action::ZoomOut:
            return zoomAt(anchor, 1 / kZoomStep);
        case Action::PanLeft:
            return glideBy(target.timeWidth() * kPanShare, 0);
        case Action::PanRight:
            return glideBy(-target.timeWidth() * kPanShare, 0);
        case Action::PageUp:
            return glideBy(0, target.tracksHeight() * kPageShare);
        case Action::PageDown:
            return glideBy(0, -target.tracksHeight() * kPageShare);
        case Action::ToBegin:
            return glideBy(target.x(target.begin) - target.x(m_model.trace->range().begin), 0);
        case Action::ToEnd:
            return glideBy(target.x(target.end()) - target.x(m_model.trace->range().end), 0);
        case Action::Focus:
            return focus();
        case Action::NextSlice:
            return selectNeighbour(nextSlice(m_model, m_state.selected));
        case Action::PreviousSlice:
            return selectNeighbour(previousSlice(m_model, m_state.selected));
        case Action::ParentSlice:
            return selectNeighbour(parentSlice(m_model, m_state.selected));
        case Action::ChildSlice:
            return selectNeighbour(firstChildSlice(m_model, m_state.selected));
        case Action::FlowForward:
            return m_state.selected.isValid() ? follow(flowTarget(m_model, m_state.selected))
                                              : void();
        case Action::FlowBack:
            return m_state.selected.isValid() ? follow(flowSource(m_model, m_state.selected))
                                              : void();
        case Action::MarkRange:
            if (m_state.selected.isValid()) {
                selectRange(m_model.trace->slices().range(m_state.selected));
            }
            return;
        case Action::Deselect:
            return deselect();
        case Action::ToggleOverlays:
            return setOverlaysVisible(!m_state.showOverlays);
        default:
            return find(action);
    }
}

void TimelineView::find(Action action) {
    switch (action) {
        case Action::NextFinding:
            return showFinding(neighbourFinding(findings(), m_finding, true));
        case Action::PreviousFinding:
            return showFinding(neighbourFinding(findings(), m_finding, false));
        case Action::NextOccurrence:
            return showFinding(neighbourOccurrence(findings(), m_finding, true));
        case Action::PreviousOccurrence:
            return showFinding(neighbourOccurrence(findings(), m_finding, false));
        case Action::NextGap:
            return stepGap(true);
        case Action::PreviousGap:
            return stepGap(false);
        default:
            return;  // the window's
    }
}

void TimelineView::glide(const Viewport& to) {
    m_motion.glide(to);
    changed();
}

void TimelineView::zoomAt(double viewX, double factor) {
    if (hasTrace()) {
        glide(zoomedAbout(m_motion.target(), viewX, factor, limits()));
    }
}

void TimelineView::dragBy(double dx, double dy) {
    if (hasTrace()) {
        m_motion.jump(pannedBy(m_motion.shown(), dx, dy, limits()));
        changed();
    }
}

void TimelineView::glideBy(double dx, double dy) {
    if (hasTrace()) {
        glide(pannedBy(m_motion.target(), dx, dy, limits()));
    }
}

void TimelineView::setRange(TimeRange range) {
    if (hasTrace()) {
        m_motion.jump(fitted(m_motion.target(), range, limits(), 0));
        changed();
    }
}

void TimelineView::jumpTo(Time begin) {
    if (hasTrace()) {
        Viewport view = m_motion.target();
        view.begin = begin;
        m_motion.jump(clamped(view, limits()));
        changed();
    }
}

void TimelineView::focus() {
    const Viewport& target = m_motion.target();
    const Viewport close =
        focusOn(m_model, m_layout, target, m_state.selected, m_state.selectedRange);
    const bool isThere = close.begin == target.begin && close.nsPerPixel == target.nsPerPixel;
    glide(isThere ? fitted(target, m_model.trace->range(), limits()) : close);
}

void TimelineView::select(SliceId slice) {
    m_atFinding = false;
    m_state.selected = slice;
    m_state.dimUnrelated = false;
    selectionChanged();
}

void TimelineView::selectRange(std::optional<TimeRange> range) {
    m_atFinding = false;
    m_state.selectedRange = range;
    selectionChanged();
}

void TimelineView::deselect() {
    if (hasTrace()) {
        makeCurrent({});
    }
    m_state.selectedRange.reset();
    select(SliceId());
}

// Qt Quick repeats hover events with each frame: only what is new may ask for another one.
void TimelineView::hover(const Hit& hit) {
    if (m_hover == hit) {
        return;
    }
    m_hover = hit;
    m_state.cursor = hit.time;
    m_state.hovered = hit.slice;
    ++m_hoverRevision;
    changed();
}

void TimelineView::leave() {
    m_hover.reset();
    m_state.cursor.reset();
    m_state.hovered = SliceId();
    ++m_hoverRevision;
    changed();
}

void TimelineView::toggle(std::size_t band) {
    const Band& clicked = m_layout.bands()[band];
    if (clicked.kind == BandKind::GroupHeader) {
        m_layout.setGroupCollapsed(clicked.group, !m_layout.groups()[clicked.group].collapsed);
    } else {
        m_layout.setBandCollapsed(band, !clicked.collapsed);
    }
    m_motion.jump(clamped(m_motion.target(), limits()));
    changed();
}

void TimelineView::setOverlaysVisible(bool visible) {
    m_state.showOverlays = visible;
    selectionChanged();
}

void TimelineView::goTo(SliceId slice) {
    if (hasTrace() && slice.isValid()) {
        m_state.selectedRange.reset();
        select(slice);
        glide(revealSlice(m_model, m_layout, m_motion.target(), slice));
    }
}

void TimelineView::selectNeighbour(SliceId slice) {
    if (m_state.selected.isValid()) {
        goTo(slice);
    }
}

void TimelineView::follow(SliceId slice) {
    if (slice.isValid()) {
        goTo(slice);
        m_state.dimUnrelated = true;
    }
}

Time TimelineView::referenceTime() const {
    if (m_state.selectedRange) {
        return m_state.selectedRange->begin;
    }
    if (m_state.selected.isValid()) {
        return m_model.trace->slices().start(m_state.selected);
    }
    return m_motion.target().begin;
}

void TimelineView::stepGap(bool forward) {
    const OverlayTable& all = *m_trace->model().overlays;
    goToGap(forward ? nextGap(all, referenceTime()) : previousGap(all, referenceTime()));
}

void TimelineView::goToGap(OverlayId gap) {
    if (!gap.isValid()) {
        return;
    }
    const Overlay& overlay = (*m_trace->model().overlays)[gap];
    const SliceId ending = launchAfter(m_trace->session(), overlay.device, overlay.range.begin);
    select(ending);
    selectRange(overlay.range);
    Viewport view = m_motion.target();
    if (ending.isValid()) {
        view = revealSlice(m_model, m_layout, view, ending);
    }
    glide(fitted(view, overlay.range, limits(), kContext));
}

void TimelineView::showFinding(FindingFocus focus) {
    if (!hasTrace()) {
        return;
    }
    makeCurrent(focus);
    if (m_finding.occurrence >= 0) {
        m_state.showOverlays = true;
        const Finding& finding = findings().findings[static_cast<std::size_t>(m_finding.finding)];
        goToEvidence(finding, finding.evidence[static_cast<std::size_t>(m_finding.occurrence)]);
    }
    m_atFinding = true;
    selectionChanged();
}

void TimelineView::pickFinding(const Overlay& overlay) {
    if (overlay.owner.finding >= 0) {
        makeCurrent({overlay.owner.finding, overlay.owner.occurrence});
        m_atFinding = true;
        selectionChanged();
    }
}

void TimelineView::makeCurrent(FindingFocus focus) {
    focus = existing(findings(), focus);
    const bool isOther = focus.finding != m_finding.finding;
    m_finding = focus;
    if (isOther) {
        filterOverlays();
    }
}

void TimelineView::filterOverlays() {
    OverlayFilter filter;
    filter.finding = m_finding.finding;
    filter.rules = 0;
    for (const OverlayRule& rule : m_trace->rules()) {
        const bool shown = isRuleShown(std::string(rule.id));
        filter.rules |= shown ? std::uint64_t{1} << rule.number : 0;
    }
    m_overlays = m_trace->model().overlays->filtered(filter);
    m_model.overlays = &m_overlays;
    m_hover.reset();  // its mark may have another number now
}

// Of a gap one sees what the host did meanwhile, and its end: what was launched then.
void TimelineView::goToEvidence(const Finding& finding, const Evidence& evidence) {
    const bool isGap = evidence.mark == EvidenceMark::Gap;
    const SliceId slice =
        isGap ? launchAfter(m_trace->session(), evidence.device, evidence.range.begin)
              : evidence.slice;
    select(slice);
    selectRange(isGap || !slice.isValid() ? std::optional(evidence.range) : std::nullopt);
    const SliceId beside = sliceToSee(*m_model.trace, finding, evidence);
    Viewport view = fitted(m_motion.target(), evidence.range, limits(), kContext);
    view = revealSlice(m_model, m_layout, view, beside.isValid() ? beside : slice);
    glide(fitted(view, evidence.range, limits(), kContext));
}

bool TimelineView::isRuleShown(const std::string& rule) const {
    const auto choice = m_ruleChoices.find(rule);
    if (choice != m_ruleChoices.end()) {
        return choice->second;
    }
    const auto rules = hasTrace() ? m_trace->rules() : std::span<const OverlayRule>();
    const auto known = std::find_if(rules.begin(), rules.end(),
                                    [&](const OverlayRule& other) { return other.id == rule; });
    return known == rules.end() || known->startsShown;
}

void TimelineView::setRuleShown(const std::string& rule, bool shown) {
    if (shown != isRuleShown(rule)) {
        m_ruleChoices[rule] = shown;
        ++m_rulesRevision;
        if (hasTrace()) {
            filterOverlays();
        }
        changed();
    }
}

void TimelineView::selectionChanged() {
    ++m_selectionRevision;
    changed();
}

}  // namespace gaplight::ui
