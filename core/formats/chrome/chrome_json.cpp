// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/chrome/chrome_json.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <simdjson.h>
#include <tbb/concurrent_queue.h>
#include <tbb/task_arena.h>

#include "core/base/parallel.h"
#include "core/base/printable_text.h"
#include "core/base/quantity_text.h"
#include "core/base/result.h"
#include "core/formats/chrome/chrome_details.h"
#include "core/formats/chrome/device_tracks.h"
#include "core/formats/chrome/event_parser.h"
#include "core/formats/chrome/json/json_token.h"
#include "core/formats/chrome/text_windows.h"
#include "core/formats/chrome/xla_events.h"

namespace gaplight {
namespace {

constexpr std::size_t kMetadataBytes = 4096;

Token tokenOf(std::string_view raw) {
    Token token;
    const bool isString = raw.size() >= 2 && raw.front() == '"' && raw.back() == '"';
    const std::string_view text = isString ? raw.substr(1, raw.size() - 2) : raw;
    token.begin = text.data();
    token.length = static_cast<std::uint32_t>(text.size());
    const bool isNested = !raw.empty() && (raw.front() == '{' || raw.front() == '[');
    token.kind = isString ? TokenKind::String : (isNested ? TokenKind::Nested : TokenKind::Scalar);
    return token;
}

std::string textOf(std::string_view raw) {
    std::string text;
    const Token token = tokenOf(raw);
    if (token.isText()) {
        decodeJsonString(token.text(), text);
    }
    return text;
}

std::optional<bool> flagOf(std::string_view raw) {
    const std::string text = textOf(raw);
    if (text == "1" || text == "true" || text == "True") {
        return true;
    }
    if (text == "0" || text == "false" || text == "False") {
        return false;
    }
    return std::nullopt;
}

using simdjson::dom::array;
using simdjson::dom::element;
using simdjson::dom::object;

std::int64_t integerOf(const object& from, std::string_view key) {
    std::int64_t value = 0;
    if (from[key].get(value) == simdjson::SUCCESS) {
        return value;
    }
    std::string_view text;
    if (from[key].get(text) == simdjson::SUCCESS) {
        return signedNumber(tokenOf(text)).value_or(0);
    }
    return 0;
}

int smallIntegerOf(const object& from, std::string_view key) {
    return static_cast<int>(std::clamp<std::int64_t>(integerOf(from, key), -1, 1'000'000'000));
}

// Empty if there is no such member, or if it is no string.
std::string memberText(const object& from, std::string_view key) {
    std::string_view text;
    return from[key].get(text) == simdjson::SUCCESS ? std::string(text) : std::string();
}

ProcessGroup processGroupOf(const object& from) {
    ProcessGroup group{memberText(from, "pg_name"),
                       memberText(from, "pg_desc"),
                       memberText(from, "backend_config"),
                       {}};
    array ranks;
    if (from["ranks"].get(ranks) == simdjson::SUCCESS) {
        for (const element item : ranks) {
            std::int64_t rank = 0;
            if (item.get(rank) == simdjson::SUCCESS &&
                rank == static_cast<std::int64_t>(static_cast<int>(rank))) {
                group.ranks.push_back(static_cast<int>(rank));
            }
        }
    }
    return group;
}

DeviceProperties deviceOf(const object& from) {
    DeviceProperties device;
    device.gpu = GpuId(SourceId(), smallIntegerOf(from, "id"));
    device.name = memberText(from, "name");
    device.totalMemoryBytes = integerOf(from, "totalGlobalMem");
    device.computeMajor = smallIntegerOf(from, "computeMajor");
    device.computeMinor = smallIntegerOf(from, "computeMinor");
    device.sms = smallIntegerOf(from, "numSms");
    device.maxThreadsPerSm = smallIntegerOf(from, "maxThreadsPerMultiprocessor");
    device.maxThreadsPerBlock = smallIntegerOf(from, "maxThreadsPerBlock");
    device.registersPerSm = integerOf(from, "regsPerMultiprocessor");
    device.sharedMemoryPerSmBytes = integerOf(from, "sharedMemPerMultiprocessor");
    if (device.sharedMemoryPerSmBytes == 0) {  // ROCm
        device.sharedMemoryPerSmBytes = integerOf(from, "maxSharedMemoryPerMultiProcessor");
    }
    device.warpSize = smallIntegerOf(from, "warpSize");
    return device;
}

// False where `raw` is not a list of devices.
bool takeDevices(std::string_view raw, TraceFacts& facts) {
    simdjson::dom::parser parser;
    array devices;
    if (parser.parse(raw).get(devices) != simdjson::SUCCESS) {
        return false;
    }
    for (const element item : devices) {
        object properties;
        if (item.get(properties) == simdjson::SUCCESS) {
            facts.devices.push_back(deviceOf(properties));
        }
    }
    return true;
}

void takeDistributedInfo(std::string_view raw, TraceFacts& facts) {
    facts.distributedInfo = validUtf8(raw);
    simdjson::dom::parser parser;
    object info;
    if (parser.parse(raw).get(info) != simdjson::SUCCESS) {
        return;
    }
    element unused;
    if (info["rank"].get(unused) == simdjson::SUCCESS) {
        facts.rank = smallIntegerOf(info, "rank");
    }
    if (info["world_size"].get(unused) == simdjson::SUCCESS) {
        facts.worldSize = smallIntegerOf(info, "world_size");
    }
    facts.host = memberText(info, "hostname");
    array groups;
    if (info["pg_config"].get(groups) == simdjson::SUCCESS) {
        for (const element item : groups) {
            object group;
            if (item.get(group) == simdjson::SUCCESS) {
                facts.processGroups.push_back(processGroupOf(group));
            }
        }
    }
}

// False for a value that is not a field of TraceFacts.
bool takeKnown(std::string_view key, std::string_view raw, TraceFacts& facts) {
    if (key == "deviceProperties") {
        return takeDevices(raw, facts);
    }
    if (key == "distributedInfo") {
        takeDistributedInfo(raw, facts);
        return true;
    }
    if (key == "baseTimeNanoseconds") {
        const auto base = signedNumber(tokenOf(raw));
        facts.baseTimeNs = base.value_or(0);
        return base.has_value();
    }
    if (key == "displayTimeUnit") {
        facts.displayTimeUnit = textOf(raw);
        return true;
    }
    if (key == "traceName") {
        facts.traceName = textOf(raw);
        return true;
    }
    std::optional<bool>* flag = key == "with_stack"       ? &facts.withStack
                                : key == "record_shapes"  ? &facts.recordShapes
                                : key == "profile_memory" ? &facts.profileMemory
                                                          : nullptr;
    if (flag != nullptr) {
        *flag = flagOf(raw);
        return flag->has_value();
    }
    return false;
}

}  // namespace

TraceFacts factsOfTopLevel(std::span<const std::pair<std::string, std::string>> values,
                           bool hasKinetoEvents) {
    TraceFacts facts;
    facts.positionsAreBytes = true;
    bool hasSchema = false;
    for (const auto& [rawKey, raw] : values) {
        std::string key;
        decodeJsonString(rawKey, key);
        hasSchema = hasSchema || key == "schemaVersion";
        if (!takeKnown(key, raw, facts)) {
            facts.metadata.emplace_back(key, validUtf8(raw.substr(0, kMetadataBytes)));
        }
    }
    const bool isKineto = hasKinetoEvents || (hasSchema && !facts.devices.empty());
    facts.format = isKineto ? "kineto-json" : "chrome-json";
    return facts;
}

namespace {

constexpr std::chrono::milliseconds kProgressInterval{33};
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// Three stages: read and split (serial), parse (parallel), merge (serial, in file order).
class ChromeJsonLoad {
public:
    ChromeJsonLoad(std::string head, ByteSource& source, TraceBuilder& builder,
                   const ReadOptions& options, std::string_view rank)
        : m_source(source),
          m_builder(builder),
          m_options(options),
          m_rank(rank),
          m_windows(std::move(head), source),
          m_pool(
              windowsInFlight(static_cast<std::size_t>(tbb::this_task_arena::max_concurrency()))) {
        for (TextWindow& window : m_pool) {
            m_free.push(&window);
        }
    }

    Result<ReadResult> run() {
        using tbb::filter_mode;
        parallelPipeline(
            m_pool.size(),
            tbb::make_filter<void, TextWindow*>(
                filter_mode::serial_in_order,
                [this](tbb::flow_control& control) { return read(control); }) &
                tbb::make_filter<TextWindow*, TextWindow*>(
                    filter_mode::parallel, [this](TextWindow* window) { return parse(window); }) &
                tbb::make_filter<TextWindow*, void>(filter_mode::serial_in_order,
                                                    [this](TextWindow* window) { merge(window); }));
        return finish();
    }

private:
    bool isCancelled() const { return m_options.stop.stop_requested(); }

    TextWindow* read(tbb::flow_control& control) {
        m_finishedEarly =
            m_finishedEarly || (m_options.finishEarly != nullptr && m_options.finishEarly->load());
        TextWindow* window = nullptr;
        if (isCancelled() || m_finishedEarly || m_error) {
            control.stop();
            return nullptr;
        }
        // The pipeline has no more tokens than the pool has windows, and a window is free again
        // before its token is.
        [[maybe_unused]] const bool isFree = m_free.try_pop(window);
        assert(isFree && window != nullptr);
        Result<bool> more = m_windows.next(*window);
        if (!more) {
            m_error = std::move(more.error());
        }
        if (!more || !*more) {
            control.stop();
            return nullptr;
        }
        return window;
    }

    TextWindow* parse(TextWindow* window) const {
        if (!isCancelled()) {
            window->parsed = parseEvents({window->bytes.get(), window->size}, window->offset,
                                         window->split, m_rank);
        }
        return window;
    }

    void merge(TextWindow* window) {
        m_progress.bytesRead = window->consumedBytes;
        m_sawKineto = m_sawKineto || hasKinetoKinds(window->parsed.batch);
        m_withPhase += window->parsed.withPhase;
        m_xlaTracks.apply(window->parsed.batch);
        m_deviceTracks.apply(window->parsed.batch);
        m_builder.add(std::move(window->parsed.batch));
        window->parsed = {};
        m_free.push(window);
        const auto now = std::chrono::steady_clock::now();
        if (m_options.onProgress && now - m_lastProgress >= kProgressInterval) {
            m_lastProgress = now;
            report();
        }
    }

    static bool hasKinetoKinds(const EventBatch& batch) {
        return !batch.gpu.empty() || !batch.pythonId.slice.empty() ||
               !batch.externalId.slice.empty();
    }

    void report() {
        m_progress.bytesTotal = m_source.totalBytes();
        m_progress.events = m_builder.eventCount();
        m_progress.slices = m_builder.sliceCount();
        if (m_options.onProgress) {
            m_options.onProgress(m_progress);
        }
    }

    Result<ReadResult> finish() {
        if (isCancelled()) {
            return fail(ErrorCode::Cancelled, "loading was cancelled");
        }
        if (m_error) {
            return tl::unexpected(*m_error);
        }
        const EventSplitter& splitter = m_windows.splitter();
        const bool otherArray =
            splitter.topLevel().isArrayForm() && m_withPhase == 0 && m_builder.eventCount() > 0;
        if ((!splitter.foundEvents() && !m_finishedEarly) || otherArray) {
            return tl::unexpected(noEvents());
        }
        m_builder.addIssues(splitter.issues());
        m_builder.addIssues(m_source.issues());
        report();
        ReadResult result;
        result.finishedEarly = m_finishedEarly;
        result.facts = factsOfTopLevel(splitter.topLevel().values(), m_sawKineto);
        result.facts.compression = m_source.compression();
        result.facts.bytes = m_source.consumedBytes();
        result.facts.inflatedBytes = m_windows.bytesRead();
        result.facts.events = m_builder.eventCount();
        return result;
    }

    // JSON, but no trace: says what it is.
    Error noEvents() const {
        constexpr std::size_t kShownKeys = 5;
        const TopLevel& top = m_windows.splitter().topLevel();
        std::string found = "a JSON array of values that are no trace events";
        if (!top.isArrayForm()) {
            std::string keys;
            for (std::size_t i = 0; i < top.values().size() && i < kShownKeys; ++i) {
                appendItem(keys, "'" + top.values()[i].first + "'");
            }
            found = keys.empty() ? "a JSON object without any event"
                                 : "a JSON object with " + keys + " but no array of 'traceEvents'";
            if (!top.issues().empty()) {
                found += ", cut after " + std::to_string(m_windows.bytesRead()) + " bytes";
            }
        }
        return {ErrorCode::NotATrace,
                "not a trace but " + found +
                    "; expected an object with 'traceEvents', or an array of trace events",
                std::nullopt};
    }

    ByteSource& m_source;
    TraceBuilder& m_builder;
    const ReadOptions& m_options;
    std::string_view m_rank;  // of a merged trace; empty: all
    TextWindows m_windows;
    std::vector<TextWindow> m_pool;
    tbb::concurrent_queue<TextWindow*> m_free;
    std::optional<Error> m_error;
    bool m_finishedEarly = false;
    bool m_sawKineto = false;
    XlaTracks m_xlaTracks;
    DeviceTracks m_deviceTracks;
    std::uint64_t m_withPhase = 0;
    ReadProgress m_progress;
    std::chrono::steady_clock::time_point m_lastProgress{};
};

}  // namespace

bool sniffChromeJson(std::string_view head) {
    if (head.starts_with(kByteOrderMark)) {
        head.remove_prefix(kByteOrderMark.size());
    }
    while (!head.empty() && isSpace(head.front())) {
        head.remove_prefix(1);
    }
    if (head.empty() || (head.front() != '{' && head.front() != '[')) {
        return false;
    }
    const bool isObject = head.front() == '{';
    head.remove_prefix(1);
    while (!head.empty() && isSpace(head.front())) {
        head.remove_prefix(1);
    }
    if (head.empty()) {
        return true;
    }
    return isObject ? head.front() == '"' || head.front() == '}' || head.front() == ','
                    : head.front() != '}' && static_cast<unsigned char>(head.front()) >= ' ';
}

Result<OpenedTrace> openChromeJson(TraceInput input, TraceBuilder& builder,
                                   const ReadOptions& options) {
    return openChromeJsonOf({}, std::move(input), builder, options);
}

Result<OpenedTrace> openChromeJsonOf(std::string_view rank, TraceInput input, TraceBuilder& builder,
                                     const ReadOptions& options) {
    ReadResult read =
        TRY(ChromeJsonLoad(std::move(input.head), input.bytes, builder, options, rank).run());
    return OpenedTrace{std::move(read),
                       std::make_shared<const ChromeDetails>(input.bytes.randomAccess())};
}

}  // namespace gaplight
