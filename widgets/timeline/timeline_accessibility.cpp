// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/timeline_accessibility.h"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include <QAccessible>
#include <QAccessibleObject>
#include <QPointer>
#include <QQuickItem>
#include <QQuickWindow>

#include "core/index/range_slices.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"
#include "widgets/session/session_object.h"
#include "widgets/timeline/timeline_item.h"
#include "widgets/timeline/view_text.h"

namespace gaplight::ui {
namespace {

// More are not read one by one; a reader zooms in.
constexpr std::size_t kMaxSlices = 200;

// Slices of a track in the range of the view that have at least a pixel, at most kMaxSlices, by
// start. O(slices found × log slices of the track).
std::vector<SliceId> readableSlices(const TimelineView& view, TrackId track) {
    const Trace& trace = *view.model().trace;
    const TimeRange range = view.viewport().range();
    const Duration pixel =
        range.length() / std::max(1, static_cast<int>(view.viewport().timeWidth()));
    std::vector<SliceId> found;
    for (std::uint16_t number = 0; number < trace.tracks()[track.index()].rows; ++number) {
        const Row row = view.model().rows->row(trace, track, number);
        // The longest of an interval, and those before and after it: the longest are found first.
        std::vector<std::pair<std::size_t, std::size_t>> open{positionsWithin(row, range)};
        while (!open.empty() && found.size() < kMaxSlices) {
            const auto [first, last] = open.back();
            open.pop_back();
            if (first >= last) {
                continue;
            }
            const std::size_t at = row.longest(first, last);
            if (row.duration(at) >= pixel) {
                found.push_back(row.slice(at));
                open.emplace_back(at + 1, last);
                open.emplace_back(first, at);
            }
        }
    }
    std::ranges::sort(found);
    return found;
}

// Whose slices are read; empty: no track in view has any.
std::optional<TrackId> readTrack(const TimelineView& view) {
    if (!view.hasTrace()) {
        return std::nullopt;
    }
    const Trace& trace = *view.model().trace;
    if (const SliceId selected = view.state().selected; selected.isValid()) {
        return trace.trackOf(selected);
    }
    const TrackLayout& layout = view.layout();
    for (const std::uint32_t lane : layout.visibleLanes()) {
        const TrackId track = layout.lanes()[lane].track;
        if (track.isValid() && !readableSlices(view, track).empty()) {
            return track;
        }
    }
    return std::nullopt;
}

// One slice of a timeline, as an entry of its list.
class SliceEntry final : public QAccessibleInterface, public QAccessibleActionInterface {
public:
    SliceEntry(TimelineItem& timeline, SliceId slice) : m_timeline(&timeline), m_slice(slice) {}

    SliceId slice() const { return m_slice; }

    bool isValid() const override { return m_timeline && m_timeline->view().hasTrace(); }
    QObject* object() const override { return nullptr; }
    QAccessibleInterface* childAt(int /*x*/, int /*y*/) const override { return nullptr; }
    QAccessibleInterface* parent() const override {
        return m_timeline ? QAccessible::queryAccessibleInterface(m_timeline) : nullptr;
    }
    QAccessibleInterface* child(int /*index*/) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface* /*child*/) const override { return -1; }
    QString text(QAccessible::Text kind) const override {
        if (!isValid() || kind != QAccessible::Name) {
            return {};
        }
        const TimelineView& view = m_timeline->view();
        const Trace& trace = *view.model().trace;
        const SliceTable& slices = trace.slices();
        return QStringLiteral("%1, at %2, %3, depth %4")
            .arg(toQString(view.model().names->label(slices.name(m_slice))),
                 clockText(view, slices.start(m_slice)), ui::durationText(slices.duration(m_slice)))
            .arg(slices.row(m_slice) + 1);
    }
    void setText(QAccessible::Text /*kind*/, const QString& /*text*/) override {}
    QRect rect() const override {
        if (!isValid()) {
            return {};
        }
        const QRectF box = m_timeline->rectOfSlice(m_slice);
        const QPointF corner = m_timeline->mapToGlobal(box.topLeft());
        return {corner.toPoint(), box.size().toSize()};
    }
    QAccessible::Role role() const override { return QAccessible::ListItem; }
    QAccessible::State state() const override {
        QAccessible::State state;
        state.selectable = true;
        state.focusable = true;
        state.selected = isValid() && m_timeline->view().state().selected == m_slice;
        state.focused = state.selected && m_timeline->hasActiveFocus();
        return state;
    }
    void* interface_cast(QAccessible::InterfaceType kind) override {
        return kind == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this)
                                                    : nullptr;
    }
    QStringList actionNames() const override { return {pressAction()}; }
    void doAction(const QString& name) override {
        if (isValid() && name == pressAction()) {
            m_timeline->goToSlice(static_cast<qint64>(m_slice.index()));
        }
    }
    QStringList keyBindingsForAction(const QString& /*name*/) const override { return {}; }

private:
    QPointer<TimelineItem> m_timeline;
    SliceId m_slice;
};

// A timeline, as a list of slices.
class TimelineList final : public QAccessibleObject {
public:
    explicit TimelineList(TimelineItem& timeline) : QAccessibleObject(&timeline) {}
    ~TimelineList() override { forget(); }
    TimelineList(const TimelineList&) = delete;
    TimelineList& operator=(const TimelineList&) = delete;

    QWindow* window() const override { return timeline().window(); }
    QAccessibleInterface* parent() const override {
        QQuickItem* above = timeline().parentItem();
        return above != nullptr ? QAccessible::queryAccessibleInterface(above)
                                : QAccessible::queryAccessibleInterface(timeline().window());
    }
    int childCount() const override { return static_cast<int>(entries().size()); }
    QAccessibleInterface* child(int index) const override {
        const std::vector<QAccessible::Id>& all = entries();
        return index >= 0 && static_cast<std::size_t>(index) < all.size()
                   ? QAccessible::accessibleInterface(all[static_cast<std::size_t>(index)])
                   : nullptr;
    }
    int indexOfChild(const QAccessibleInterface* child) const override {
        const int count = childCount();
        for (int index = 0; index < count; ++index) {
            if (this->child(index) == child) {
                return index;
            }
        }
        return -1;
    }
    QAccessibleInterface* focusChild() const override {
        const int count = childCount();
        for (int index = 0; index < count; ++index) {
            if (child(index)->state().selected) {
                return child(index);
            }
        }
        return nullptr;
    }
    QAccessibleInterface* childAt(int x, int y) const override {
        const int count = childCount();
        for (int index = 0; index < count; ++index) {
            if (child(index)->rect().contains(x, y)) {
                return child(index);
            }
        }
        return nullptr;
    }
    QString text(QAccessible::Text kind) const override {
        switch (kind) {
            case QAccessible::Name:
                return name();
            case QAccessible::Description:
                return timeline().selectionText();
            default:
                return {};
        }
    }
    QRect rect() const override {
        const QSizeF size = timeline().size();
        return {timeline().mapToGlobal(QPointF()).toPoint(), size.toSize()};
    }
    QAccessible::Role role() const override { return QAccessible::List; }
    QAccessible::State state() const override {
        QAccessible::State state;
        state.focusable = true;
        state.focused = timeline().hasActiveFocus();
        state.invisible = !timeline().isVisible();
        return state;
    }

private:
    TimelineItem& timeline() const { return *static_cast<TimelineItem*>(object()); }
    // "Timeline of a.json: 12 slices of stream 7 in view".
    QString name() const {
        const TimelineView& view = timeline().view();
        const QString file =
            timeline().session() != nullptr ? timeline().session()->fileName() : QString();
        const auto track = readTrack(view);
        const std::size_t lane =
            track ? view.layout().laneOf(*track) : view.layout().lanes().size();
        if (lane >= view.layout().lanes().size()) {
            return QStringLiteral("Timeline of %1").arg(file);
        }
        return QStringLiteral("Timeline of %1: %2 of %3 in view")
            .arg(file, ui::countText(entries().size(), "slice", "slices"),
                 toQString(view.layout().lanes()[lane].title));
    }
    // Of the slices now in view; the same until the view changes.
    const std::vector<QAccessible::Id>& entries() const {
        const TimelineView& view = timeline().view();
        if (m_revision == view.revision()) {
            return m_entries;
        }
        m_revision = view.revision();
        const auto track = readTrack(view);
        std::vector<SliceId> slices = track ? readableSlices(view, *track) : std::vector<SliceId>();
        // The selected one is there at every scale.
        const SliceId selected = view.state().selected;
        if (const auto at = std::ranges::lower_bound(slices, selected);
            selected.isValid() && (at == slices.end() || *at != selected)) {
            slices.insert(at, selected);
        }
        std::map<SliceId, QAccessible::Id> kept;
        for (std::size_t at = 0; at < m_entries.size(); ++at) {
            kept.emplace(m_slices[at], m_entries[at]);
        }
        m_entries.clear();
        for (const SliceId slice : slices) {
            const auto known = kept.extract(slice);
            m_entries.push_back(known ? known.mapped()
                                      : QAccessible::registerAccessibleInterface(
                                            new SliceEntry(timeline(), slice)));
        }
        m_slices = std::move(slices);
        for (const auto& [slice, id] : kept) {
            QAccessible::deleteAccessibleInterface(id);
        }
        return m_entries;
    }
    void forget() {
        for (const QAccessible::Id id : m_entries) {
            QAccessible::deleteAccessibleInterface(id);
        }
        m_entries.clear();
        m_slices.clear();
    }

    mutable std::optional<std::uint64_t> m_revision;  // of the view, when m_entries were made
    mutable std::vector<SliceId> m_slices;
    mutable std::vector<QAccessible::Id> m_entries;  // of m_slices; owned by QAccessible's cache
};

QAccessibleInterface* makeInterface(const QString& className, QObject* object) {
    auto* timeline = className == QLatin1String(TimelineItem::staticMetaObject.className())
                         ? qobject_cast<TimelineItem*>(object)
                         : nullptr;
    return timeline == nullptr ? nullptr : new TimelineList(*timeline);
}

}  // namespace

void installTimelineAccessibility() {
    QAccessible::installFactory(makeInterface);
}

SliceId firstReadableSlice(const TimelineView& view) {
    const auto track = readTrack(view);
    return track ? readableSlices(view, *track).front() : SliceId();
}

void announceSelection(TimelineItem& timeline) {
    if (!QAccessible::isActive() || !timeline.hasActiveFocus()) {
        return;
    }
    QAccessibleInterface* list = QAccessible::queryAccessibleInterface(&timeline);
    QAccessibleInterface* entry = list == nullptr ? nullptr : list->focusChild();
    if (entry != nullptr) {
        QAccessibleEvent event(entry, QAccessible::Focus);
        QAccessible::updateAccessibility(&event);
    }
}

}  // namespace gaplight::ui
