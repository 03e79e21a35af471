// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/open_database.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/base/quantity_text.h"
#include "core/formats/nsight/nsight_sqlite.h"
#include "core/formats/nvprof/nvprof_sqlite.h"
#include "core/formats/rocm/rocpd_sqlite.h"
#include "core/formats/rocm/rpd_sqlite.h"
#include "core/formats/sqlite/database.h"
#include "core/formats/sqlite/log_beside.h"
#include "core/io/spill_file.h"

namespace gaplight {
namespace {

constexpr std::string_view kSignature("SQLite format 3\0", 16);
constexpr std::size_t kReadBytes = std::size_t{1} << 20U;

// The pages of a database are read in any order: gzip is inflated into a temporary file first. All
// other sources can be read by position once they have been read to the end.
Result<std::shared_ptr<const RandomAccess>> pagesOf(TraceInput& input, const ReadOptions& options) {
    const std::string_view compression = input.bytes.compression();
    if (compression == "none" && !input.path.empty() && input.path != "-") {
        return input.bytes.randomAccess();
    }
    std::shared_ptr<SpillFile> inflated;
    if (compression == "gzip") {
        Result<std::shared_ptr<SpillFile>> created = SpillFile::create();
        if (!created) {
            return tl::unexpected(std::move(created.error()));
        }
        inflated = *std::move(created);
        if (Result<void> kept = inflated->append(input.head); !kept) {
            return tl::unexpected(std::move(kept.error()));
        }
    }
    std::vector<char> piece(kReadBytes);
    for (;;) {
        if (options.stop.stop_requested()) {
            return fail(ErrorCode::Cancelled, "loading was cancelled");
        }
        const Result<std::size_t> got = input.bytes.readNext(piece);
        if (!got) {
            return tl::unexpected(got.error());
        }
        if (*got == 0) {
            break;
        }
        if (inflated == nullptr) {
            continue;
        }
        if (Result<void> kept = inflated->append({piece.data(), *got}); !kept) {
            return tl::unexpected(std::move(kept.error()));
        }
    }
    return inflated != nullptr ? std::shared_ptr<const RandomAccess>(std::move(inflated))
                               : input.bytes.randomAccess();
}

// A profiler's database.
struct DatabaseFormat {
    bool (*matches)(const Database& database);
    Result<OpenedTrace> (*read)(std::shared_ptr<const Database> database, ByteSource& source,
                                TraceBuilder& builder, const ReadOptions& options);
};

constexpr DatabaseFormat kDatabaseFormats[] = {
    {isNsightDatabase, readNsight},
    {isNvprofDatabase, readNvprof},
    {isRocpdDatabase, readRocpd},
    {isRpdDatabase, readRpd},
};

// `log`: what describeLogBeside says.
Error unknownDatabase(const Database& database, const std::string& log) {
    constexpr std::size_t kShown = 5;
    std::string names;
    for (std::size_t at = 0; at < database.tables().size() && at < kShown; ++at) {
        appendItem(names, "'" + database.tables()[at].name + "'");
    }
    return {ErrorCode::NotATrace,
            "not a trace but an SQLite database " +
                (names.empty() ? std::string("without tables") : "with the tables " + names) +
                "; expected an export of Nsight Systems (nsys export --type sqlite), or a file of "
                "nvprof (.nvvp), rocprofv3 (rocpd) or rocmProfileData (.rpd)" +
                (log.empty() ? std::string() : "; " + log),
            std::nullopt};
}

}  // namespace

bool sniffDatabase(std::string_view head) {
    return head.starts_with(kSignature);
}

Result<OpenedTrace> openDatabase(TraceInput input, TraceBuilder& builder,
                                 const ReadOptions& options) {
    Result<std::shared_ptr<const RandomAccess>> pages = pagesOf(input, options);
    if (!pages) {
        return tl::unexpected(std::move(pages.error()));
    }
    const std::uint64_t bytes = (*pages)->size();
    const bool isPlainFile = std::string_view(input.bytes.compression()) == "none";
    const std::string log = describeLogBeside(isPlainFile ? input.path : "", input.head);
    Result<std::shared_ptr<const Database>> database =
        Database::open(*std::move(pages), options.stop);
    if (!database) {
        return tl::unexpected(std::move(database.error()));
    }
    const auto* format = std::find_if(
        std::begin(kDatabaseFormats), std::end(kDatabaseFormats),
        [&](const DatabaseFormat& candidate) { return candidate.matches(**database); });
    if (format == std::end(kDatabaseFormats)) {
        return tl::unexpected(unknownDatabase(**database, log));
    }
    Result<OpenedTrace> opened = format->read(*database, input.bytes, builder, options);
    (*database)->releaseCache();
    // A table that could not be read may have looked like an empty one.
    const bool isCancelled = !opened && opened.error().code == ErrorCode::Cancelled;
    if (Result<void> whole = (*database)->checkReads(); !whole && !isCancelled) {
        return tl::unexpected(std::move(whole.error()));
    }
    if (opened) {
        ImportIssues issues = input.bytes.issues();
        if (!log.empty()) {
            issues.record(IssueKind::LostData, 0, log);
        }
        builder.addIssues(issues);
        TraceFacts& facts = opened->result.facts;
        facts.compression = input.bytes.compression();
        facts.bytes = std::max(input.bytes.totalBytes(), input.bytes.consumedBytes());
        facts.inflatedBytes = bytes;
    }
    return opened;
}

}  // namespace gaplight
