// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/search/search_model.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <QPromise>
#include <QThreadPool>

#include "widgets/convert/qt_convert.h"
#include "widgets/convert/quantity_string.h"
#include "widgets/convert/track_text.h"

namespace gaplight::ui {
namespace {

std::shared_ptr<const SearchHits> hitsOf(const Trace& trace, std::span<const SliceId> found) {
    return std::make_shared<const SearchHits>(
        SearchHits::build(trace, {found.begin(), found.end()}));
}

std::vector<SliceId> joined(const std::vector<SliceId>& a, const std::vector<SliceId>& b) {
    std::vector<SliceId> all;
    all.reserve(a.size() + b.size());
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(all));
    return all;
}

constexpr std::size_t kFirstKeys = 10'000;  // hits that are shown before all are known

// What one search on a pool thread needs.
struct SearchTask {
    std::shared_ptr<const ArgKeys> keys;  // null: names and categories alone
    TextPattern pattern;
    bool showsFirst = true;  // hits before all are known
    std::stop_token stop;
};

// Hits of the first batch are given at once, all of them at the end; between there are only counts.
void search(const Trace& trace, const SearchTask& task, QPromise<SearchPart>& promise) {
    const std::size_t all = trace.slices().size();
    bool first = task.showsFirst;
    const auto show = [&](std::span<const SliceId> found, std::size_t seen) {
        const bool shows = std::exchange(first, false);
        promise.addResult(
            SearchPart{shows ? hitsOf(trace, found) : nullptr, found.size(), seen, false});
    };
    if (first && task.keys) {
        if (const auto some = task.keys->search(task.pattern, kFirstKeys); !some.empty()) {
            show(some, 0);
        }
    }
    const auto onBatch = [&](std::span<const SliceId> found, std::size_t seen) {
        if (seen < all && task.showsFirst) {
            show(found, seen);
        }
    };
    Result<std::vector<SliceId>> found = searchNames(trace, task.pattern, task.stop, onBatch);
    if (found) {
        if (task.keys) {
            *found = joined(*found, task.keys->search(task.pattern));
        }
        promise.addResult(SearchPart{hitsOf(trace, *found), found->size(), all, true});
    }
}

}  // namespace

SearchModel::SearchModel(const SessionObject& session, QObject* parent)
    : LazyListModel(
          {{"name", [this](SliceId slice) { return toQString(trace().name(slice)); }},
           {"when",
            [this](SliceId slice) {
                return durationText(trace().slices().start(slice) - trace().range().begin);
            }},
           {"length",
            [this](SliceId slice) { return durationText(trace().slices().duration(slice)); }},
           {"track", [this](SliceId slice) { return trackText(trace(), trace().trackOf(slice)); }},
           {"slice", [](SliceId slice) { return static_cast<qint64>(slice.index()); }},
           // The key of the args that matched; empty where the name matches.
           {"key", [this](SliceId slice) { return keyOf(slice); }}},
          parent),
      m_session(session) {
    connect(&session, &SessionObject::traceChanged, this, &SearchModel::takeTrace);
    connect(&m_watcher, &QFutureWatcherBase::resultReadyAt, this,
            [this](int index) { take(m_watcher.future().resultAt(index)); });
    connect(&m_argsWatcher, &QFutureWatcherBase::progressValueChanged, this,
            [this](int thousandths) { setArgsRead(std::min(thousandths / 1000.0, 0.999)); });
    connect(&m_argsWatcher, &QFutureWatcherBase::resultReadyAt, this,
            [this](int index) { takeKeys(m_argsWatcher.future().resultAt(index)); });
}

void SearchModel::follow(SearchModel& first) {
    const auto takeQuery = [this, &first] {
        setRegex(first.regex());
        setArgKeys(first.argKeys());
        setText(first.text());
    };
    connect(&first, &SearchModel::queryChanged, this, takeQuery);
    connect(&first, &SearchModel::hitsChanged, this,
            [this, &first] { setOnlyHits(first.onlyHits()); });
    takeQuery();
}

SearchModel::~SearchModel() {
    m_stop.request_stop();
    m_argsStop.request_stop();
}

// A trace that was only judged anew has the same slices.
void SearchModel::takeTrace() {
    const LoadedTrace before = std::exchange(m_trace, m_session.trace());
    const bool same = before && m_trace && before->session().trace == m_trace->session().trace;
    if (!same) {
        m_selected = SliceId();
        forgetArgs();
        readArgs();
        start();
    }
}

void SearchModel::takeKeys(const ReadKeys& read) {
    m_keys = read.keys;
    look();
    if (read.complete) {
        setArgsRead(1);  // only now: the search that goes on must not look as if it had ended
    }
}

void SearchModel::setArgsRead(double share) {
    const bool was = readsArgs();
    m_argsRead = share;
    Q_EMIT argsReadChanged();
    if (readsArgs() != was) {
        Q_EMIT statusChanged();
    }
}

void SearchModel::forgetArgs() {
    m_argsStop.request_stop();
    m_argsStop = std::stop_source();
    m_argsWatcher.setFuture({});
    m_keys.reset();
    setArgsRead(1);
}

void SearchModel::readArgs() {
    if (!m_argKeys || !m_trace || m_keys || readsArgs()) {
        return;
    }
    auto promise = std::make_shared<QPromise<ReadKeys>>();
    promise->setProgressRange(0, 1000);
    m_argsWatcher.setFuture(promise->future());
    setArgsRead(0);
    QThreadPool::globalInstance()->start(
        [promise, loaded = m_trace, stop = m_argsStop.get_token()] {
            promise->start();
            const Session& session = loaded->session();
            ArgKeys::Listener listener;
            listener.onProgress = [&](double share) {
                promise->setProgressValue(static_cast<int>(share * 1000));
            };
            listener.onSome = [&](const ArgKeys& some) {
                promise->addResult(ReadKeys{std::make_shared<const ArgKeys>(some), false});
            };
            Result<ArgKeys> keys = ArgKeys::read(session.details, stop, listener);
            // A source that cannot be read any more has no keys.
            if (!stop.stop_requested()) {
                promise->addResult(ReadKeys{
                    keys ? std::make_shared<const ArgKeys>(std::move(*keys)) : nullptr, true});
            }
            promise->finish();
        });
}

void SearchModel::setArgKeys(bool argKeys) {
    if (argKeys != m_argKeys) {
        m_argKeys = argKeys;
        Q_EMIT queryChanged();
        readArgs();
        start();
    }
}

void SearchModel::setText(const QString& text) {
    if (text != m_text) {
        m_text = text;
        Q_EMIT queryChanged();
        start();
    }
}

void SearchModel::setRegex(bool regex) {
    if (regex != m_regex) {
        m_regex = regex;
        Q_EMIT queryChanged();
        start();
    }
}

void SearchModel::setOnlyHits(bool only) {
    if (only != m_onlyHits) {
        m_onlyHits = only;
        Q_EMIT hitsChanged();
    }
}

void SearchModel::cancel() {
    m_stop.request_stop();
    m_stop = std::stop_source();
    m_watcher.setFuture({});
    m_searching = false;
}

void SearchModel::start() {
    m_hasShown = false;
    m_last = {};
    look();
}

void SearchModel::look() {
    cancel();
    m_error.clear();
    if (!m_trace || m_text.isEmpty()) {
        return setHits(nullptr);
    }
    Result<TextPattern> pattern = patternOf({m_text.toStdString(), m_regex});
    m_pattern = pattern ? std::optional(*pattern) : std::nullopt;
    if (!pattern) {
        m_error = toQString(pattern.error().message);
        return setHits(nullptr);
    }
    m_searching = true;
    auto promise = std::make_shared<QPromise<SearchPart>>();
    m_watcher.setFuture(promise->future());
    const SearchTask task{m_argKeys ? m_keys : nullptr, *pattern, !m_hasShown, m_stop.get_token()};
    QThreadPool::globalInstance()->start([promise, trace = m_trace, task] {
        promise->start();
        search(*trace->session().trace, task, *promise);
        promise->finish();
    });
    Q_EMIT statusChanged();
}

void SearchModel::take(const SearchPart& part) {
    m_last = part;
    m_searching = !part.complete;
    if (part.hits) {
        m_hasShown = m_hasShown || part.hits->count() > 0;
        setHits(part.hits);
    } else {
        Q_EMIT statusChanged();
    }
}

void SearchModel::setHits(std::shared_ptr<const SearchHits> hits) {
    reset([&] { m_hits = std::move(hits); });
    findCurrent();
    Q_EMIT hitsChanged();
    Q_EMIT statusChanged();
}

void SearchModel::findCurrent() {
    const bool isHit = m_hits && m_selected.isValid() && m_hits->contains(m_selected);
    m_current = isHit ? static_cast<int>(m_hits->rankOf(trace(), m_selected)) : -1;
}

void SearchModel::setSelected(SliceId slice) {
    if (slice != m_selected) {
        m_selected = slice;
        findCurrent();
        Q_EMIT statusChanged();
    }
}

qint64 SearchModel::step(SliceId selected, Time from, bool forward) const {
    if (!m_hits) {
        return -1;
    }
    const auto rank = forward ? nextHit(trace(), *m_hits, selected, from)
                              : previousHit(trace(), *m_hits, selected, from);
    return rank ? static_cast<qint64>(m_hits->byTime()[*rank].index()) : -1;
}

int SearchModel::count() const {
    return m_hits ? static_cast<int>(m_hits->count()) : 0;
}

QString SearchModel::status() const {
    if (m_searching || (readsArgs() && m_hits)) {
        return tr("%1 so far").arg(countText(m_last.found));
    }
    if (!m_hits) {
        return {};
    }
    if (m_hits->count() == 0) {
        return tr("none");
    }
    const QString all = countText(m_hits->count());
    return m_current < 0
               ? all
               : tr("%1 of %2").arg(countText(static_cast<std::size_t>(m_current) + 1), all);
}

QString SearchModel::keyOf(SliceId slice) const {
    if (!m_keys || !m_argKeys || !m_pattern || m_pattern->matches(trace().name(slice))) {
        return {};
    }
    for (const std::string& key : m_keys->keysOf(slice)) {
        if (m_pattern->matches(key)) {
            return toQString(key);
        }
    }
    return {};
}

}  // namespace gaplight::ui
