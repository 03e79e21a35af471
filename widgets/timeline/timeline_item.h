// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <QPointer>
#include <QQmlEngine>
#include <QQuickItem>

#include "widgets/input/action.h"
#include "widgets/render/display_list_view.h"
#include "widgets/render/qt_text_measure.h"
#include "widgets/render/theme_object.h"
#include "widgets/session/session_object.h"
#include "widgets/timeline/flow_choice_model.h"
#include "widgets/timeline/overlay_legend_model.h"
#include "widgets/timeline/picked.h"
#include "widgets/timeline/pointer_gestures.h"
#include "widgets/timeline/timeline_marking.h"
#include "widgets/timeline/timeline_view.h"
#include "widgets/timeline/track_menu.h"
#include "widgets/timeline/track_range.h"
#include "widgets/what_if/what_if_model.h"

namespace gaplight::ui {

// The timeline as a Qt Quick item: passes events to the TimelineView, rebuilds the display list
// after changes and shows it. In QML a slice is its index, -1 for none.
class TimelineItem : public QQuickItem {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(gaplight::ui::SessionObject* session READ session WRITE setSession NOTIFY
                   sessionChanged REQUIRED)
    Q_PROPERTY(
        gaplight::ui::ThemeObject* theme READ theme WRITE setTheme NOTIFY themeChanged REQUIRED)
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
    Q_PROPERTY(QString hoverText READ hoverText NOTIFY hoverChanged)
    Q_PROPERTY(QString tipText READ tipText NOTIFY hoverChanged)
    Q_PROPERTY(QPointF pointer READ pointer NOTIFY hoverChanged)
    Q_PROPERTY(gaplight::ui::OverlayLegendModel* legend READ legend CONSTANT)
    // Choice between several arrows.
    Q_PROPERTY(gaplight::ui::FlowChoiceModel* flowChoices READ flowChoices CONSTANT)
    // Rectangle of the selected slice; empty without one.
    Q_PROPERTY(QRectF selectedRect READ selectedRect NOTIFY viewportChanged)
    // Whether view changes are not animated.
    Q_PROPERTY(bool reducedMotion READ reducedMotion WRITE setReducedMotion NOTIFY viewportChanged)
    // Whether it has keyboard focus that was given by a key.
    Q_PROPERTY(bool visualFocus READ visualFocus NOTIFY visualFocusChanged)
    Q_PROPERTY(gaplight::ui::SearchModel* search READ search WRITE setSearch NOTIFY modelsChanged)
    Q_PROPERTY(gaplight::ui::NoteListModel* notes READ notes WRITE setNotes NOTIFY modelsChanged)
    Q_PROPERTY(gaplight::ui::TrackMenu* trackMenu READ trackMenu CONSTANT)
    // 0: from the trace's start; 1: UTC; 2: from a step's start.
    Q_PROPERTY(int timeFormat READ timeFormat WRITE setTimeFormat NOTIFY viewportChanged)
    Q_PROPERTY(QString zoomText READ zoomText NOTIFY viewportChanged)

public:
    explicit TimelineItem(QQuickItem* parent = nullptr);
    ~TimelineItem() override;

    [[nodiscard]] SessionObject* session() const { return m_session; }
    void setSession(SessionObject* session);
    [[nodiscard]] ThemeObject* theme() const { return m_theme; }
    void setTheme(ThemeObject* theme);

    [[nodiscard]] WhatIfModel* whatIf() const { return m_whatIf; }
    void setWhatIf(WhatIfModel* whatIf);

    [[nodiscard]] qint64 selectedSlice() const;
    [[nodiscard]] TrackRange selectedRange() const;
    [[nodiscard]] bool overlaysShown() const { return m_view.state().showOverlays; }
    void setOverlaysShown(bool shown);
    [[nodiscard]] int currentFinding() const { return m_view.focusedFinding().finding; }
    [[nodiscard]] int currentOccurrence() const { return m_view.focusedFinding().occurrence; }
    [[nodiscard]] QString selectionText() const;
    [[nodiscard]] QString hoverText() const;
    // Text of the tooltip; empty if none.
    [[nodiscard]] QString tipText() const;
    [[nodiscard]] QPointF pointer() const { return m_gestures.pointer().value_or(QPointF()); }
    [[nodiscard]] OverlayLegendModel* legend() { return &m_legend; }
    [[nodiscard]] FlowChoiceModel* flowChoices() { return &m_flowChoices; }
    [[nodiscard]] QRectF selectedRect() const;
    [[nodiscard]] bool reducedMotion() const { return m_view.reducedMotion(); }
    void setReducedMotion(bool reduced);
    [[nodiscard]] bool visualFocus() const { return m_visualFocus; }
    [[nodiscard]] SearchModel* search() const { return m_marking.search(); }
    void setSearch(SearchModel* search);
    [[nodiscard]] NoteListModel* notes() const { return m_marking.notes(); }
    void setNotes(NoteListModel* notes);
    [[nodiscard]] TrackMenu* trackMenu() { return &m_trackMenu; }
    [[nodiscard]] int timeFormat() const { return static_cast<int>(m_view.state().timeFormat); }
    void setTimeFormat(int format);
    [[nodiscard]] QString zoomText() const;

    Q_INVOKABLE void perform(gaplight::ui::Action action);
    Q_INVOKABLE void goToSlice(qint64 slice);
    // The same, and the selected range stays.
    Q_INVOKABLE void showInRange(qint64 slice);
    Q_INVOKABLE void goToHit(bool forward) { m_marking.goToHit(forward); }
    Q_INVOKABLE void goToNote(int row) { m_marking.goToNote(row); }
    // `overlay`: index of a gap in the overlay table.
    Q_INVOKABLE void goToGap(int overlay);
    // Goes to the place parsed by placeFromText(); returns the error text, empty on success.
    Q_INVOKABLE QString goToPlace(const QString& text);
    // Follows one of flowChoices.
    Q_INVOKABLE void chooseFlow(int row);
    // Goes to an occurrence of a finding; occurrence -1: the one with the highest cost. Finding -1:
    // no finding is current.
    Q_INVOKABLE void showFinding(int finding, int occurrence);
    // Whether the overlays of a rule are drawn; those of the current finding always are.
    Q_INVOKABLE bool isRuleShown(const QString& rule) const;
    Q_INVOKABLE void setRuleShown(const QString& rule, bool shown);

    [[nodiscard]] const TimelineView& view() const { return m_view; }
    // Applies a change to the view and updates everything that depends on it.
    template <class Change>
    void change(Change&& apply) {
        apply(m_view);
        refresh();
    }
    // The latest display list.
    [[nodiscard]] const DisplayList& displayList() const { return m_list; }
    [[nodiscard]] const TextMeasure& measure() const { return m_measure; }

Q_SIGNALS:
    void sessionChanged();
    void themeChanged();
    void whatIfChanged();
    void selectionChanged();
    void currentFindingChanged();
    void shownRulesChanged();
    // A slice was selected by a click or a key.
    void slicePicked();
    // A range was selected by a drag or a key.
    void rangePicked();
    // An overlay was clicked; its finding is now the current one.
    void findingPicked();
    void hoverChanged();
    void viewportChanged();
    void visualFocusChanged();
    void modelsChanged();
    // Right click on a name; trackMenu is set to its track.
    void trackMenuRequested(QPointF at);
    // Anything that is drawn has changed.
    void viewChanged();

protected:
    void geometryChange(const QRectF& now, const QRectF& before) override;
    void itemChange(ItemChange change, const ItemChangeData& data) override;
    void updatePolish() override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void mouseUngrabEvent() override;
    void hoverEnterEvent(QHoverEvent* event) override { hoverMoveEvent(event); }
    void hoverMoveEvent(QHoverEvent* event) override;
    void hoverLeaveEvent(QHoverEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override { handleHeldKey(*event, true); }
    void keyReleaseEvent(QKeyEvent* event) override { handleHeldKey(*event, false); }

private:
    [[nodiscard]] Hit hoverHit(QPointF at) const {
        return m_view.hitAt(static_cast<float>(at.x()), static_cast<float>(at.y()));
    }
    void updateTrace();
    void updateReplay() {
        polish();
        Q_EMIT viewChanged();
    }
    void openTrackMenu(QPointF at);
    void handleHeldKey(QKeyEvent& event, bool isHeld);
    void notifyPicked(Picked picked) {
        switch (picked) {
            case Picked::Nothing:
                return;
            case Picked::Slice:
                return slicePicked();
            case Picked::Range:
                return rangePicked();
            case Picked::Finding:
                return findingPicked();
        }
    }
    void resizeView();
    void setVisualFocus(bool focus);
    void refresh();
    [[nodiscard]] float pixelRatio() const;

    QPointer<SessionObject> m_session;
    QPointer<ThemeObject> m_theme;
    QPointer<WhatIfModel> m_whatIf;
    TimelineView m_view;
    PointerGestures m_gestures{m_view};
    OverlayLegendModel m_legend{m_view};
    FlowChoiceModel m_flowChoices;
    TimelineMarking m_marking{*this};
    TrackMenu m_trackMenu{*this};
    TextFaces m_faces;
    QtTextMeasure m_measure{m_faces};
    DisplayList m_list;
    std::unique_ptr<DisplayListView> m_listView;
    QMetaObject::Connection m_frames;
    std::uint64_t m_notifiedRevision = 0;
    std::uint64_t m_notifiedSelection = 0;
    std::uint64_t m_notifiedHover = 0;
    std::uint64_t m_notifiedRules = 0;
    FindingFocus m_notifiedFinding;
    bool m_visualFocus = false;
};

}  // namespace gaplight::ui
