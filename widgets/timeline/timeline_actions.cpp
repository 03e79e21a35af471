// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/timeline_actions.h"

#include <string>

#include <QSettings>

#include "core/detectors/engine/rules.h"
#include "core/scene/interaction/play_handle.h"
#include "core/session/place_text.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"
#include "widgets/timeline/finding_walk.h"
#include "widgets/timeline/timeline_accessibility.h"
#include "widgets/timeline/timeline_navigation.h"

namespace gaplight::ui {
namespace {

QString compactKey() {
    return QStringLiteral("timeline/compactRows");
}
QString timeFormatKey() {
    return QStringLiteral("timeline/timeFormat");
}
QString namesWidthKey() {
    return QStringLiteral("timeline/namesWidth");
}
QString ruleKey(const QString& rule) {
    return QStringLiteral("rules/") + rule;
}

}  // namespace

void restoreSettings(TimelineView& view) {
    const QSettings settings;
    view.changeTracks([&](TrackLayout& tracks) {
        tracks.setCompact(settings.value(compactKey(), false).toBool());
    });
    if (const double width = settings.value(namesWidthKey()).toDouble(); width > 0) {
        view.setNamesWidth(static_cast<float>(width));
    }
    const int format = settings.value(timeFormatKey(), 0).toInt();
    if (format >= 0 && format <= static_cast<int>(TimeFormat::Step)) {
        view.setTimeFormat(static_cast<TimeFormat>(format));
    }
    for (const Detector* rule : detectors()) {
        const QVariant shown = settings.value(ruleKey(toQString(rule->id)));
        if (shown.isValid()) {
            view.setRuleShown(std::string(rule->id), shown.toBool());
        }
    }
}

void saveCompactRows(bool compact) {
    QSettings().setValue(compactKey(), compact);
}

void saveTimeFormat(TimeFormat format) {
    QSettings().setValue(timeFormatKey(), static_cast<int>(format));
}

void saveNamesWidth(float width) {
    QSettings().setValue(namesWidthKey(), static_cast<double>(width));
}

void resetNamesWidth(TimelineView& view) {
    view.setNamesWidth(Viewport::kNamesWidth);
    QSettings().remove(namesWidthKey());
}

void saveRuleShown(const QString& rule, bool shown) {
    QSettings().setValue(ruleKey(rule), shown);
}

namespace {

constexpr double kZoomStep = 1.25;
constexpr double kPanShare = 0.12;   // of the width, for one step
constexpr double kPageShare = 0.85;  // of the height

// Each returns whether it performed the action.

bool move(TimelineView& view, Action action, std::optional<float> pointerX) {
    const Viewport& target = view.target();
    const TimeRange all = view.model().trace->range();
    const double anchor = pointerX.value_or(target.timeLeft() + target.timeWidth() / 2);
    switch (action) {
        case Action::ZoomIn:
            view.zoomAt(anchor, kZoomStep);
            return true;
        case Action::ZoomOut:
            view.zoomAt(anchor, 1 / kZoomStep);
            return true;
        case Action::PanLeft:
            view.scrollBy(target.timeWidth() * kPanShare, 0);
            return true;
        case Action::PanRight:
            view.scrollBy(-target.timeWidth() * kPanShare, 0);
            return true;
        case Action::PageUp:
            view.scrollBy(0, target.tracksHeight() * kPageShare);
            return true;
        case Action::PageDown:
            view.scrollBy(0, -target.tracksHeight() * kPageShare);
            return true;
        case Action::ToBegin:
            view.scrollBy(target.x(target.begin) - target.x(all.begin), 0);
            return true;
        case Action::ToEnd:
            view.scrollBy(target.x(target.end()) - target.x(all.end), 0);
            return true;
        case Action::Focus:
            focusSelection(view);
            return true;
        case Action::ShowAll:
            view.unfoldBetween();
            view.animateTo(fitted(target, view.limits().range, view.limits()));
            return true;
        case Action::SelectAll:
            view.select(SliceId());
            view.selectRange(all);
            return true;
        case Action::ViewBack:
            view.goBack();
            return true;
        case Action::ViewForward:
            view.goForward();
            return true;
        default:
            return false;
    }
}

bool step(TimelineView& view, Action action) {
    const SliceId selected = view.state().selected;
    const SceneModel& model = view.model();
    if (!selected.isValid()) {
        const bool begins = action == Action::NextSlice || action == Action::ChildSlice;
        const SliceId first = begins ? firstReadableSlice(view) : SliceId();
        if (first.isValid()) {
            goToSlice(view, first);
        }
        return first.isValid();
    }
    switch (action) {
        case Action::NextSlice:
            goToSlice(view, nextSlice(model, selected));
            return true;
        case Action::PreviousSlice:
            goToSlice(view, previousSlice(model, selected));
            return true;
        case Action::ParentSlice:
            goToSlice(view, parentSlice(model, selected));
            return true;
        case Action::ChildSlice:
            goToSlice(view, firstChildSlice(model, selected));
            return true;
        case Action::FlowForward:
            followToSlice(view, flowTarget(model, selected));
            return true;
        case Action::FlowBack:
            followToSlice(view, flowSource(model, selected));
            return true;
        case Action::MarkRange:
            view.selectRange(model.trace->slices().range(selected),
                             {model.trace->trackOf(selected)});
            return true;
        default:
            return false;
    }
}

// From where gaps are counted.
Time referenceTime(const TimelineView& view) {
    const TimelineState& state = view.state();
    if (state.selectedRange) {
        return state.selectedRange->begin;
    }
    return state.selected.isValid() ? view.model().trace->slices().start(state.selected)
                                    : view.target().begin;
}

bool find(TimelineView& view, Action action) {
    const FindingSet& findings = view.findings();
    const FindingFocus at = view.focusedFinding();
    const OverlayTable& overlays = *view.trace().model().overlays;
    const Duration least = view.trace().session().analysis.gapThreshold;
    switch (action) {
        case Action::NextFinding:
            goToFinding(view, adjacentFinding(findings, at, true));
            return true;
        case Action::PreviousFinding:
            goToFinding(view, adjacentFinding(findings, at, false));
            return true;
        case Action::NextOccurrence:
            goToFinding(view, adjacentOccurrence(findings, at, true));
            return true;
        case Action::PreviousOccurrence:
            goToFinding(view, adjacentOccurrence(findings, at, false));
            return true;
        case Action::NextGap:
            goToGap(view, nextGap(overlays, referenceTime(view), least));
            return true;
        case Action::PreviousGap:
            goToGap(view, previousGap(overlays, referenceTime(view), least));
            return true;
        default:
            return false;
    }
}

}  // namespace

void performAction(TimelineView& view, Action action, std::optional<float> pointerX) {
    if (!view.hasTrace()) {
        return;
    }
    if (action == Action::Deselect) {
        view.deselect();
    } else if (action == Action::ToggleOverlays) {
        view.setOverlaysVisible(!view.state().showOverlays);
    } else if (action == Action::NextArrows) {
        const bool last = view.state().arrows == ArrowScope::View;
        view.setArrows(last ? ArrowScope::Selection
                            : static_cast<ArrowScope>(static_cast<int>(view.state().arrows) + 1));
    } else if (!move(view, action, pointerX) && !step(view, action)) {
        find(view, action);
    }
}

namespace {

QString nameOf(const SceneModel& model, SliceId slice) {
    return toQString(model.names->label(model.trace->slices().name(slice)));
}

// The same for steps from the selected slice.
QString reasonForNoStep(const TimelineView& view, Action action) {
    const SceneModel& model = view.model();
    const SliceId selected = view.state().selected;
    const auto unless = [&](SliceId target, const char* reason) {
        return target.isValid() ? QString()
                                : QString::fromUtf8(reason).arg(nameOf(model, selected));
    };
    if (!selected.isValid()) {
        const bool begins = action == Action::NextSlice || action == Action::ChildSlice;
        return begins && firstReadableSlice(view).isValid()
                   ? QString()
                   : QStringLiteral("Select a slice first: the key goes on from it");
    }
    switch (action) {
        case Action::NextSlice:
            return unless(nextSlice(model, selected), "%1 is the last slice of its row");
        case Action::PreviousSlice:
            return unless(previousSlice(model, selected), "%1 is the first slice of its row");
        case Action::ParentSlice:
            return unless(parentSlice(model, selected), "Nothing encloses %1");
        case Action::ChildSlice:
            return unless(firstChildSlice(model, selected), "No slice is inside %1");
        case Action::FlowForward:
            return unless(flowTarget(model, selected), "No arrow starts at %1");
        case Action::FlowBack:
            return unless(flowSource(model, selected), "No arrow ends at %1");
        default:
            return {};
    }
}

QString reasonForNoGap(const TimelineView& view) {
    const Session& session = view.trace().session();
    if (session.isAnalyzed && session.analysis.devices.empty()) {
        return QStringLiteral("No GPU work in this file: it has no gaps");
    }
    return nextGap(*view.trace().model().overlays, view.target().begin, {}).isValid()
               ? QString()
               : QStringLiteral("No GPU gap of %1 or more")
                     .arg(durationText(session.analysis.gapThreshold));
}

QString reasonForNoPrediction(const TimelineView& view) {
    if (view.trace().session().isAnalyzed && view.model().busy.empty()) {
        return QStringLiteral("No GPU work in this file: nothing can be predicted for it");
    }
    return playRemovedSelection(view.input())
               ? QString()
               : QStringLiteral(
                     "Select a slice or an idle gap of a GPU first: Delete predicts the "
                     "run without it");
}

}  // namespace

QString reasonForNothing(const TimelineView& view, Action action) {
    if (!view.hasTrace()) {
        return {};
    }
    const Session& session = view.trace().session();
    switch (action) {
        case Action::NextSlice:
        case Action::PreviousSlice:
        case Action::ParentSlice:
        case Action::ChildSlice:
        case Action::FlowForward:
        case Action::FlowBack:
        case Action::MarkRange:
            return reasonForNoStep(view, action);
        case Action::NextGap:
        case Action::PreviousGap:
            return reasonForNoGap(view);
        case Action::PredictWithout:
            return reasonForNoPrediction(view);
        case Action::NextFinding:
        case Action::PreviousFinding:
        case Action::NextOccurrence:
        case Action::PreviousOccurrence:
            return session.isAnalyzed && view.findings().findings.empty()
                       ? QStringLiteral("No findings in this file")
                       : QString();
        case Action::ToggleCriticalPath:
        case Action::ToggleGhosts:
            return session.isAnalyzed && session.analysis.devices.empty()
                       ? QStringLiteral("No GPU work in this file: nothing can be predicted for it")
                       : QString();
        default:
            return {};
    }
}

QString goToPlace(TimelineView& view, const QString& text) {
    if (!view.hasTrace()) {
        return {};
    }
    const Session& session = view.trace().session();
    const auto place =
        placeFromText(text.toStdString(), *session.trace, session.analysis, selectionTime(view));
    if (!place) {
        return toQString(place.error().message);
    }
    goToRange(view, *place);
    return {};
}

}  // namespace gaplight::ui
