// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/torch_trace/logged_frames.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

namespace gaplight {

std::int64_t lineNumberOf(simdjson::dom::object json, const char* key) {
    std::int64_t number = 0;
    return json[key].get(number) == simdjson::SUCCESS ? std::max<std::int64_t>(0, number) : 0;
}

std::int32_t smallNumberOf(simdjson::dom::object json, const char* key) {
    std::int64_t number = -1;
    const bool isSmall = json[key].get(number) == simdjson::SUCCESS && number >= 0 &&
                         number <= std::numeric_limits<std::int32_t>::max();
    return isSmall ? static_cast<std::int32_t>(number) : -1;
}

std::string loggedTextOf(simdjson::dom::object json, const char* key) {
    std::string_view text;
    return json[key].get(text) == simdjson::SUCCESS ? std::string(text) : std::string();
}

void LoggedFrames::addFile(simdjson::dom::element text) {
    std::string_view file;
    std::int64_t number = 0;
    if (text.at(0).get(file) == simdjson::SUCCESS && text.at(1).get(number) == simdjson::SUCCESS &&
        m_files.size() < kMaxLogFrames) {
        m_files.try_emplace(number, file);
    }
}

bool LoggedFrames::addStart(simdjson::dom::element start, LogCompileId id) {
    simdjson::dom::array stack;
    simdjson::dom::object frame;
    if (start["stack"].get(stack) != simdjson::SUCCESS || stack.size() == 0 ||
        stack.at(stack.size() - 1).get(frame) != simdjson::SUCCESS) {
        return true;
    }
    SourceLine at;
    at.line = lineNumberOf(frame, "line");
    at.function = loggedTextOf(frame, "name");
    const auto file = m_files.find(smallNumberOf(frame, "filename"));
    at.file = file == m_files.end() ? std::string() : file->second;
    return set(id, std::move(at));
}

bool LoggedFrames::addMetrics(simdjson::dom::element metrics, LogCompileId id) {
    simdjson::dom::object fields;
    if (metrics.get(fields) != simdjson::SUCCESS) {
        return true;
    }
    SourceLine at;
    at.file = loggedTextOf(fields, "co_filename");
    at.function = loggedTextOf(fields, "co_name");
    at.line = lineNumberOf(fields, "co_firstlineno");
    return at.file.empty() || set(id, std::move(at));
}

bool LoggedFrames::set(LogCompileId id, SourceLine at) {
    if (id.frame < 0) {
        return true;
    }
    if (m_frames.size() >= kMaxLogFrames && !m_frames.contains(id)) {
        return false;
    }
    m_frames[id] = std::move(at);
    return true;
}

std::vector<CompiledFrame> LoggedFrames::take() {
    std::vector<CompiledFrame> frames;
    frames.reserve(m_frames.size());
    for (auto& [id, at] : m_frames) {
        frames.push_back({id, std::move(at)});
    }
    m_frames.clear();
    return frames;
}

}  // namespace gaplight
