// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/pack_cache.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <sys/stat.h>

#include "core/base/quantity_text.h"
#include "core/base/result.h"
#include "core/base/text_hash.h"
#include "core/io/file_content.h"
#include "core/io/file_version.h"
#include "core/io/output_writer.h"
#include "core/pack/facts_text.h"
#include "core/pack/pack_file.h"
#include "core/pack/write_pack.h"

namespace gaplight {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEnding = ".gpk";

bool isPartial(const Trace& trace) {
    constexpr std::array kParts{IssueKind::StoppedEarly, IssueKind::SourceShrank,
                                IssueKind::SourceChanged};
    return std::any_of(kParts.begin(), kParts.end(),
                       [&](IssueKind kind) { return trace.issues().count(kind) > 0; });
}

std::string refusalOf(const FileContent& content, const PackCache::Limits& limits) {
    return isPack(content.head) ? "a pack already"
           : content.bytes < limits.minTraceBytes
               ? "smaller than " + bytesText(limits.minTraceBytes)
               : std::string();
}

// Removes a pack: the trace is read anew.
std::nullopt_t drop(const std::string& pack) {
    std::error_code ignored;
    fs::remove(pack, ignored);
    return std::nullopt;
}

// What `read` makes of the pack with this key; nothing if there is none. A pack that is damaged, or
// that others may have written, is not read. Errors: Cancelled.
template <class Loaded>
std::optional<Result<Loaded>> readPackOf(const std::string& key, const std::string& pack,
                                         const std::function<Result<Loaded>(ByteSource&)>& read) {
    if (!folderRefusal(fs::path(pack).parent_path().string()).empty()) {
        return std::nullopt;
    }
    if (!fileRefusal(pack).empty()) {
        return drop(pack);
    }
    Result<std::unique_ptr<ByteSource>> source = openByteSource(pack);
    if (!source) {
        return std::nullopt;
    }
    const auto file = PackFile::open((*source)->randomAccess());
    const auto facts = file.and_then(
        [](const std::shared_ptr<const PackFile>& opened) { return readPackFacts(*opened); });
    if (facts && facts->cacheKey != key) {
        return std::nullopt;  // of another trace with the same hash
    }
    if (facts) {
        Result<Loaded> loaded = read(**source);
        if (loaded || loaded.error().code == ErrorCode::Cancelled) {
            markUsed(pack);
            return loaded;
        }
    }
    return drop(pack);
}

// `key`: of the file now, before it is read; empty: it is not kept.
template <class Loaded>
KeptOrFile<Loaded> loadKeptOrFile(const std::string& key, const std::string& pack,
                                  const std::function<Result<Loaded>(ByteSource&)>& readKept,
                                  const std::function<Result<Loaded>()>& readFile) {
    if (!key.empty()) {
        if (std::optional<Result<Loaded>> kept = readPackOf<Loaded>(key, pack, readKept)) {
            return {*std::move(kept), {}};
        }
    }
    Result<Loaded> loaded = readFile();
    std::string keyToKeep = loaded ? key : std::string();
    return {std::move(loaded), std::move(keyToKeep)};
}

}  // namespace

std::string PackCache::keyOf(const std::string& path) const {
    const std::optional<FileContent> content =
        m_folder.empty() ? std::nullopt : fileContentOf(path);
    return content && refusalOf(*content, m_limits).empty() ? content->key : std::string();
}

std::string PackCache::reasonNotToKeep(const std::string& path) const {
    if (m_folder.empty()) {
        return "there is no cache: GAPLIGHT_NO_CACHE is set, or there is no home folder";
    }
    const std::optional<FileContent> content = fileContentOf(path);
    return content ? refusalOf(*content, m_limits) : "no file on a disk";
}

std::string PackCache::fileOf(const std::string& key) const {
    return fmt::format("{}/{:016x}{}", m_folder, hashText(key), kEnding);
}

KeptOrFile<std::shared_ptr<const Session>> PackCache::openKeptOrFile(
    const std::string& path, const OpenOptions& options) const {
    const std::string key = keyOf(path);
    return loadKeptOrFile<std::shared_ptr<const Session>>(
        key, fileOf(key), [&](ByteSource& source) { return openSession(path, source, options); },
        [&] { return openSession(path, options); });
}

KeptOrFile<LoadedTrace> PackCache::readKeptOrFile(const std::string& path,
                                                  const OpenOptions& options) const {
    const std::string key = keyOf(path);
    return loadKeptOrFile<LoadedTrace>(
        key, fileOf(key), [&](ByteSource& source) { return readTrace(path, source, options); },
        [&] { return readTrace(path, options); });
}

Result<std::uint64_t> PackCache::keep(const Trace& trace, const EventDetails& details,
                                      const std::string& key, const std::stop_token& stop) const {
    if (key.empty() || isPartial(trace)) {
        return 0;
    }
    if (keyOf(trace.facts().path) != key) {
        return fail(ErrorCode::BadArgument, "the trace was written to since it was opened");
    }
    std::error_code failed;
    fs::create_directories(m_folder, failed);
    // Names of traces are the user's own.
    fs::permissions(m_folder, fs::perms::owner_all,
                    fs::perm_options::replace | fs::perm_options::nofollow, failed);
    if (const std::string refusal = folderRefusal(m_folder); !refusal.empty()) {
        return fail(ErrorCode::WriteFailed, m_folder + " keeps no packs: " + refusal);
    }
    const auto writer = TRY(
        OutputWriter::create(fileOf(key), Deflation::None, OutputWriter::WriteMode::AtomicReplace));
    PackOptions options;
    options.compression = PackCompression::Quick;
    options.stop = stop;
    options.cacheKey = key;
    const std::uint64_t bytes = TRY(writePack(
        trace, details, options, [&](std::string_view text) { return writer->write(text); }));
    const Result<void> committed = writer->commit();
    evict();
    TRY(committed);
    return bytes;
}

std::vector<CachedPack> PackCache::list() const {
    std::vector<CachedPack> packs;
    std::error_code failed;
    if (m_folder.empty()) {
        return packs;
    }
    for (fs::directory_iterator at(m_folder, failed), end; !failed && at != end;
         at.increment(failed)) {
        struct stat status {};
        const std::string file = at->path().string();
        if (!file.ends_with(kEnding) || ::lstat(file.c_str(), &status) != 0 ||
            !S_ISREG(status.st_mode)) {
            continue;
        }
        CachedPack& pack = packs.emplace_back();
        pack.file = file;
        pack.bytes = static_cast<std::uint64_t>(status.st_size);
        pack.usedNs = lastUseNs(status);
        const auto source = openByteSource(file);
        const auto opened =
            source ? PackFile::open((*source)->randomAccess()) : fail(ErrorCode::NotReadable, "");
        const auto facts = opened ? readPackFacts(**opened) : tl::unexpected(opened.error());
        if (facts) {
            pack.tracePath = pathInKey(facts->cacheKey);
        }
    }
    std::sort(packs.begin(), packs.end(), [](const CachedPack& left, const CachedPack& right) {
        return std::pair(right.usedNs, left.file) < std::pair(left.usedNs, right.file);
    });
    return packs;
}

void PackCache::evict() const {
    std::uint64_t total = 0;
    for (const CachedPack& pack : list()) {
        total += pack.bytes;
        if (total > m_limits.maxBytes) {
            std::error_code ignored;
            fs::remove(pack.file, ignored);
        }
    }
}

std::size_t PackCache::clear() const {
    std::size_t removed = 0;
    for (const CachedPack& pack : list()) {
        std::error_code failed;
        removed += fs::remove(pack.file, failed) ? 1 : 0;
    }
    return removed;
}

}  // namespace gaplight
