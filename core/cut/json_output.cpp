// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cut/json_output.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/base/parallel.h"
#include "core/base/result.h"
#include "core/cut/arg_json.h"
#include "core/cut/event_text.h"
#include "core/pack/args_listing.h"
#include "core/record/event_json.h"

namespace gaplight {
namespace {

// Bytes that are no UTF-8 become U+FFFD.
std::string textOf(const nlohmann::ordered_json& json) {
    return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string devicesJson(const std::vector<DeviceProperties>& devices) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const DeviceProperties& device : devices) {
        nlohmann::ordered_json item{{"id", device.gpu.device}, {"name", device.name}};
        const auto add = [&](const char* key, std::int64_t value) {
            if (value != 0) {
                item[key] = value;
            }
        };
        add("totalGlobalMem", device.totalMemoryBytes);
        add("computeMajor", device.computeMajor);
        add("computeMinor", device.computeMinor);
        add("maxThreadsPerBlock", device.maxThreadsPerBlock);
        add("maxThreadsPerMultiprocessor", device.maxThreadsPerSm);
        add("warpSize", device.warpSize);
        add("numSms", device.sms);
        add("regsPerMultiprocessor", device.registersPerSm);
        add("sharedMemPerMultiprocessor", device.sharedMemoryPerSmBytes);
        list.push_back(std::move(item));
    }
    return textOf(list);
}

// Where the source says it otherwise than in Kineto's distributedInfo.
std::string distributedInfoOf(const TraceFacts& facts) {
    nlohmann::ordered_json info = nlohmann::ordered_json::object();
    if (facts.rank) {
        info["rank"] = *facts.rank;
    }
    if (facts.worldSize) {
        info["world_size"] = *facts.worldSize;
    }
    if (!facts.host.empty()) {
        info["hostname"] = facts.host;
    }
    for (const ProcessGroup& group : facts.processGroups) {
        info["pg_config"].push_back({{"pg_name", group.name},
                                     {"pg_desc", group.description},
                                     {"backend_config", group.backend},
                                     {"ranks", group.ranks}});
    }
    return info.empty() ? std::string() : textOf(info);
}

class Head {
public:
    void add(std::string_view key, std::string_view json) {
        m_text += m_text == "{" ? "\n" : ",\n";
        record::appendJsonString(m_text, key);
        m_text += ": ";
        m_text += json;
    }
    void addText(std::string_view key, std::string_view text) {
        if (!text.empty()) {
            std::string json;
            record::appendJsonString(json, text);
            add(key, json);
        }
    }
    // JSON of the source, which may be damaged.
    void addRaw(std::string_view key, std::string_view raw) {
        if (m_check.isJson(raw)) {
            add(key, raw);
        } else {
            addText(key, raw);
        }
    }
    void addFlag(std::string_view key, std::optional<bool> flag) {
        if (flag) {
            add(key, *flag ? "1" : "0");
        }
    }
    std::string take() { return std::move(m_text); }

private:
    JsonCheck m_check;
    std::string m_text = "{";
};

// The text of a Chrome JSON trace before its first event: the opening brace, what is known of the
// trace by the keys that Kineto writes, and `"traceEvents": [`. The inverse of factsOfTopLevel()
// (formats/chrome/json_facts.h).
std::string headOf(const TraceFacts& facts) {
    Head head;
    for (const auto& [key, raw] : facts.metadata) {
        head.addRaw(key, raw);
    }
    head.addText("traceName", facts.traceName);
    head.addFlag("with_stack", facts.withStack);
    head.addFlag("record_shapes", facts.recordShapes);
    head.addFlag("profile_memory", facts.profileMemory);
    if (const std::string info =
            facts.distributedInfo.empty() ? distributedInfoOf(facts) : facts.distributedInfo;
        !info.empty()) {
        head.addRaw("distributedInfo", info);
    }
    if (!facts.devices.empty()) {
        head.add("deviceProperties", devicesJson(facts.devices));
    }
    head.addText("displayTimeUnit", facts.displayTimeUnit);
    if (facts.baseTimeNs != 0) {
        head.add("baseTimeNanoseconds", std::to_string(facts.baseTimeNs));
    }
    head.add("traceEvents", "[");
    return head.take();
}

constexpr std::size_t kRowsAtOnce = 2048;                 // of one text
constexpr std::size_t kRowsKept = std::size_t{1} << 16U;  // of which there are texts at once

// Writes texts of events, separated.
class EventSink {
public:
    explicit EventSink(const TraceSink& write) : m_write(write) {}

    Result<void> add(std::string_view events) {
        if (events.empty()) {
            return {};
        }
        TRY(m_write(m_isFirst ? "\n" : ",\n"));
        m_isFirst = false;
        return m_write(events);
    }

private:
    const TraceSink& m_write;
    bool m_isFirst = true;
};

// Writes the texts of `count` rows: `textOf(first, count)` gives that of some of them.
template <class TextOf>
Result<void> addTexts(std::size_t count, const TextOf& textOf, EventSink& to) {
    std::vector<std::string> texts((count + kRowsAtOnce - 1) / kRowsAtOnce);
    parallelFor(std::size_t{0}, texts.size(), [&](std::size_t number) {
        const std::size_t first = number * kRowsAtOnce;
        texts[number] = textOf(first, std::min(kRowsAtOnce, count - first));
    });
    for (const std::string& text : texts) {
        TRY(to.add(text));
    }
    return {};
}

// The rows [first, first + count), with args or without any.
Result<void> addRows(const PartRows& part, std::size_t first, std::size_t count,
                     std::span<const std::vector<Arg>> args, EventSink& to) {
    const auto textOf = [&](std::size_t begin, std::size_t size) {
        const EventArgs known{part.events().subspan(first + begin, size),
                              args.empty() ? args : args.subspan(begin, size)};
        return eventsText(part.rows(first + begin, size), known);
    };
    return addTexts(count, textOf, to);
}

Result<void> addArrows(const PartRows& part, EventSink& to) {
    const std::vector<PartArrow> arrows = part.arrows();
    for (std::size_t first = 0; first < arrows.size(); first += kRowsKept) {
        const auto some =
            std::span(arrows).subspan(first, std::min(kRowsKept, arrows.size() - first));
        const auto textOf = [&](std::size_t begin, std::size_t size) {
            return eventsText(part.arrowRows(some.subspan(begin, size), first + begin + 1), {});
        };
        TRY(addTexts(some.size(), textOf, to));
    }
    return {};
}

// All values of one time together, since those of one counter are one event.
Result<void> addCounters(const PartRows& part, EventSink& to) {
    std::size_t values = 0;
    for (const CounterSeries& series : part.trace().counterSeries()) {
        values += series.values.size();
    }
    const TimeRange all = part.range();
    const auto pieces = static_cast<std::int64_t>(values / kRowsKept + 1);
    const Duration piece = std::max(all.length() / pieces, Duration(1));
    for (Time begin = all.begin; begin < all.end; begin += piece) {
        const Time end = all.end - begin > piece ? begin + piece : all.end;
        TRY(to.add(eventsText(part.counters({begin, end}), {})));
    }
    return {};
}

}  // namespace

Result<void> writeJson(const PartRows& part, const EventDetails& details,
                       const std::stop_token& stop, const TraceSink& write) {
    TRY(write(headOf(part.trace().facts())));
    EventSink events(write);
    TRY(events.add(eventsText(part.tracks(), {})));
    const auto all = part.events();
    const auto valid =
        static_cast<std::size_t>(std::lower_bound(all.begin(), all.end(), EventId()) - all.begin());
    TRY(listArgs(details, all.first(valid), stop, [&](const ArgsPart& listed) {
        return addRows(part, listed.first, listed.args.size(), listed.args, events);
    }));
    TRY(addRows(part, valid, part.size() - valid, {}, events));
    TRY(addCounters(part, events));
    TRY(addArrows(part, events));
    return write("\n]\n}\n");
}

}  // namespace gaplight
