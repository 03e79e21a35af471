// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/search/search_model.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <QPromise>

#include "core/base/quantity_text.h"
#include "core/provenance/origin_search.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"
#include "widgets/session/pool_work.h"

namespace gaplight::ui {
namespace {

constexpr int kProgressSteps = 1'000;

}  // namespace

ArgKeyLoader::ArgKeyLoader(QObject* parent) : QObject(parent) {
    connect(&m_watcher, &QFutureWatcherBase::progressValueChanged, this, [this](int step) {
        // 1 only with the last batch: readers of the keys must not take those of a part for all.
        setProgress(std::min(step / static_cast<double>(kProgressSteps), 0.999));
    });
    connect(&m_watcher, &QFutureWatcherBase::resultReadyAt, this,
            [this](int index) { receive(m_watcher.future().resultAt(index)); });
}

ArgKeyLoader::~ArgKeyLoader() {
    m_stop.request_stop();
}

void ArgKeyLoader::reset() {
    m_stop.request_stop();
    m_stop = std::stop_source();
    m_watcher.setFuture({});
    m_keys.reset();
    setProgress(1);
}

void ArgKeyLoader::start(const LoadedTrace& trace) {
    if (!trace || m_keys || isReading()) {
        return;
    }
    auto promise = std::make_shared<QPromise<Batch>>();
    promise->setProgressRange(0, kProgressSteps);
    m_watcher.setFuture(promise->future());
    setProgress(0);
    startOnPool([promise, trace, stop = m_stop.get_token()] {
        promise->start();
        ArgKeys::Listener listener;
        listener.onProgress = [&](double share) {
            promise->setProgressValue(static_cast<int>(share * kProgressSteps));
        };
        listener.onPartialKeys = [&](const ArgKeys& partial) {
            promise->addResult(Batch{std::make_shared<const ArgKeys>(partial), false});
        };
        Result<ArgKeys> keys = ArgKeys::read(trace->session().details, stop, listener);
        if (!stop.stop_requested()) {
            promise->addResult(
                Batch{keys ? std::make_shared<const ArgKeys>(std::move(*keys)) : nullptr, true});
        }
        promise->finish();
    });
}

void ArgKeyLoader::receive(const Batch& batch) {
    m_keys = batch.keys;
    if (batch.isComplete) {
        setProgress(1);  // before the signal: a search for values waits for all keys
    }
    Q_EMIT keysRead();
}

void ArgKeyLoader::setProgress(double share) {
    m_progress = share;
    Q_EMIT progressChanged();
}

SearchModel::SearchModel(const SessionObject& session, QObject* parent)
    : HitListModel([this](SliceId slice) { return matchOf(slice); }, parent),
      m_session(session),
      m_choosing([this](const SearchPart& part) { receive(part); }),
      m_totaling([this](const auto& totals) {
          m_columnTotals = totals;
          m_groups.setTotals(loadedTrace(), totals);
          Q_EMIT statusChanged();
      }) {
    connect(&session, &SessionObject::traceChanged, this, &SearchModel::updateTrace);
    connect(&m_watcher, &QFutureWatcherBase::resultReadyAt, this,
            [this](int index) { receive(m_watcher.future().resultAt(index)); });
    connect(&m_histogram, &HistogramObject::litChanged, this, &SearchModel::narrow);
    connect(&m_tracks, &HitTrackList::changed, this, &SearchModel::tracksChanged);
    connect(this, &SearchModel::queryChanged, this, &SearchModel::tracksChanged);  // pinned
    connect(&m_args, &ArgKeyLoader::keysRead, this, &SearchModel::search);
    connect(&m_args, &ArgKeyLoader::progressChanged, this, &SearchModel::argsReadChanged);
    connect(&m_args, &ArgKeyLoader::progressChanged, this, &SearchModel::statusChanged);
}

void SearchModel::follow(SearchModel& first) {
    const auto takeQuery = [this, &first] {
        setRegex(first.regex());
        setArgKeys(first.argKeys());
        setText(first.text());
    };
    connect(&first, &SearchModel::queryChanged, this, takeQuery);
    connect(&first.m_tracks, &HitTrackList::changed, this, [this, &first] {
        if (first.tracks().empty()) {
            m_tracks.clear();
        } else if (first.isPinned() != isPinned()) {
            togglePinned();
        }
    });
    connect(&first, &SearchModel::hitsChanged, this,
            [this, &first] { setOnlyHits(first.onlyHits()); });
    takeQuery();
}

SearchModel::~SearchModel() {
    m_stop.request_stop();
}

// A trace with updated findings has the same slices.
void SearchModel::updateTrace() {
    const LoadedTrace before = loadedTrace();
    setTrace(m_session.trace());
    const bool same =
        before && loadedTrace() && before->session().trace == loadedTrace()->session().trace;
    const auto known = loadedTrace() ? loadedTrace()->session().provenance : nullptr;
    const bool isExplained = std::exchange(m_provenance, known) != known;
    if (same && isExplained && !m_text.isEmpty()) {
        search();
    }
    if (!same) {
        m_args.reset();
        m_tracks.clear();
        setHits(nullptr);  // of the other trace
        readArgs();
        restart();
    }
}

void SearchModel::readArgs() {
    if (needsArgs()) {
        m_args.start(loadedTrace());
    }
}

void SearchModel::setArgKeys(bool argKeys) {
    if (argKeys != m_argKeys) {
        m_argKeys = argKeys;
        Q_EMIT queryChanged();
        readArgs();
        restart();
    }
}

void SearchModel::setText(const QString& text) {
    if (text != m_text) {
        m_text = text;
        Q_EMIT queryChanged();
        restart();
    }
}

void SearchModel::setRegex(bool regex) {
    if (regex != m_regex) {
        m_regex = regex;
        Q_EMIT queryChanged();
        restart();
    }
}

void SearchModel::setOnlyHits(bool only) {
    if (only != m_onlyHits) {
        m_onlyHits = only;
        Q_EMIT hitsChanged();
    }
}

void SearchModel::addTracks(std::vector<HitTrack> tracks) {
    HitTrackList::Tracks shared;
    for (HitTrack& track : tracks) {
        shared.push_back(std::make_shared<const HitTrack>(std::move(track)));
    }
    m_tracks.addRows(std::move(shared));
}

void SearchModel::showSlices(std::vector<SliceId> slices) {
    if (!loadedTrace()) {
        return;
    }
    clear();
    m_choosing.start([loaded = loadedTrace(), slices = std::move(slices)] {
        const Trace& trace = *loaded->session().trace;
        SearchPart part;
        part.hits = std::make_shared<const SearchHits>(SearchHits::build(trace, slices));
        part.totals = std::make_shared<const SearchTotals>(SearchTotals::build(trace, *part.hits));
        part.found = part.hits->count();
        part.complete = true;
        return part;
    });
}

void SearchModel::clear() {
    if (m_text.isEmpty()) {
        restart();
    } else {
        setText({});
    }
}

void SearchModel::cancel() {
    m_choosing.drop();
    m_stop.request_stop();
    m_stop = std::stop_source();
    m_watcher.setFuture({});
    m_searching = false;
}

void SearchModel::restart() {
    m_hasShown = false;
    m_last = {};
    m_found.reset();
    m_histogram.clear();
    search();
}

void SearchModel::search() {
    cancel();
    m_error.clear();
    m_hasArgs = false;
    m_pattern.reset();
    if (!loadedTrace() || m_text.trimmed().isEmpty()) {
        return setHits(nullptr);
    }
    Result<ParsedQuery> query = parseQuery(m_text.toStdString());
    if (!query) {
        return fail(toQString(query.error().message));
    }
    m_hasArgs = !query->args.empty();
    readArgs();
    if (m_hasArgs && m_args.isReading()) {  // keysRead() follows
        m_searching = true;
        return setHits(nullptr);
    }
    Result<SearchTask> task =
        searchTask(*std::move(query), m_regex, needsArgs() ? m_args.keys() : nullptr);
    if (!task) {
        return fail(toQString(task.error().message));
    }
    start(*std::move(task));
}

void SearchModel::fail(QString why) {
    m_error = std::move(why);
    setHits(nullptr);
}

void SearchModel::start(SearchTask task) {
    if (task.conditions.texts.size() == 1) {
        m_pattern = task.conditions.texts.front();
    }
    task.searchesKeys = m_argKeys;
    task.provenance = m_provenance;
    task.showsFirst = !m_hasShown;
    task.stop = m_stop.get_token();
    m_searching = true;
    auto promise = std::make_shared<QPromise<SearchPart>>();
    m_watcher.setFuture(promise->future());
    startOnPool([promise, trace = loadedTrace(), task = std::move(task)] {
        promise->start();
        runSearch(trace->session(), task, *promise);
        promise->finish();
    });
    Q_EMIT statusChanged();
}

void SearchModel::stop() {
    if (m_searching) {
        cancel();
        m_last.valuesRead = 1;
        Q_EMIT statusChanged();
    }
}

void SearchModel::receive(const SearchPart& part) {
    m_last = part;
    m_searching = !part.complete;
    if (part.complete) {
        m_groups.setTotals(loadedTrace(), part.totals);
    }
    if (part.complete && part.hits) {
        showDurations();
    }
    if (part.hits) {
        m_hasShown = m_hasShown || part.hits->count() > 0;
        setHits(part.hits);
    } else {
        Q_EMIT statusChanged();
    }
}

void SearchModel::showDurations() {
    m_histogram.show({}, loadedTrace(),
                     [trace = loadedTrace(), hits = m_last.hits](const std::stop_token&) {
                         const SliceTable& slices = trace->session().trace->slices();
                         TimedSlices timed;
                         for (const SliceId hit : hits->byId()) {
                             timed.add(hit, slices.duration(hit));
                         }
                         return timed;
                     });
}

void SearchModel::narrow() {
    const HistogramObject::Lit& column = m_histogram.lit();
    if (!m_found || (column ? column : m_found) == hits()) {
        return;
    }
    m_totaling.drop();
    m_columnTotals.reset();
    if (column) {
        m_totaling.start([trace = loadedTrace(), column] {
            return std::make_shared<const SearchTotals>(
                SearchTotals::build(*trace->session().trace, *column));
        });
    } else {
        m_groups.setTotals(loadedTrace(), m_last.totals);
    }
    unlightOthers();
    showHits(column ? column : m_found);
    Q_EMIT hitsChanged();
    Q_EMIT statusChanged();
}

QString SearchModel::summary() const {
    // Hits are gone before the histogram of them.
    if (!m_histogram.lit() || !m_found) {
        return totalsText(m_last.totals.get());
    }
    return QStringLiteral("of %1 hits, those %2%3")
        .arg(countText(m_found->count()), m_histogram.spanOf(m_histogram.bin()),
             m_columnTotals ? QStringLiteral(" · ") + totalsText(m_columnTotals.get()) : QString());
}

void SearchModel::light(HistogramObject::Lit slices) {
    if (slices != m_lit) {
        m_lit = std::move(slices);
        Q_EMIT hitsChanged();
    }
}

void SearchModel::unlightOthers() {
    if (m_lit) {
        Q_EMIT unlit();
        light(nullptr);
    }
}

bool SearchModel::unlight() {
    const bool isLit = m_lit || m_histogram.lit();
    unlightOthers();
    if (m_histogram.lit()) {
        m_histogram.unlight();
    }
    return isLit;
}

qint64 SearchModel::step(SliceId selected, Time from, bool forward) const {
    if (!shownHits()) {
        return -1;
    }
    const auto rank = forward ? nextHit(trace(), *shownHits(), selected, from)
                              : previousHit(trace(), *shownHits(), selected, from);
    return rank ? static_cast<qint64>(shownHits()->byTime()[*rank].index()) : -1;
}

void SearchModel::setHits(std::shared_ptr<const SearchHits> hits) {
    m_found = hits;
    if (hits) {
        unlightOthers();
    }
    m_totaling.drop();
    showHits(std::move(hits));
    if (!this->hits()) {
        m_groups.setTotals(nullptr, nullptr);
        m_histogram.clear();
    }
    Q_EMIT hitsChanged();
    Q_EMIT statusChanged();
}

void SearchModel::togglePinned() {
    if (isPinned()) {
        m_tracks.remove(m_text.trimmed());
    } else if (count() > 0 && !m_searching && m_text.trimmed().isEmpty()) {
        addTracks({HitTrack::build(trace(), "selected slices", hits())});
    } else if (count() > 0 && !m_searching) {
        m_tracks.add({m_text.trimmed().toStdString(), m_regex, m_argKeys}, loadedTrace(), hits());
    }
}

QString SearchModel::status() const {
    if (m_searching || (readsArgs() && hits())) {
        return QStringLiteral("%1 so far").arg(countText(m_last.found));
    }
    return hits() ? hitCountText(hits()->count(), hit()) : QString();
}

std::string SearchModel::matchOf(SliceId slice) const {
    std::vector<std::string> matches;
    if (m_pattern && !m_pattern->matches(trace().name(slice))) {
        if (m_args.keys() && m_argKeys) {
            matches.emplace_back("args: ").append(matchedKey(*m_args.keys(), *m_pattern, slice));
        }
        if (m_provenance) {
            matches.push_back("from: " + foundOrigin(*m_provenance, slice, *m_pattern));
        }
        std::erase_if(matches, [](const std::string& match) { return match.ends_with(": "); });
    }
    return joinedText(matches, " · ");
}

}  // namespace gaplight::ui
