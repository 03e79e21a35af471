// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/ranks/rank_files.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <functional>
#include <set>
#include <system_error>

#include "core/base/printable_text.h"
#include "core/formats/open_trace.h"
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

std::vector<std::string> tracesOf(const std::string& folder) {
    std::vector<std::string> files;
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
        std::error_code ignored;
        if (isNamedAsTrace(at->path()) && at->is_regular_file(ignored)) {
            files.push_back(at->path().string());
        }
    }
    dropPacksOfOthers(files);
    std::sort(files.begin(), files.end(),
              [](const std::string& a, const std::string& b) { return precedesInList(a, b); });
    return files;
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
            files.push_back(path);
            continue;
        }
        const std::vector<std::string> inside = tracesOf(path);
        if (inside.empty()) {
            const DocumentKind kind = documentKindOf(path);
            return fail(ErrorCode::NotATrace,
                        path + (kind == DocumentKind::Ranks
                                    ? ": the folder has no trace: expected files that end in "
                                      ".json, .json.gz or another known ending, one for each rank"
                                    : ": not a folder of traces but " +
                                          std::string(documentFacts(kind).content)));
        }
        files.insert(files.end(), inside.begin(), inside.end());
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

}  // namespace gaplight
