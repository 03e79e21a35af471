// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include <simdjson.h>

#include "core/base/id_hash.h"
#include "core/compile_log/compile_log.h"

namespace gaplight {

// Frames kept, and files that stacks name; more are left out.
inline constexpr std::size_t kMaxLogFrames = 100'000;

// The functions that were compiled, from the entries that name them: the stack where a compilation
// starts, and its metrics at the end.
class LoggedFrames {
public:
    // ["/a/model.py", 1]: the file that stacks call 1.
    void addFile(simdjson::dom::element text);
    // {"stack": [..., {"line": 5, "name": "block", "filename": 1}]}: the innermost frame. False if
    // there was no room.
    bool addStart(simdjson::dom::element start, LogCompileId id);
    // {"co_filename": "/a/model.py", "co_name": "block", "co_firstlineno": 5}. False as above.
    bool addMetrics(simdjson::dom::element metrics, LogCompileId id);

    // Moves the frames out, sorted by id.
    [[nodiscard]] std::vector<CompiledFrame> take();

private:
    bool set(LogCompileId id, SourceLine at);

    std::map<LogCompileId, SourceLine> m_frames;
    std::unordered_map<std::int64_t, std::string, IdHash> m_files;  // by the number in stacks
};

// Fields of a JSON object; 0, -1 or an empty text where there is none of the type.
[[nodiscard]] std::int64_t lineNumberOf(simdjson::dom::object json, const char* key);
[[nodiscard]] std::int32_t smallNumberOf(simdjson::dom::object json, const char* key);
[[nodiscard]] std::string loggedTextOf(simdjson::dom::object json, const char* key);

}  // namespace gaplight
