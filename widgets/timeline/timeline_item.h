// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <QObject>
#include <QPointer>
#include <QQmlEngine>
#include <QRectF>

#include "widgets/input/action.h"
#include "widgets/session/session_object.h"
#include "widgets/timeline/flow_choice_model.h"
#include "widgets/timeline/overlay_legend_model.h"
#include "widgets/timeline/timeline_marking.h"
#include "widgets/timeline/timeline_menus.h"
#include "widgets/timeline/timeline_navigation.h"
#include "widgets/timeline/timeline_surface.h"
#include "widgets/what_if/what_if_model.h"

namespace gaplight::ui {

class TimelineItem;

// The part of a timeline in which tracks scroll, and the names column beside it.
class TrackArea : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("part of the timeline")
    // y of its upper edge in the timeline, px.
    Q_PROPERTY(double top READ top NOTIFY changed)
    // y of the lower edge of the last track where nothing is scrolled, px; 0: no trace.
    Q_PROPERTY(double bottom READ bottom NOTIFY changed)
    // The visible share of the tracks' height, and the share above it; as of a scroll bar.
    Q_PROPERTY(double visibleShare READ visibleShare NOTIFY changed)
    Q_PROPERTY(double position READ position NOTIFY changed)
    // x of its left edge, which is the shown width of the names column, px.
    Q_PROPERTY(double left READ left NOTIFY changed)
    // The chosen width of the names column, px; at most half of the timeline is shown of it.
    Q_PROPERTY(double namesWidth READ namesWidth WRITE setNamesWidth NOTIFY changed)

public:
    // `timeline` must outlive it.
    explicit TrackArea(TimelineItem& timeline);

    double top() const;
    double bottom() const;
    double visibleShare() const;
    double position() const;
    double left() const;
    double namesWidth() const;
    void setNamesWidth(double width);
    // The largest height of the timeline, up to `height`, that cuts no row where nothing is
    // scrolled.
    Q_INVOKABLE double wholeRows(double height) const;
    // Scrolls without animation.
    Q_INVOKABLE void scrollTo(double position);

Q_SIGNALS:
    void changed();

private:
    TimelineItem& m_timeline;
};

// The timeline in QML: its properties, commands and models. Emits a signal for each part of the
// view that has changed. In QML a slice is its index, -1 for none.
class TimelineItem : public TimelineSurface {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(gaplight::ui::SessionObject* session READ session WRITE setSession NOTIFY
                   sessionChanged REQUIRED)
    // The replay result drawn over the timeline; null: none.
    Q_PROPERTY(gaplight::ui::WhatIfModel* whatIf READ whatIf WRITE setWhatIf NOTIFY whatIfChanged)
    Q_PROPERTY(qint64 selectedSlice READ selectedSlice NOTIFY selectionChanged)
    Q_PROPERTY(gaplight::ui::TrackRange selectedRange READ selectedRange NOTIFY selectionChanged)
    Q_PROPERTY(bool overlaysShown READ overlaysShown WRITE setOverlaysShown NOTIFY selectionChanged)
    // Index into the session's findings; -1: none. showFinding() sets both.
    Q_PROPERTY(int currentFinding READ currentFinding NOTIFY currentFindingChanged)
    // Index into its evidence.
    Q_PROPERTY(int currentOccurrence READ currentOccurrence NOTIFY currentFindingChanged)
    Q_PROPERTY(QString selectionText READ selectionText NOTIFY selectionChanged)
    // Times of the cursors and their difference; empty without one.
    Q_PROPERTY(QString cursorText READ cursorText NOTIFY viewportChanged)
    Q_PROPERTY(QString hoverText READ hoverText NOTIFY hoverChanged)
    Q_PROPERTY(QString tipText READ tipText NOTIFY hoverChanged)
    Q_PROPERTY(QRectF hoveredTrack READ hoveredTrack NOTIFY hoverChanged)
    Q_PROPERTY(QPointF pointer READ pointer NOTIFY hoverChanged)
    Q_PROPERTY(gaplight::ui::OverlayLegendModel* legend READ legend CONSTANT)
    // Choice between several arrows.
    Q_PROPERTY(gaplight::ui::FlowChoiceModel* flowChoices READ flowChoices CONSTANT)
    // Rectangle of the selected slice; empty without one.
    Q_PROPERTY(QRectF selectedRect READ selectedRect NOTIFY viewportChanged)
    // Whether view changes are not animated.
    Q_PROPERTY(bool reducedMotion READ reducedMotion WRITE setReducedMotion NOTIFY viewportChanged)
    Q_PROPERTY(gaplight::ui::SearchModel* search READ search WRITE setSearch NOTIFY modelsChanged)
    Q_PROPERTY(gaplight::ui::NoteListModel* notes READ notes WRITE setNotes NOTIFY modelsChanged)
    Q_PROPERTY(gaplight::ui::TrackMenu* trackMenu READ trackMenu CONSTANT)
    Q_PROPERTY(gaplight::ui::SliceMenu* sliceMenu READ sliceMenu CONSTANT)
    Q_PROPERTY(gaplight::ui::TrackArea* tracks READ tracks CONSTANT)
    // 0: from the trace's start; 1: UTC; 2: from a step's start.
    Q_PROPERTY(int timeFormat READ timeFormat WRITE setTimeFormat NOTIFY viewportChanged)
    Q_PROPERTY(QString zoomText READ zoomText NOTIFY viewportChanged)

public:
    explicit TimelineItem(QQuickItem* parent = nullptr);
    ~TimelineItem() override;

    SessionObject* session() const { return m_session; }
    void setSession(SessionObject* session);

    WhatIfModel* whatIf() const { return m_whatIf; }
    // What is drawn of a replay; null: nothing.
    std::shared_ptr<const ReplayIntervals> replay() const;
    void setWhatIf(WhatIfModel* whatIf);

    qint64 selectedSlice() const {
        const SliceId selected = m_view.state().selected;
        return selected.isValid() ? static_cast<qint64>(selected.index()) : -1;
    }
    TrackRange selectedRange() const {
        return {m_view.state().selectedRange, m_view.state().selectedTracks};
    }
    bool overlaysShown() const { return m_view.state().showOverlays; }
    void setOverlaysShown(bool shown) {
        change([shown](TimelineView& view) { view.setOverlaysVisible(shown); });
    }
    int currentFinding() const { return m_view.focusedFinding().finding; }
    int currentOccurrence() const { return m_view.focusedFinding().occurrence; }
    QString selectionText() const;
    QString cursorText() const;
    QString hoverText() const;
    // Text of the tooltip; empty if none.
    QString tipText() const;
    // The lane under the pointer, as far as it is in the view; empty: none is.
    QRectF hoveredTrack() const;
    // Pixels of the item of a pixel of the view.
    double textScale() const { return listScale(); }
    QPointF toItem(QPointF inView) const { return fromList(inView); }
    QPointF pointer() const { return fromList(m_gestures.pointer().value_or(QPointF())); }
    OverlayLegendModel* legend() { return &m_legend; }
    FlowChoiceModel* flowChoices() { return &m_flowChoices; }
    QRectF selectedRect() const { return rectOfSlice(m_view.state().selected); }
    // As it lies in the item; empty where it is not in view.
    QRectF rectOfSlice(SliceId slice) const;
    bool reducedMotion() const { return m_view.reducedMotion(); }
    void setReducedMotion(bool reduced);
    SearchModel* search() const { return m_marking.search(); }
    void setSearch(SearchModel* search);
    NoteListModel* notes() const { return m_marking.notes(); }
    void setNotes(NoteListModel* notes);
    TrackMenu* trackMenu() { return &m_menus.track(); }
    SliceMenu* sliceMenu() { return &m_menus.slice(); }
    TrackArea* tracks() { return &m_tracks; }
    int timeFormat() const { return static_cast<int>(m_view.state().timeFormat); }
    void setTimeFormat(int format);
    QString zoomText() const;

    Q_INVOKABLE void perform(gaplight::ui::Action action);
    Q_INVOKABLE void goToSlice(qint64 slice);
    // The same, and the selected range stays.
    Q_INVOKABLE void showInRange(qint64 slice);
    Q_INVOKABLE void goToHit(bool forward) { m_marking.goToHit(forward); }
    Q_INVOKABLE void goToNote(int row) { m_marking.goToNote(row); }
    // `overlay`: index of a gap in the overlay table.
    Q_INVOKABLE void goToGap(int overlay);
    // To the gap that begins where `range` does.
    Q_INVOKABLE void goToGapAt(const gaplight::ui::TrackRange& range);
    // Selects a range and brings it into view; the scale stays.
    Q_INVOKABLE void goToRangeAt(const gaplight::ui::TrackRange& range);
    // Goes to the place parsed by placeFromText(); returns the error text, empty on success.
    Q_INVOKABLE QString goToPlace(const QString& text);
    // Sets cursor A (0) or B (1) where the menu was opened, or at the selection if by a key.
    Q_INVOKABLE void placeCursorAtMenu(int cursor) { m_menus.placeCursor(cursor); }
    Q_INVOKABLE void showCursors() { perform(Action::ShowCursors); }
    Q_INVOKABLE void removeCursors() { perform(Action::RemoveCursors); }
    // Follows one of flowChoices.
    Q_INVOKABLE void chooseFlow(int row);
    // Goes to an occurrence of a finding; occurrence -1: the one with the highest cost. Finding -1:
    // no finding is current.
    Q_INVOKABLE void showFinding(int finding, int occurrence);
    // The selection fills the view, as with F.
    Q_INVOKABLE void zoomToSelection() {
        change([](TimelineView& view) { ui::zoomToSelection(view); });
    }
    // Whether the overlays of a rule are drawn; those of the current finding always are.
    Q_INVOKABLE bool isRuleShown(const QString& rule) const;
    Q_INVOKABLE void setRuleShown(const QString& rule, bool shown);

    // Applies a change to the view and updates everything that depends on it.
    template <class Change>
    void change(Change&& apply) {
        apply(m_view);
        refresh();
    }

Q_SIGNALS:
    void sessionChanged();
    void whatIfChanged();
    void selectionChanged();
    void currentFindingChanged();
    void shownRulesChanged();
    void hoverChanged();
    void viewportChanged();
    void modelsChanged();
    // Right click on a name or an empty part of a track; trackMenu is set to its track.
    void trackMenuRequested(QPointF at);
    // "module.py:12" is wanted in an editor; empty: the selection has no frame.
    void sourceRequested(QString source);
    // Right click in the ruler.
    void rulerMenuRequested(QPointF at);
    // Right click on a slice or a mark; sliceMenu is set to it.
    void sliceMenuRequested(QPointF at);
    void nameSearchRequested(QString name);
    // Anything that is drawn has changed.
    void viewChanged();

protected:
    void build(DisplayList& list) override;
    // Emits the signals of what has changed, and requests a frame.
    void refresh() override;
    void openMenu(QPointF at) override { m_menus.openAt(at); }
    void pickNote(int note) override { m_marking.pickNote(note); }

private:
    Hit hoverHit(QPointF at) const {
        return m_view.hitAt(static_cast<float>(at.x()), static_cast<float>(at.y()));
    }
    void updateTrace();
    void updateReplay() {
        polish();
        Q_EMIT viewChanged();
    }
    // Replays what is dragged (TimelineState::played), and keeps it once it is dropped.
    void updatePlayed();
    // Predicts the run without the selected slice or idle gap.
    void predictWithoutSelection();
    // The lengths of what is dragged, and what the replay says of them.
    void updatePlayedText();

    QPointer<SessionObject> m_session;
    QPointer<WhatIfModel> m_whatIf;
    OverlayLegendModel m_legend{m_view};
    FlowChoiceModel m_flowChoices;
    TimelineMarking m_marking{*this};
    TimelineMenus m_menus{*this};
    TrackArea m_tracks{*this};
    std::uint64_t m_notifiedRevision = 0;
    std::uint64_t m_notifiedSelection = 0;
    std::uint64_t m_notifiedHover = 0;
    std::uint64_t m_notifiedRules = 0;
    FindingFocus m_notifiedFinding;
    std::optional<Time> m_playedTo;  // the replayed end of a dragged slice or gap
};

}  // namespace gaplight::ui
