// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/ranks/rank_files.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <functional>
#include <memory>
#include <set>
#include <system_error>

#include "core/base/printable_text.h"
#include "core/base/quantity_text.h"
#include "core/formats/merged_ranks.h"
#include "core/formats/open_trace.h"
#include "core/io/byte_source.h"
#include "core/remote/remote_path.h"
#include "core/session/document.h"
#include "core/session/sidecar_file.h"

namespace gaplight {
namespace {

namespace fs = std::filesystem;

bool isNamedAsTrace(const fs::path& path) {
    const std::string name = path.filename().string();
    return !name.starts_with('.') && hasTraceEnding(name) && !isNamedAsSidecar(name);
}

// Removes packs of traces that are beside them: "rank0.gpk" beside "rank0.json.gz".
void dropPacksOfOthers(std::vector<std::string>& files) {
    constexpr std::string_view kPack = ".gpk";
    std::set<std::string, std::less<>> traces;  // without their endings
    for (const std::string& file : files) {
        if (!file.ends_with(kPack)) {
            traces.emplace(withoutTraceEnding(file));
        }
    }
    std::erase_if(files, [&](const std::string& file) {
        return file.ends_with(kPack) && traces.contains(withoutTraceEnding(file));
    });
}

// The number after the last `key` of a name that stands alone: 1 of "x_tp1_y" or "x-TP-1" for "tp".
std::optional<int> numberAfter(std::string_view name, std::string_view key) {
    const auto isLetter = [](char one) {
        return std::isalpha(static_cast<unsigned char>(one)) != 0;
    };
    for (std::size_t at = name.rfind(key); at != std::string_view::npos;
         at = at == 0 ? std::string_view::npos : name.rfind(key, at - 1)) {
        std::size_t digits = at + key.size();
        digits += digits < name.size() && (name[digits] == '_' || name[digits] == '-') ? 1 : 0;
        int number = 0;
        const auto [end, error] =
            std::from_chars(name.data() + digits, name.data() + name.size(), number);
        if (error == std::errc{} && number >= 0 && (at == 0 || !isLetter(name[at - 1]))) {
            return number;
        }
    }
    return std::nullopt;
}

std::string lowerCase(std::string text) {
    std::ranges::transform(text, text.begin(),
                           [](unsigned char one) { return static_cast<char>(std::tolower(one)); });
    return text;
}

// The replica that a folder is of: 1 of "dp_rank_1".
std::optional<int> replicaOfFolder(const fs::path& folder) {
    return numberAfter(lowerCase(folder.filename().string()), "dp_rank");
}

void addTracesOf(const fs::path& folder, std::vector<std::string>& files) {
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
        std::error_code ignored;
        if (isNamedAsTrace(at->path()) && at->is_regular_file(ignored)) {
            files.push_back(at->path().string());
        } else if (replicaOfFolder(at->path()) && at->is_directory(ignored) &&
                   !replicaOfFolder(folder)) {
            addTracesOf(at->path(), files);
        }
    }
}

// SGLang's "merged-1718.trace.json.gz" beside the files of the ranks that it was made of.
void dropMerged(std::vector<std::string>& files) {
    const auto isMerged = [](const std::string& file) {
        return fs::path(file).filename().string().starts_with("merged-");
    };
    if (!std::ranges::all_of(files, isMerged)) {
        std::erase_if(files, isMerged);
    }
}

// A file, or the paths of the ranks that were merged into it.
Result<std::vector<std::string>> ranksInFile(const std::string& file) {
    std::vector<std::string> ranks;
    if (file != "-" && !isRemotePath(file) && documentKindOf(file) == DocumentKind::Ranks) {
        const std::unique_ptr<ByteSource> bytes = TRY(openByteSource(file));
        for (const std::string& bracket : TRY(ranksOfMergedTrace(*bytes))) {
            ranks.push_back(file + bracket);
        }
    }
    return ranks.empty() ? std::vector{file} : ranks;
}

std::vector<std::string> tracesOf(const std::string& folder) {
    std::vector<std::string> files;
    addTracesOf(folder, files);
    dropPacksOfOthers(files);
    dropMerged(files);
    std::sort(files.begin(), files.end(),
              [](const std::string& a, const std::string& b) { return precedesInList(a, b); });
    return files;
}

// "it has 'notes.txt', 'a.log' and 3 more"
std::string contentsText(const std::string& folder) {
    constexpr std::size_t kShown = 3;
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
        names.push_back(at->path().filename().string());
    }
    std::sort(names.begin(), names.end());
    std::string text;
    for (std::size_t at = 0; at < std::min(kShown, names.size()); ++at) {
        appendItem(text, "'" + printable(names[at]) + "'");
    }
    return names.empty() ? "it is empty"
           : names.size() > kShown
               ? "it has " + text + " and " + countText(names.size() - kShown, "more", "more")
               : "it has " + text;
}

bool isFolder(const std::string& path) {
    std::error_code ignored;
    return path != "-" && fs::is_directory(path, ignored);
}

}  // namespace

Result<std::vector<std::string>> traceFilesIn(std::span<const std::string> paths) {
    std::vector<std::string> files;
    for (const std::string& path : paths) {
        if (!isFolder(path)) {
            const std::vector<std::string> ranks = TRY(ranksInFile(path));
            files.insert(files.end(), ranks.begin(), ranks.end());
            continue;
        }
        const std::vector<std::string> inside = tracesOf(path);
        if (inside.empty()) {
            const DocumentKind kind = documentKindOf(path);
            return fail(ErrorCode::NotATrace,
                        path + (kind == DocumentKind::Ranks
                                    ? ": the folder has no trace: expected files that end in "
                                      ".json, .json.gz or another known ending, one for each "
                                      "rank; " +
                                          contentsText(path)
                                    : ": not a folder of traces but " +
                                          std::string(documentFacts(kind).content)));
        }
        for (const std::string& file : inside) {
            const std::vector<std::string> ranks = TRY(ranksInFile(file));
            files.insert(files.end(), ranks.begin(), ranks.end());
        }
    }
    return files;
}

bool isRemoteTraceFolder(const std::string& path) {
    return path.ends_with('/') && isRemotePath(path);
}

std::optional<int> rankInName(std::string_view path) {
    constexpr std::string_view kRank = "rank";
    const std::string name = fs::path(path).filename().string();
    for (std::size_t at = name.rfind(kRank); at != std::string::npos;
         at = at == 0 ? std::string::npos : name.rfind(kRank, at - 1)) {
        std::size_t digits = at + kRank.size();
        digits += digits < name.size() && (name[digits] == '_' || name[digits] == '-') ? 1 : 0;
        int rank = 0;
        const auto [end, error] =
            std::from_chars(name.data() + digits, name.data() + name.size(), rank);
        if (error == std::errc{} && rank >= 0) {
            return rank;
        }
    }
    return std::nullopt;
}

std::vector<NamedPlace> namedPlaces(std::span<const std::string> paths) {
    std::vector<NamedPlace> places;
    std::vector<std::optional<int>> tensor;
    std::vector<int> pipeline;
    int tensorSize = 1;
    for (const std::string& path : paths) {
        const std::string name = lowerCase(fs::path(path).filename().string());
        NamedPlace& place = places.emplace_back();
        place.isFrontend = name.find("async_llm") != std::string::npos;
        place.rank = rankInName(path);
        place.replica = numberAfter(name, "dp");
        if (!place.replica) {
            place.replica = replicaOfFolder(fs::path(path).parent_path());
        }
        tensor.push_back(numberAfter(name, "tp"));
        pipeline.push_back(numberAfter(name, "pp").value_or(0));
        tensorSize = std::max(tensorSize, tensor.back().value_or(0) + 1);
    }
    for (std::size_t at = 0; at < places.size(); ++at) {
        if (!places[at].rank && tensor[at]) {
            places[at].rank = pipeline[at] * tensorSize + *tensor[at];
        }
    }
    return places;
}

}  // namespace gaplight
