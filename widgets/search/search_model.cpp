// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/search/search_model.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <QPromise>

#include "core/provenance/origin_search.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/quantity_string.h"
#include "widgets/convert/track_text.h"
#include "widgets/session/pool_work.h"

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

constexpr std::size_t kMaxFirstHits = 10'000;  // by key, in the first result

// Input of one search on a pool thread.
struct SearchTask {
    std::shared_ptr<const ArgKeys> keys;           // null: only names and categories are searched
    std::shared_ptr<const Provenance> provenance;  // null: none is known
    TextPattern pattern;
    bool showsFirst = true;  // adds a first result with the hits of one batch
    std::stop_token stop;
};

// Adds results to `promise`: the hits of the first batch, then counts, at the end all hits.
void runSearch(const Trace& trace, const SearchTask& task, QPromise<SearchPart>& promise) {
    const std::size_t all = trace.slices().size();
    bool first = task.showsFirst;
    const auto show = [&](std::span<const SliceId> found, std::size_t seen) {
        const bool shows = std::exchange(first, false);
        promise.addResult(
            SearchPart{shows ? hitsOf(trace, found) : nullptr, found.size(), seen, false});
    };
    if (first && task.keys) {
        if (const auto some = task.keys->search(task.pattern, kMaxFirstHits); !some.empty()) {
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
        if (task.provenance) {
            *found = joined(*found, searchOrigins(*task.provenance, task.pattern));
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
           {"key", [this](SliceId slice) { return keyOf(slice); }},
           // The same of what it comes from.
           {"origin", [this](SliceId slice) { return originOf(slice); }}},
          parent),
      m_session(session) {
    connect(&session, &SessionObject::traceChanged, this, &SearchModel::updateTrace);
    connect(&m_watcher, &QFutureWatcherBase::resultReadyAt, this,
            [this](int index) { receive(m_watcher.future().resultAt(index)); });
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
    connect(&first, &SearchModel::hitsChanged, this,
            [this, &first] { setOnlyHits(first.onlyHits()); });
    takeQuery();
}

SearchModel::~SearchModel() {
    m_stop.request_stop();
}

// A trace with updated findings has the same slices.
void SearchModel::updateTrace() {
    const LoadedTrace before = std::exchange(m_trace, m_session.trace());
    const bool same = before && m_trace && before->session().trace == m_trace->session().trace;
    const auto known = m_trace ? m_trace->session().provenance : nullptr;
    const bool isExplained = std::exchange(m_provenance, known) != known;
    if (same && isExplained && !m_text.isEmpty()) {
        search();
    }
    if (!same) {
        m_selected = SliceId();
        m_args.reset();
        setHits(nullptr);  // of the other trace
        readArgs();
        restart();
    }
}

void SearchModel::readArgs() {
    if (m_argKeys) {
        m_args.start(m_trace);
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

void SearchModel::cancel() {
    m_stop.request_stop();
    m_stop = std::stop_source();
    m_watcher.setFuture({});
    m_searching = false;
}

void SearchModel::restart() {
    m_hasShown = false;
    m_last = {};
    search();
}

void SearchModel::search() {
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
    const SearchTask task{m_argKeys ? m_args.keys() : nullptr, m_provenance, *pattern, !m_hasShown,
                          m_stop.get_token()};
    startOnPool([promise, trace = m_trace, task] {
        promise->start();
        runSearch(*trace->session().trace, task, *promise);
        promise->finish();
    });
    Q_EMIT statusChanged();
}

void SearchModel::receive(const SearchPart& part) {
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
    if (!m_args.keys() || !m_argKeys || !m_pattern || m_pattern->matches(trace().name(slice))) {
        return {};
    }
    for (const std::string& key : m_args.keys()->keysOf(slice)) {
        if (m_pattern->matches(key)) {
            return toQString(key);
        }
    }
    return {};
}

QString SearchModel::originOf(SliceId slice) const {
    return m_provenance && m_pattern && !m_pattern->matches(trace().name(slice))
               ? toQString(foundOrigin(*m_provenance, slice, *m_pattern))
               : QString();
}

}  // namespace gaplight::ui
