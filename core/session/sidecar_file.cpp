// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/sidecar_file.h"

#include <cstdint>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "core/base/quantity_text.h"
#include "core/base/result.h"
#include "core/base/text_hash.h"
#include "core/io/file_content.h"
#include "core/io/output_writer.h"
#include "core/remote/remote_path.h"
#include "core/session/nesting_limit.h"

namespace gaplight {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSuffix = ".gaplight.json";
constexpr const char* kBrokenSuffix = ".unreadable";
constexpr std::uint64_t kMaxBytes = std::uint64_t{16} << 20U;  // some 50,000 notes
constexpr std::size_t kMaxValues = 1'000'000;

bool exists(const std::string& path) {
    std::error_code error;
    return !path.empty() && fs::is_regular_file(path, error);
}

// The one that was written last.
std::string newest(const std::string& one, const std::string& other) {
    if (!exists(one) || !exists(other)) {
        return exists(one) ? one : exists(other) ? other : std::string();
    }
    std::error_code error;
    const auto first = fs::last_write_time(one, error);
    const auto second = fs::last_write_time(other, error);
    return second > first ? other : one;
}

Result<std::string> contentOf(const std::string& path, FileOwner owner) {
    BoundedFile file = TRY(readBoundedFile(path, kMaxBytes, owner));
    // Refused only if it was exchanged since it was looked at.
    const Result<void> checked = file.refusal.empty() ? checkJsonNesting(file.text, kMaxValues)
                                                      : fail(ErrorCode::NotReadable, file.refusal);
    return checked ? Result<std::string>(std::move(file.text))
                   : Result<std::string>(tl::unexpected<Error>(checked.error()));
}

}  // namespace

bool isNamedAsSidecar(std::string_view name) {
    return name.ends_with(kSuffix);
}

SidecarFile::SidecarFile(const std::string& tracePath, const std::string& dataDirectory) {
    if (tracePath.empty() || tracePath == "-") {
        return;
    }
    const bool isRemote = isRemotePath(tracePath);
    m_beside = isRemote ? std::string() : tracePath + std::string(kSuffix);
    if (!dataDirectory.empty()) {
        std::error_code error;
        const fs::path whole = isRemote ? fs::path(tracePath) : fs::absolute(tracePath, error);
        m_own = (fs::path(dataDirectory) / "views" /
                 fmt::format("{}-{:016x}{}", whole.filename().string(), hashText(whole.string()),
                             kSuffix))
                    .string();
    }
}

Result<SavedView> SidecarFile::read(const Trace& trace) {
    m_broken.clear();
    const std::string beside = usedBeside();
    const std::string path = newest(beside, m_own);
    m_notice = !m_beside.empty() && beside.empty()
                   ? m_beside + " is not read: " + fileRefusal(m_beside)
               : !path.empty() && path == beside ? "notes and view are from " + path
                                                 : "";
    if (path.empty()) {
        return SavedView{};
    }
    const FileOwner owner = path == beside ? FileOwner::UserOrRoot : FileOwner::Any;
    Result<SavedView> view = contentOf(path, owner).and_then([&](const std::string& text) {
        return parseSavedView(trace, text);
    });
    if (!view) {
        m_broken = path;
        view.error().message = fmt::format(
            "notes and view are not restored from {}: {}; it is kept as {}{} when "
            "something new is saved",
            path, view.error().message, path, kBrokenSuffix);
    }
    return view;
}

std::string SidecarFile::usedBeside() const {
    return !m_beside.empty() && fileRefusal(m_beside).empty() ? m_beside : std::string();
}

Result<void> SidecarFile::write(const Trace& trace, const SavedView& view) {
    const std::string usedPath = usedBeside();
    if ((m_beside.empty() && m_own.empty()) ||
        (view.isEmpty() && newest(usedPath, m_own).empty())) {
        return {};
    }
    if (!m_broken.empty()) {
        std::error_code error;
        fs::rename(m_broken, m_broken + kBrokenSuffix, error);
        if (error) {
            return fail(ErrorCode::WriteFailed,
                        fmt::format("notes are not saved: {} cannot be moved aside ({})", m_broken,
                                    error.message()));
        }
        m_broken.clear();
    }
    const std::string text = savedViewText(trace, view);
    SavedView work = view;
    work.place.reset();
    Result<void> beside;
    if (m_beside.empty()) {
        beside = fail(ErrorCode::WriteFailed, "the trace is on another machine");
    } else if (usedPath.empty()) {
        beside =
            fail(ErrorCode::WriteFailed, "cannot write " + m_beside + ": " + fileRefusal(m_beside));
    } else if (m_own.empty() || exists(m_beside) || !work.isEmpty()) {
        beside = writeOutputFile(m_beside, text);
        if (beside || m_own.empty()) {
            return beside;
        }
    }
    if (m_own.empty()) {
        return beside;
    }
    std::error_code error;
    fs::create_directories(fs::path(m_own).parent_path(), error);
    Result<void> own = writeOutputFile(m_own, text);
    if (!own) {
        std::string reasons = beside ? "" : beside.error().message;
        appendItem(reasons, own.error().message, "; ");
        own.error().message = "notes are not saved: " + reasons;
    }
    return own;
}

}  // namespace gaplight
