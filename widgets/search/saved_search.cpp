// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/search/saved_search.h"

#include <utility>

#include "widgets/search/search_task.h"

namespace gaplight::ui {

std::shared_ptr<const SearchHits> runSavedSearch(const Session& session, const SavedSearch& search,
                                                 const std::stop_token& stop) {
    Result<ParsedQuery> query = parseQuery(search.query);
    if (!query) {
        return nullptr;
    }
    std::shared_ptr<const ArgKeys> keys;
    if (search.argKeys || !query->args.empty()) {
        Result<ArgKeys> read = ArgKeys::read(session.details, stop);
        if (!read) {
            return nullptr;
        }
        keys = std::make_shared<const ArgKeys>(*std::move(read));
    }
    Result<SearchTask> task = searchTask(*std::move(query), search.isRegex, std::move(keys));
    if (!task) {
        return nullptr;
    }
    task->searchesKeys = search.argKeys;
    task->provenance = session.provenance;
    task->showsFirst = false;
    task->stop = stop;
    QPromise<SearchPart> promise;
    promise.start();
    runSearch(session, *task, promise);
    promise.finish();
    const QFuture<SearchPart> parts = promise.future();
    const int count = parts.resultCount();
    return count > 0 && parts.resultAt(count - 1).complete ? parts.resultAt(count - 1).hits
                                                           : nullptr;
}

}  // namespace gaplight::ui
