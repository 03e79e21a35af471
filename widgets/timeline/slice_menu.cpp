// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/slice_menu.h"

#include <algorithm>

#include <QClipboard>
#include <QGuiApplication>

#include "core/analysis/torch/source_line.h"
#include "core/detectors/engine/rules.h"
#include "core/scene/model/followed_flow.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/timeline/timeline_item.h"
#include "widgets/timeline/view_text.h"

namespace gaplight::ui {
namespace {

void copyText(const QString& text) {
    if (!text.isEmpty()) {
        QGuiApplication::clipboard()->setText(text);
    }
}

}  // namespace

const Trace* SliceMenu::trace() const {
    const TimelineView& view = m_timeline.view();
    return view.hasTrace() ? view.model().trace : nullptr;
}

bool SliceMenu::open(const Hit& hit, QPointF at) {
    const TimelineView& view = m_timeline.view();
    const bool isMark = hit.overlay.isValid();
    if (trace() == nullptr || (hit.kind != HitKind::Slice && !isMark)) {
        return false;
    }
    m_slice = hit.kind == HitKind::Slice ? hit.slice : SliceId();
    m_mark = isMark ? std::optional((*view.model().overlays)[hit.overlay]) : std::nullopt;
    m_text = isMark ? hoverStatus(view, hit) : QString();
    m_at = at;
    if (isSlice() && view.state().selected != m_slice) {
        m_timeline.change([this](TimelineView& shown) { shown.select(m_slice); });
        Q_EMIT m_timeline.slicePicked();
    }
    Q_EMIT changed();
    Q_EMIT m_timeline.sliceMenuRequested(at);
    return true;
}

Hit SliceMenu::hitOfFinding() const {
    const TimelineView& view = m_timeline.view();
    Hit hit;
    if (!view.hasTrace() || !view.isAtFinding()) {
        return hit;
    }
    const OverlaySpan overlays = view.model().overlays->all();
    const FindingFocus focus = view.focusedFinding();
    for (std::size_t at = 0; at < overlays.size() && !hit.overlay.isValid(); ++at) {
        const OverlaySource source = overlays[at].source;
        if (source.finding == focus.finding && source.occurrence == focus.occurrence) {
            hit.kind = HitKind::Overlay;
            hit.overlay = overlays.id(at);
        }
    }
    return hit;
}

bool SliceMenu::openAtSelection() {
    const TimelineView& view = m_timeline.view();
    Hit hit = hitOfFinding();
    QRectF box(view.viewport().timeLeft(), 0, view.viewport().timeWidth(), view.viewport().height);
    if (const SliceId selected = view.state().selected; view.hasTrace() && selected.isValid()) {
        hit.kind = HitKind::Slice;
        hit.slice = selected;
        const QRectF slice = m_timeline.selectedRect();
        box = slice.isEmpty() || !box.intersects(slice) ? box : box.intersected(slice);
    }
    return open(hit, box.center());
}

bool SliceMenu::perform(Action action) {
    const bool isOurs = action == Action::CopyName || action == Action::CopySource ||
                        action == Action::OpenSource || action == Action::FindSameName ||
                        action == Action::HideTrack;
    m_slice = isOurs ? m_timeline.view().state().selected : m_slice;
    if (action == Action::OpenSource) {
        openSource();
        return true;
    }
    if (!isOurs || !isSlice()) {
        return isOurs;
    }
    switch (action) {
        case Action::CopyName:
            copyName();
            break;
        case Action::CopySource:
            copySource();
            break;
        case Action::FindSameName:
            findSameName();
            break;
        default:
            hideTrack();
    }
    return true;
}

std::string_view SliceMenu::name() const {
    return isSlice() && trace() != nullptr ? trace()->name(m_slice) : std::string_view();
}

QString SliceMenu::title() const {
    constexpr int kMaxCharacters = 40;
    const QString text = isSlice() ? toQString(name()) : m_text;
    return text.size() <= kMaxCharacters ? text : text.left(kMaxCharacters - 1) + QChar(u'…');
}

bool SliceMenu::leadsForward() const {
    return isSlice() && trace() != nullptr &&
           !flowEnds(m_timeline.view().model(), m_slice).to.empty();
}

bool SliceMenu::leadsBack() const {
    return isSlice() && trace() != nullptr &&
           !flowEnds(m_timeline.view().model(), m_slice).from.empty();
}

QString SliceMenu::source() const {
    return trace() == nullptr || !isSlice()
               ? QString()
               : toQString(sourceAround(*trace(), *m_timeline.view().model().launches, m_slice));
}

QString SliceMenu::rule() const {
    const auto rules = detectors();
    return m_mark && m_mark->source.rule < rules.size() ? toQString(rules[m_mark->source.rule]->id)
                                                        : QString();
}

void SliceMenu::copyName() const {
    copyText(isSlice() ? toQString(name()) : m_text);
}

void SliceMenu::copySource() const {
    copyText(source());
}

void SliceMenu::openSource() {
    Q_EMIT m_timeline.sourceRequested(source());
}

void SliceMenu::findSameName() {
    if (isSlice()) {
        Q_EMIT m_timeline.nameSearchRequested(toQString(name()));
    }
}

void SliceMenu::followArrow(bool forward) {
    m_timeline.perform(forward ? Action::FlowForward : Action::FlowBack);
}

void SliceMenu::selectRange() {
    if (isSlice()) {
        return m_timeline.perform(Action::MarkRange);
    }
    if (m_mark) {
        m_timeline.change([this](TimelineView& view) { view.selectRange(m_mark->range); });
        Q_EMIT m_timeline.rangePicked();
    }
}

void SliceMenu::addNote() {
    if (!isSlice() && m_mark) {
        m_timeline.change([this](TimelineView& view) {
            view.select(SliceId());
            view.selectRange(m_mark->range);
        });
    }
    m_timeline.perform(Action::AddNote);
}

void SliceMenu::goToFinding() {
    if (hasFinding()) {
        m_timeline.showFinding(m_mark->source.finding, m_mark->source.occurrence);
        Q_EMIT m_timeline.findingPicked();
    }
}

std::size_t SliceMenu::lane() const {
    return m_timeline.view().layout().laneOf(trace()->trackOf(m_slice));
}

void SliceMenu::openTrackMenu() {
    if (isSlice() && trace() != nullptr) {
        m_timeline.trackMenu()->setLane(lane());
        Q_EMIT m_timeline.trackMenuRequested(m_at);
    }
}

void SliceMenu::hideTrack() {
    if (isSlice() && trace() != nullptr) {
        m_timeline.trackMenu()->setLane(lane());
        m_timeline.trackMenu()->hide();
    }
}

}  // namespace gaplight::ui
