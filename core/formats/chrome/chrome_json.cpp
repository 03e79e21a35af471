// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/chrome/chrome_json.h"

#include <cassert>
#include <chrono>
#include <optional>
#include <utility>
#include <vector>

#include <tbb/concurrent_queue.h>
#include <tbb/task_arena.h>

#include "core/base/parallel.h"
#include "core/base/quantity_text.h"
#include "core/base/result.h"
#include "core/formats/chrome/chrome_cutter.h"
#include "core/formats/chrome/chrome_details.h"
#include "core/formats/chrome/event_parser.h"
#include "core/formats/chrome/json/json_token.h"
#include "core/formats/chrome/json_facts.h"
#include "core/formats/chrome/text_windows.h"
#include "core/formats/chrome/xla_events.h"

namespace gaplight {
namespace {

constexpr std::chrono::milliseconds kProgressInterval{33};
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// Three stages: read and split (serial), parse (parallel), merge (serial, in file order).
class ChromeJsonLoad {
public:
    ChromeJsonLoad(std::string head, ByteSource& source, TraceBuilder& builder,
                   const ReadOptions& options)
        : m_source(source),
          m_builder(builder),
          m_options(options),
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
            window->parsed =
                parseEvents({window->bytes.get(), window->size}, window->offset, window->split);
        }
        return window;
    }

    void merge(TextWindow* window) {
        m_progress.bytesRead = window->consumedBytes;
        m_sawKineto = m_sawKineto || hasKinetoKinds(window->parsed.batch);
        m_withPhase += window->parsed.withPhase;
        m_xlaTracks.apply(window->parsed.batch);
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
    TextWindows m_windows;
    std::vector<TextWindow> m_pool;
    tbb::concurrent_queue<TextWindow*> m_free;
    std::optional<Error> m_error;
    bool m_finishedEarly = false;
    bool m_sawKineto = false;
    XlaTracks m_xlaTracks;
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
    ReadResult read =
        TRY(ChromeJsonLoad(std::move(input.head), input.bytes, builder, options).run());
    const std::shared_ptr<const RandomAccess> source = input.bytes.randomAccess();
    return OpenedTrace{std::move(read), std::make_shared<const ChromeDetails>(source),
                       std::make_shared<const ChromeCutter>(source)};
}

}  // namespace gaplight
