// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/torch_trace/torch_trace.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include <simdjson.h>

#include "core/base/id.h"
#include "core/base/result.h"
#include "core/formats/torch_trace/graph_lines.h"
#include "core/formats/torch_trace/reason_text.h"

namespace gaplight {
namespace {

// An entry of a TORCH_TRACE log: a line with JSON and, indented by a tab, its payload.
//
//   V1122 10:51:18.038000 419 torch/_inductor/graph.py:2575] {"inductor_output_code": {...}, ...}
//   	# AOT ID: ['0_forward']
//   	...
struct LogEntry {
    std::string json;          // the object; empty: the line is no entry
    std::string payload;       // its lines, without the tabs
    bool isOversized = false;  // a part was longer than is kept, and is left out
};

// Reads the entries of a log one after the other. Memory: one entry of at most
// kMaxLogJson + kMaxLogPayload bytes.
constexpr std::size_t kMaxLogJson = std::size_t{4} << 20U;
constexpr std::size_t kMaxLogPayload = std::size_t{32} << 20U;

class LogEntries {
public:
    LogEntries(std::string head, ByteSource& bytes, std::stop_token stop)
        : m_text(std::move(head)), m_bytes(bytes), m_stop(std::move(stop)) {}

    // The next entry; false at the end. Errors: Cancelled, those of readNext().
    [[nodiscard]] Result<bool> next(LogEntry& entry);
    // After the end: the last line has no end.
    bool isCut() const { return m_isCut; }

private:
    // The next line without its end into m_line; false at the end of the log. Of a line longer than
    // the limits only their number of bytes is kept.
    [[nodiscard]] Result<bool> readLine();
    [[nodiscard]] Result<bool> fill();

    std::string m_text;  // read, from m_at on not yet given
    std::size_t m_at = 0;
    std::string m_line;
    bool m_isLongLine = false;
    bool m_hasLine = false;  // m_line belongs to the next entry
    bool m_isEnd = false;
    bool m_isCut = false;
    ByteSource& m_bytes;
    std::stop_token m_stop;
};

constexpr std::size_t kLogWindow = std::size_t{1} << 20U;
constexpr std::string_view kJsonStart = "] {";

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

// Whether a line begins as one of PyTorch's structured log does: level, date, "] {".
bool isLogLine(std::string_view line) {
    constexpr std::size_t kDate = 5;  // "V1122"
    constexpr std::string_view kLevels = "VDIWEC";
    return line.size() > kDate && kLevels.find(line.front()) != std::string_view::npos &&
           std::all_of(line.begin() + 1, line.begin() + kDate, isDigit) && line[kDate] == ' ' &&
           line.find(kJsonStart) != std::string_view::npos;
}

Result<bool> LogEntries::fill() {
    if (m_stop.stop_requested()) {
        return fail(ErrorCode::Cancelled, "reading was cancelled");
    }
    m_text.erase(0, m_at);
    m_at = 0;
    const std::size_t kept = m_text.size();
    m_text.resize(kept + kLogWindow);
    const std::size_t read = TRY(m_bytes.readNext(std::span(m_text).subspan(kept)));
    m_text.resize(kept + read);
    return read > 0;
}

Result<bool> LogEntries::readLine() {
    m_line.clear();
    m_isLongLine = false;
    while (!m_isEnd) {
        const std::size_t end = m_text.find('\n', m_at);
        const std::string_view part = std::string_view(m_text).substr(m_at, end - m_at);
        const std::size_t room = kMaxLogPayload - std::min(kMaxLogPayload, m_line.size());
        m_line.append(part.substr(0, room));
        m_isLongLine = m_isLongLine || part.size() > room;
        if (end != std::string::npos) {
            m_at = end + 1;
            return true;
        }
        m_at = m_text.size();
        const Result<bool> more = fill();
        if (!more) {
            return more;
        }
        m_isEnd = !*more;
    }
    m_isCut = m_isCut || !m_line.empty();
    return !m_line.empty();
}

Result<bool> LogEntries::next(LogEntry& entry) {
    entry = {};
    if (!m_hasLine) {
        const Result<bool> line = readLine();
        if (!line || !*line) {
            return line;
        }
    }
    m_hasLine = false;
    if (isLogLine(m_line) && !m_isLongLine) {
        entry.json = m_line.substr(m_line.find(kJsonStart) + kJsonStart.size() - 1);
        if (entry.json.size() > kMaxLogJson) {
            entry.json.clear();
            entry.isOversized = true;
        }
    }
    entry.isOversized = entry.isOversized || m_isLongLine;
    while (true) {
        const Result<bool> line = readLine();
        if (!line) {
            return line;
        }
        if (!*line) {
            return true;
        }
        if (!m_line.starts_with('\t')) {
            m_hasLine = true;
            return true;
        }
        if (m_isLongLine || entry.payload.size() + m_line.size() > kMaxLogPayload) {
            entry.isOversized = true;
            entry.payload.clear();
        } else if (!entry.isOversized) {
            entry.payload.append(m_line, 1);
            entry.payload += '\n';
        }
    }
}

// Frames kept, and files that stacks name; more are left out.
constexpr std::size_t kMaxLogFrames = 100'000;

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

// Entries kept of each kind; more are counted.
constexpr std::size_t kMaxLogReasons = 10'000;
constexpr std::size_t kMaxLogKernels = 200'000;

// Builds a CompileLog from the entries of a log.
//
// Entries of one compilation have its id. Of each, Inductor logs the graph (with the lines of its
// nodes), then the code of its kernels, then the key under which the graph is cached:
//
//   inductor_post_grad_graph 1/0 ─► inductor_output_code 1/0 ─► fx_graph_cache_miss 1/0
//   # File: model.py:8             triton_poi_fused_mul_0        "key": "fey7ldzz..."
//   mul: ...                       #   %mul = call_function
class LogAssembly {
public:
    // An entry of a log file.
    void add(const LogEntry& entry);
    // An entry whose kind and compilation are known: the payload of a file of tlparse.
    void add(std::string_view kind, LogCompileId id, std::string_view payload);

    // The log; the assembly is empty afterwards.
    [[nodiscard]] CompileLog take();

    CompileLog log;

private:
    // What is known of a compilation until its next entry.
    struct Compilation {
        GraphLines graph;              // of Inductor, or of AOTAutograd until it is known
        GraphLines frameGraph;         // of TorchDynamo
        std::size_t firstUnkeyed = 0;  // of log.kernels: those of the last graph, without a key
        bool hasUnkeyed = false;
    };

    Compilation& compilationOf(LogCompileId id);
    void addTyped(simdjson::dom::object json, LogCompileId id, std::string_view payload);
    void countRoom(bool hasRoom) {
        if (!hasRoom) {
            log.record(CompileLogIssueKind::TooManyEntries);
        }
    }
    void addBreak(LogCompileId id, std::string_view payload);
    void addRecompile(LogCompileId id, std::string_view payload);
    void addCode(LogCompileId id, std::string_view payload);
    void addGraphKey(LogCompileId id, std::string_view payload);

    simdjson::dom::parser m_parser;
    simdjson::dom::parser m_payloadParser;
    std::map<LogCompileId, Compilation> m_compilations;
    LoggedFrames m_frames;
};

constexpr std::size_t kMaxCompilations = 4096;  // with graphs at hand; the oldest go first
constexpr std::size_t kMaxKeyBytes = 256;

std::string_view withoutEnd(std::string_view text) {
    return text.substr(0, text.find_last_not_of(" \n\r\t") + 1);
}

void addLine(const SourceLine* line, std::vector<SourceLine>& lines) {
    if (line != nullptr && std::ranges::find(lines, *line) == lines.end()) {
        lines.push_back(*line);
    }
}

LogAssembly::Compilation& LogAssembly::compilationOf(LogCompileId id) {
    if (m_compilations.size() >= kMaxCompilations && !m_compilations.contains(id)) {
        m_compilations.erase(m_compilations.begin());
    }
    return m_compilations[id];
}

void LogAssembly::add(const LogEntry& entry) {
    if (entry.isOversized) {
        log.record(CompileLogIssueKind::OversizedEntry);
        return;
    }
    simdjson::dom::object json;
    if (entry.json.empty() || m_parser.parse(entry.json).get(json) != simdjson::SUCCESS) {
        log.record(CompileLogIssueKind::MalformedEntry);
        return;
    }
    ++log.entries;
    const LogCompileId id{smallNumberOf(json, "frame_id"), smallNumberOf(json, "frame_compile_id")};
    addTyped(json, id, entry.payload);
}

void LogAssembly::addTyped(simdjson::dom::object json, LogCompileId id, std::string_view payload) {
    simdjson::dom::element value;
    simdjson::dom::object artifact;
    if (json["artifact"].get(artifact) == simdjson::SUCCESS) {
        add(loggedTextOf(artifact, "name"), id, payload);
    } else if (json["str"].get(value) == simdjson::SUCCESS) {
        m_frames.addFile(value);
    } else if (json["dynamo_start"].get(value) == simdjson::SUCCESS) {
        countRoom(m_frames.addStart(value, id));
    } else if (json["compilation_metrics"].get(value) == simdjson::SUCCESS) {
        countRoom(m_frames.addMetrics(value, id));
    } else {
        for (const char* kind : {"inductor_output_code", "inductor_post_grad_graph",
                                 "dynamo_output_graph", "aot_forward_graph", "aot_backward_graph",
                                 "aot_inference_graph", "dynamo_graph_break_reason"}) {
            if (json[kind].get(value) == simdjson::SUCCESS) {
                add(kind, id, payload);
                return;
            }
        }
    }
}

void LogAssembly::add(std::string_view kind, LogCompileId id, std::string_view payload) {
    if (kind == "dynamo_graph_break_reason") {
        addBreak(id, payload);
    } else if (kind == "recompile_reasons") {
        addRecompile(id, payload);
    } else if (kind == "inductor_post_grad_graph" || kind == "aot_forward_graph" ||
               kind == "aot_backward_graph" || kind == "aot_inference_graph") {
        compilationOf(id).graph = GraphLines::parse(payload);
    } else if (kind == "dynamo_output_graph") {
        compilationOf(id).frameGraph = GraphLines::parse(payload);
    } else if (kind == "inductor_output_code") {
        addCode(id, payload);
    } else if (kind == "fx_graph_cache_miss" || kind == "fx_graph_cache_hit" ||
               kind == "fx_graph_cache_bypass") {
        addGraphKey(id, payload);
    }
}

void LogAssembly::addBreak(LogCompileId id, std::string_view payload) {
    GraphBreakReason found = parseGraphBreak(payload);
    found.id = id;
    if (found.reason.empty()) {
        log.record(CompileLogIssueKind::MalformedPayload);
    } else if (log.breaks.size() >= kMaxLogReasons) {
        log.record(CompileLogIssueKind::TooManyEntries);
    } else {
        log.breaks.push_back(std::move(found));
    }
}

void LogAssembly::addRecompile(LogCompileId id, std::string_view payload) {
    std::string lines(payload);
    simdjson::dom::array list;
    // A list of texts, or the text itself.
    if (payload.starts_with('[') && m_payloadParser.parse(lines).get(list) == simdjson::SUCCESS) {
        std::string texts;
        for (const simdjson::dom::element item : list) {
            std::string_view text;
            if (item.get(text) == simdjson::SUCCESS) {
                texts += std::string(text) + "\n";
            }
        }
        lines = std::move(texts);
    }
    RecompileReason found{id, parseRecompileReasons(lines)};
    if (found.reasons.empty()) {
        log.record(CompileLogIssueKind::MalformedPayload);
    } else if (log.recompiles.size() >= kMaxLogReasons) {
        log.record(CompileLogIssueKind::TooManyEntries);
    } else {
        log.recompiles.push_back(std::move(found));
    }
}

void LogAssembly::addCode(LogCompileId id, std::string_view payload) {
    Compilation& compilation = compilationOf(id);
    compilation.firstUnkeyed = log.kernels.size();
    compilation.hasUnkeyed = true;
    for (GeneratedKernel& generated : generatedKernels(payload)) {
        if (log.kernels.size() >= kMaxLogKernels) {
            log.record(CompileLogIssueKind::TooManyEntries);
            return;
        }
        CompiledKernel kernel;
        kernel.name = std::move(generated.name);
        kernel.id = id;
        kernel.file = std::move(generated.file);
        kernel.operators = std::move(generated.operators);
        for (const std::string& node : generated.nodes) {
            addLine(compilation.graph.find(node), kernel.lines);
        }
        if (kernel.lines.empty()) {
            for (const std::string& source : generated.sources) {
                addLine(compilation.frameGraph.find(source), kernel.lines);
            }
        }
        kernel.nodes =
            generated.nodes.empty() ? std::move(generated.sources) : std::move(generated.nodes);
        log.kernels.push_back(std::move(kernel));
    }
}

void LogAssembly::addGraphKey(LogCompileId id, std::string_view payload) {
    simdjson::dom::object fields;
    const std::string text(withoutEnd(payload));
    if (m_payloadParser.parse(text).get(fields) != simdjson::SUCCESS) {
        log.record(CompileLogIssueKind::MalformedPayload);
        return;
    }
    const std::string key = loggedTextOf(fields, "key");
    const auto found = m_compilations.find(id);
    if (key.empty() || key.size() > kMaxKeyBytes) {
        return;
    }
    if (log.graphs.size() < kMaxLogFrames) {
        log.graphs.push_back(key);
    }
    if (found == m_compilations.end() || !found->second.hasUnkeyed) {
        return;
    }
    // Entries of other compilations may be between, so that not all kernels since are its.
    for (std::size_t at = found->second.firstUnkeyed; at < log.kernels.size(); ++at) {
        CompiledKernel& kernel = log.kernels[at];
        if (kernel.id == id && kernel.graph.empty()) {
            kernel.graph = key;
        }
    }
    found->second.hasUnkeyed = false;
}

CompileLog LogAssembly::take() {
    log.frames = m_frames.take();
    for (CompiledKernel& kernel : log.kernels) {
        const CompiledFrame* frame = log.findFrame(kernel.id);
        if (kernel.lines.empty() && frame != nullptr && !frame->at.file.empty()) {
            kernel.lines.push_back(frame->at);
            kernel.isLineOfFrame = true;
        }
    }
    std::ranges::sort(log.graphs);
    // Not std::ranges::unique: clang 14, which builds the fuzz targets, cannot compile its
    // subrange.
    log.graphs.erase(std::unique(log.graphs.begin(), log.graphs.end()), log.graphs.end());
    return std::exchange(log, {});
}

}  // namespace

bool sniffTorchTrace(std::string_view head) {
    return isLogLine(head.substr(0, head.find('\n')));
}

Result<CompileLog> readTorchTrace(std::string head, ByteSource& bytes,
                                  const std::stop_token& stop) {
    LogEntries entries(std::move(head), bytes, stop);
    LogAssembly assembly;
    LogEntry entry;
    while (true) {
        if (!TRY(entries.next(entry))) {
            break;
        }
        assembly.add(entry);
    }
    CompileLog log = assembly.take();
    if (log.entries == 0) {
        return fail(ErrorCode::Corrupt, "the log has no entry that can be read");
    }
    if (entries.isCut()) {
        log.record(CompileLogIssueKind::Truncated);
    }
    if (!bytes.issues().empty()) {
        log.record(CompileLogIssueKind::DamagedContainer);
    }
    log.format = "torch-trace";
    return log;
}

}  // namespace gaplight
