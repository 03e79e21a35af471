// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/window/change_history.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <unordered_set>
#include <utility>

#include <QGuiApplication>

#include "core/base/text_hash.h"
#include "core/scene/layout/track_arrangement.h"
#include "widgets/timeline/timeline_navigation.h"

namespace gaplight::ui {
namespace {

constexpr int kDragMilliseconds = 50;  // until it is seen whether the drag has ended

bool isSameRow(const WhatIfRow& a, const WhatIfRow& b) {
    return a.kind == b.kind && a.isTicked == b.isTicked && a.finding == b.finding &&
           a.offer.title == b.offer.title;
}

bool areSameRows(const std::vector<WhatIfRow>& a, const std::vector<WhatIfRow>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), isSameRow);
}

RunChanges changesOf(const TimelineItem& timeline) {
    RunChanges changes;
    const TimelineView& view = timeline.view();
    if (!view.hasTrace()) {
        return changes;
    }
    changes.trace = view.model().trace;
    if (const NoteListModel* notes = timeline.notes()) {
        changes.notes = notes->saved().notes;
        changes.bookmarks = notes->saved().bookmarks;
    }
    changes.tracks = arrangementOf(view.layout());
    if (const SearchModel* search = timeline.search()) {
        changes.hitTracks = {search->tracks(), search->savedSearches()};
    }
    changes.cursors = view.state().cursors;
    if (!view.isAtFinding() && !selectedGap(view)) {
        changes.range = timeline.selectedRange();
    }
    return changes;
}

constexpr std::array kFolds{&TrackArrangement::hidden,    &TrackArrangement::shown,
                            &TrackArrangement::collapsed, &TrackArrangement::expanded,
                            &TrackArrangement::folded,    &TrackArrangement::allRows};

// The keys of `a` that `b` does not have.
std::vector<std::string> without(const std::vector<std::string>& a,
                                 const std::vector<std::string>& b) {
    const std::unordered_set<std::string_view, TextHash> others(b.begin(), b.end());
    std::vector<std::string> keys;
    std::ranges::copy_if(a, std::back_inserter(keys),
                         [&](const std::string& key) { return !others.contains(key); });
    return keys;
}

void applyTo(TimelineItem& timeline, const RunChanges& wanted) {
    const RunChanges now = changesOf(timeline);
    if (now.trace != wanted.trace || wanted.trace == nullptr) {
        return;
    }
    if (timeline.notes() != nullptr &&
        (now.notes != wanted.notes || now.bookmarks != wanted.bookmarks)) {
        timeline.notes()->restore(wanted.notes, wanted.bookmarks);
    }
    if (timeline.search() != nullptr && !(now.hitTracks == wanted.hitTracks)) {
        timeline.search()->setTracks(wanted.hitTracks.tracks, wanted.hitTracks.searches);
    }
    timeline.change([&](TimelineView& view) {
        if (!(now.tracks == wanted.tracks)) {
            view.arrangeTracks(wanted.tracks);
        }
        for (std::size_t cursor = 0; cursor < wanted.cursors.size(); ++cursor) {
            view.setCursor(cursor, wanted.cursors[cursor]);
        }
        if (!(now.range == wanted.range)) {
            view.selectRange(wanted.range.range, wanted.range.tracks);
        }
    });
    timeline.trackMenu()->refresh();
}

// The note whose text alone differs; -1: it is not so.
int typedNote(const std::vector<Note>& a, const std::vector<Note>& b) {
    int typed = -1;
    for (std::size_t at = 0; at < a.size() && a.size() == b.size(); ++at) {
        Note other = b[at];
        other.text = a[at].text;
        if (!(other == a[at]) || (typed >= 0 && b[at].text != a[at].text)) {
            return -1;
        }
        typed = b[at].text != a[at].text ? static_cast<int>(at) : typed;
    }
    return typed;
}

// The same of all that is compared of a run.
int typedNote(const RunChanges& a, const RunChanges& b) {
    RunChanges other = b;
    other.notes = a.notes;
    return other == a ? typedNote(a.notes, b.notes) : -1;
}

}  // namespace

ChangeHistory::ChangeHistory(WhatIfListModel& edits, QObject* parent)
    : QObject(parent), m_edits(edits) {
    m_soon.setSingleShot(true);
    connect(&m_soon, &QTimer::timeout, this, &ChangeHistory::record);
    connect(&edits, &WhatIfListModel::choiceChanged, &m_soon, [this] { m_soon.start(0); });
}

void ChangeHistory::watch(TimelineItem* timeline) {
    std::erase_if(m_timelines, [](const auto& known) { return known.isNull(); });
    m_timelines.emplace_back(timeline);
    // Frames in which the view only moves cost nothing.
    connect(timeline, &TimelineItem::viewChanged, &m_soon,
            [this, timeline, seen = std::uint64_t{0}]() mutable {
                if (std::exchange(seen, timeline->view().contentRevision()) !=
                    timeline->view().contentRevision()) {
                    m_soon.start(0);
                }
            });
    m_soon.start(0);
}

bool ChangeHistory::isSame(const State& a, const State& b) {
    return a.runs == b.runs && areSameRows(a.edits, b.edits);
}

// Findings that were computed anew have other rows in the list of changes.
bool ChangeHistory::isOfSameTraces(const State& a, const State& b) {
    const auto findings = [](const State& state) {
        return std::count_if(state.edits.begin(), state.edits.end(), [](const WhatIfRow& row) {
            return row.kind == WhatIfRow::Kind::Finding;
        });
    };
    return findings(a) == findings(b) &&
           std::equal(a.runs.begin(), a.runs.end(), b.runs.begin(), b.runs.end(),
                      [](const RunChanges& run, const RunChanges& other) {
                          return run.trace == other.trace;
                      });
}

QString ChangeHistory::differenceOf(const State& a, const State& b) {
    if (!areSameRows(a.edits, b.edits)) {
        return QStringLiteral("a change of What if");
    }
    for (std::size_t at = 0; at < std::min(a.runs.size(), b.runs.size()); ++at) {
        const RunChanges& run = a.runs[at];
        const RunChanges& other = b.runs[at];
        if (run.notes != other.notes) {
            return QStringLiteral("a note");
        }
        if (run.bookmarks != other.bookmarks) {
            return QStringLiteral("a bookmark");
        }
        if (run.cursors != other.cursors) {
            return QStringLiteral("a cursor");
        }
        if (!(run.hitTracks == other.hitTracks)) {
            return QStringLiteral("a track");
        }
        if (!(run.tracks == other.tracks)) {
            return QStringLiteral("the tracks");
        }
    }
    return QStringLiteral("the range");
}

ChangeHistory::State ChangeHistory::capture() const {
    State state;
    for (const QPointer<TimelineItem>& timeline : m_timelines) {
        if (timeline) {
            state.runs.push_back(changesOf(*timeline));
            state.tracksRevision += timeline->view().tracksRevision();
        }
    }
    state.edits = m_edits.rows();
    return state;
}

void ChangeHistory::adoptFolds(const State& now) {
    for (std::size_t run = 0; run < now.runs.size(); ++run) {
        TrackArrangement& last = m_last.runs[run].tracks;
        const TrackArrangement& next = now.runs[run].tracks;
        for (const auto keys : kFolds) {
            if (last.*keys == next.*keys) {
                continue;
            }
            const std::vector<std::string> added = without(next.*keys, last.*keys);
            const std::vector<std::string> removed = without(last.*keys, next.*keys);
            for (std::vector<State>* states : {&m_undo, &m_redo}) {
                for (State& state : *states) {
                    std::vector<std::string>& own = state.runs[run].tracks.*keys;
                    own = without(own, removed);
                    const std::vector<std::string> missing = without(added, own);
                    own.insert(own.end(), missing.begin(), missing.end());
                }
            }
            last.*keys = next.*keys;
        }
    }
}

void ChangeHistory::record() {
    if (QGuiApplication::mouseButtons() != Qt::NoButton) {
        m_soon.start(kDragMilliseconds);
        return;
    }
    State now = capture();
    const bool isOfSame = isOfSameTraces(now, m_last);
    if (isOfSame && now.tracksRevision == m_last.tracksRevision) {
        adoptFolds(now);
    }
    m_last.tracksRevision = now.tracksRevision;
    if (isSame(now, m_last)) {
        return;
    }
    if (!isOfSame) {
        m_undo.clear();
        m_redo.clear();
        m_last = std::move(now);
        return;
    }
    const bool goesOn = !m_undo.empty() && !now.runs.empty() &&
                        areSameRows(now.edits, m_last.edits) &&
                        typedNote(m_last.runs.front(), now.runs.front()) >= 0 &&
                        typedNote(m_undo.back().runs.front(), m_last.runs.front()) ==
                            typedNote(m_last.runs.front(), now.runs.front());
    if (!goesOn) {
        if (m_undo.size() == kMaxStates) {
            m_undo.erase(m_undo.begin());
        }
        m_undo.push_back(std::move(m_last));
    }
    m_redo.clear();
    m_last = std::move(now);
}

void ChangeHistory::apply(const State& state) {
    std::size_t run = 0;
    for (const QPointer<TimelineItem>& timeline : m_timelines) {
        if (timeline && run < state.runs.size()) {
            applyTo(*timeline, state.runs[run++]);
        }
    }
    if (!areSameRows(state.edits, m_edits.rows())) {
        m_edits.restore(state.edits);
    }
    m_last = capture();
}

void ChangeHistory::step(std::vector<State>& from, std::vector<State>& to, const QString& done,
                         const QString& nothing) {
    record();  // what the present event has changed
    if (from.empty()) {
        Q_EMIT noticed(nothing);
        return;
    }
    const State wanted = std::move(from.back());
    from.pop_back();
    const QString what = differenceOf(m_last, wanted);
    to.push_back(m_last);
    apply(wanted);
    Q_EMIT noticed(done + what);
}

void ChangeHistory::undo() {
    step(m_undo, m_redo, QStringLiteral("Undone: "), QStringLiteral("Nothing to undo"));
}

void ChangeHistory::redo() {
    step(m_redo, m_undo, QStringLiteral("Done again: "), QStringLiteral("Nothing to do again"));
}

}  // namespace gaplight::ui
