// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/search/search_task.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/base/result.h"
#include "core/provenance/origin_search.h"
#include "widgets/convert/qt_text.h"

namespace gaplight::ui {
namespace {

constexpr std::size_t kMaxFirstHits = 10'000;  // by key, in the first result
constexpr double kProgressStep = 0.01;

std::shared_ptr<const SearchHits> hitsOf(const Trace& trace, std::vector<SliceId> found) {
    return std::make_shared<const SearchHits>(SearchHits::build(trace, std::move(found)));
}

class RunningSearch {
public:
    RunningSearch(const Session& session, const SearchTask& task, QPromise<SearchPart>& promise)
        : m_session(session),
          m_trace(*session.trace),
          m_task(task),
          m_promise(promise),
          m_showsNext(task.showsFirst && task.args.empty()) {}

    void run() {
        showFirstKeys();
        Result<std::vector<SliceId>> found =
            searchSlices(m_trace, m_task.conditions, m_task.stop,
                         [this](auto hits, auto seen) { showBatch(hits, seen); });
        if (!found) {
            return;
        }
        addOtherTexts(*found);
        if (!m_task.args.empty()) {
            found = readArgs(*found);
        }
        if (found) {
            finish(*std::move(found));
        }
    }

private:
    // Hits by key or origin are of one text; with several, only names are searched.
    const TextPattern* text() const {
        return m_task.conditions.texts.size() == 1 ? &m_task.conditions.texts.front() : nullptr;
    }

    void showFirstKeys() {
        if (m_showsNext && m_task.searchesKeys && m_task.keys && text() != nullptr) {
            std::vector<SliceId> some = m_task.keys->search(*text(), kMaxFirstHits);
            keepLengths(some);
            if (!some.empty()) {
                show(some, 0);
            }
        }
    }

    void showBatch(std::span<const SliceId> found, std::size_t seen) {
        if (seen < m_trace.slices().size() && m_task.showsFirst) {
            show(found, seen);
        }
    }

    void show(std::span<const SliceId> found, std::size_t seen) {
        SearchPart part;
        part.hits = std::exchange(m_showsNext, false)
                        ? hitsOf(m_trace, {found.begin(), found.end()})
                        : nullptr;
        part.found = m_task.args.empty() ? found.size() : 0;
        part.seen = seen;
        m_promise.addResult(std::move(part));
    }

    void keepLengths(std::vector<SliceId>& slices) const {
        std::erase_if(slices, [this](SliceId slice) {
            return !m_task.conditions.acceptsLength(m_trace.slices().duration(slice));
        });
    }

    void addOtherTexts(std::vector<SliceId>& found) const {
        if (text() == nullptr) {
            return;
        }
        const auto add = [&](std::vector<SliceId> others) {
            keepLengths(others);
            std::vector<SliceId> all;
            all.reserve(found.size() + others.size());
            std::set_union(found.begin(), found.end(), others.begin(), others.end(),
                           std::back_inserter(all));
            found = std::move(all);
        };
        if (m_task.searchesKeys && m_task.keys) {
            add(m_task.keys->search(*text()));
        }
        if (m_task.provenance) {
            add(searchOrigins(*m_task.provenance, *text()));
        }
    }

    Result<std::vector<SliceId>> readArgs(const std::vector<SliceId>& found) {
        std::vector<std::string> keys;
        for (const ArgCondition& condition : m_task.args) {
            keys.push_back(condition.key);
        }
        const std::vector<SliceId> candidates = m_task.keys->withKeys(keys, found);
        SearchPart part;
        part.seen = m_trace.slices().size();
        part.valuesRead = 0;
        double shown = 0;
        ArgSearchListener listener;
        listener.onProgress = [&](double share) {
            part.valuesRead = share;
            if (share >= shown + kProgressStep) {
                shown = share;
                m_promise.addResult(part);
            }
        };
        listener.onPartialHits = [&](std::span<const SliceId> some) {
            std::vector<SliceId> sorted(some.begin(), some.end());
            std::sort(sorted.begin(), sorted.end());
            part.found = sorted.size();
            part.hits = hitsOf(m_trace, std::move(sorted));
            m_promise.addResult(part);
            part.hits = nullptr;
        };
        return searchArgs(m_session.details, m_task.args, candidates, m_task.stop, listener);
    }

    void finish(std::vector<SliceId> found) {
        SearchPart part;
        part.found = found.size();
        part.seen = m_trace.slices().size();
        part.hits = hitsOf(m_trace, std::move(found));
        part.totals =
            std::make_shared<const SearchTotals>(SearchTotals::build(m_trace, *part.hits));
        part.complete = true;
        m_promise.addResult(std::move(part));
    }

    const Session& m_session;
    const Trace& m_trace;
    const SearchTask& m_task;
    QPromise<SearchPart>& m_promise;
    bool m_showsNext;
};

}  // namespace

Result<SearchTask> searchTask(ParsedQuery query, bool regex, std::shared_ptr<const ArgKeys> keys) {
    SearchTask task;
    if (!query.args.empty()) {
        if (!keys) {
            return fail(ErrorCode::NotReadable,
                        "the args cannot be read: the file was changed or removed");
        }
        task.args = takeArgConditions(query, *keys);
    }
    SliceConditions conditions = TRY(conditionsOf(query, regex));
    task.conditions = std::move(conditions);
    task.keys = std::move(keys);
    return task;
}

std::string_view matchedKey(const ArgKeys& keys, const TextPattern& pattern, SliceId slice) {
    for (const std::string& key : keys.keysOf(slice)) {
        if (pattern.matches(key)) {
            return key;
        }
    }
    return {};
}

QString hitCountText(std::size_t count, int current) {
    if (count == 0) {
        return QStringLiteral("none");
    }
    return current < 0
               ? countText(count)
               : QStringLiteral("%1 of %2")
                     .arg(countText(static_cast<std::size_t>(current) + 1), countText(count));
}

QString totalsText(const SearchTotals* totals) {
    if (totals == nullptr || totals->count() == 0) {
        return {};
    }
    return QStringLiteral("%1 in all · median %2 · %3")
        .arg(durationText(totals->total()), durationText(totals->median()),
             countText(totals->names().size(), "name", "names"));
}

void runSearch(const Session& session, const SearchTask& task, QPromise<SearchPart>& promise) {
    RunningSearch(session, task, promise).run();
}

}  // namespace gaplight::ui
