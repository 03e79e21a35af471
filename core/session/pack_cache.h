// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/session/session.h"

namespace gaplight {

// A pack in the cache.
struct CachedPack {
    std::string file;
    std::string tracePath;    // of the trace that it was made of; empty where it cannot be read
    std::uint64_t bytes = 0;  // of the pack
    std::int64_t usedNs = 0;  // when it was written or last opened, since the Unix epoch
};

// What was opened: the kept pack of a trace or, where there is none, its file.
template <class Loaded>
struct KeptOrFile {
    Result<Loaded> loaded;
    std::string keyToKeep;  // for PackCache::keep(); empty unless a file that is kept was read
};

// Packs of large traces that were opened before, in a folder that several processes may use at
// once. A pack is found by the trace's path, size, time of the last write and first and last 64
// KiB; a trace that changed is another one. Whatever goes wrong with the cache costs only the time
// that it would have saved: every pack is written whole or not at all, and one that is damaged, of
// another user or behind a link is removed. A folder that others may write to, or that is another
// user's or a link, is not used.
class PackCache {
public:
    struct Limits {
        std::uint64_t minTraceBytes = 50'000'000;          // smaller files open fast enough
        std::uint64_t maxBytes = std::uint64_t{4} << 30U;  // of all packs together
    };

    // `folder`: need not exist; empty: no cache.
    explicit PackCache(std::string folder) : PackCache(std::move(folder), Limits{}) {}
    PackCache(std::string folder, Limits limits) : m_folder(std::move(folder)), m_limits(limits) {}

    // What identifies the content of a trace now; empty for what is not kept (no regular file, a
    // small one, a pack). Reads 128 KiB.
    std::string keyOf(const std::string& path) const;
    // Why a file is not kept, "smaller than 50.0 MB"; empty where keyOf() has a key.
    std::string reasonNotToKeep(const std::string& path) const;

    // The session of a trace, of its pack if one is kept (its `cutter` is null then). Does not keep
    // what it reads. Errors: as openSession().
    KeptOrFile<std::shared_ptr<const Session>> openKeptOrFile(const std::string& path,
                                                              const OpenOptions& options) const;

    // The same without measures and findings.
    KeptOrFile<LoadedTrace> readKeptOrFile(const std::string& path,
                                           const OpenOptions& options) const;

    // Keeps a trace that was read when its file had `key`; removes the packs that were not used
    // for the longest time where all are larger than the limit. Gives the bytes of the pack; 0: no
    // key, or the load was stopped early, and nothing is kept. Errors: Cancelled, WriteFailed,
    // BadArgument (the file changed); nothing is kept then.
    [[nodiscard]] Result<std::uint64_t> keep(const Trace& trace, const EventDetails& details,
                                             const std::string& key,
                                             const std::stop_token& stop) const;

    // Last used first.
    std::vector<CachedPack> list() const;
    // The number of packs removed.
    std::size_t clear() const;

private:
    std::string fileOf(const std::string& key) const;
    void evict() const;

    std::string m_folder;
    Limits m_limits;
};

}  // namespace gaplight
