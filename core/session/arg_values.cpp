// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/arg_values.h"

#include <algorithm>
#include <utility>

#include "core/base/printable_text.h"
#include "core/base/result.h"
#include "core/base/text_pattern.h"
#include "core/pack/args_listing.h"

namespace gaplight {
namespace {

constexpr double kFirstShare = 0.01;  // of the candidates, after which hits are given first

std::string compact(std::string_view text) {
    std::string all(text);
    std::erase_if(all, [](char c) { return c == ' ' || c == '"' || c == '\n' || c == '\t'; });
    return all;
}

bool isSameKey(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, {}, lowerAscii, lowerAscii);
}

// Whether an element of the list `text`, at any depth, matches.
bool hasElement(std::string_view pattern, std::string_view text) {
    std::vector<std::size_t> open;  // begins of the lists around the present character
    std::size_t begin = 0;          // of the present element
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '[' || c == '{') {
            open.push_back(at);
            begin = at + 1;
        } else if (c == ',' || c == ']' || c == '}') {
            if (at > begin && matchesGlob(pattern, text.substr(begin, at - begin))) {
                return true;
            }
            if (c != ',' && !open.empty()) {
                begin = open.back();
                open.pop_back();
                if (matchesGlob(pattern, text.substr(begin, at + 1 - begin))) {
                    return true;
                }
                begin = at + 1;
                continue;
            }
            begin = at + 1;
        }
    }
    return false;
}

bool matchesCompact(std::string_view pattern, std::string_view value) {
    const std::string text = compact(value);
    return matchesGlob(pattern, text) || (text.starts_with('[') && hasElement(pattern, text));
}

bool hasKey(const Arg& arg, std::string_view key) {
    return isSameKey(arg.path, key) ||
           (arg.path.size() > key.size() + 3 && arg.path.compare(key.size(), 3, " / ") == 0 &&
            isSameKey(std::string_view(arg.path).substr(0, key.size()), key));
}

class ArgSearch {
public:
    ArgSearch(const TraceDetails& details, std::span<const ArgCondition> conditions,
              std::span<const SliceId> candidates, const ArgSearchListener& listener)
        : m_details(details), m_candidates(candidates), m_listener(listener) {
        for (const ArgCondition& condition : conditions) {
            m_conditions.push_back({condition.key, compact(condition.value)});
        }
    }

    Result<std::vector<SliceId>> run(const std::stop_token& stop) {
        const Trace& trace = m_details.trace();
        std::vector<std::vector<SliceId>> bySource(trace.sources().size());
        for (const SliceId slice : m_candidates) {
            bySource[trace.sourceOf(slice).index()].push_back(slice);
        }
        for (std::size_t source = 0; source < bySource.size(); ++source) {
            TRY(readSource(SourceId(source), bySource[source], stop));
        }
        std::sort(m_found.begin(), m_found.end());
        return std::move(m_found);
    }

private:
    Result<void> readSource(SourceId source, std::vector<SliceId>& slices,
                            const std::stop_token& stop) {
        const SliceTable& table = m_details.trace().slices();
        std::sort(slices.begin(), slices.end(), [&](SliceId a, SliceId b) {
            return table.event(a) != table.event(b) ? table.event(a) < table.event(b) : a < b;
        });
        std::vector<EventId> events;
        events.reserve(slices.size());
        for (const SliceId slice : slices) {
            events.push_back(table.event(slice));
        }
        Result<void> read =
            listArgs(m_details.of(source), events, stop, [&](const ArgsPart& part) -> Result<void> {
                for (std::size_t at = 0; at < part.args.size(); ++at) {
                    if (meetsAll(part.args[at])) {
                        m_found.push_back(slices[part.first + at]);
                    }
                }
                publish(m_readBefore + part.first + part.args.size());
                return stop.stop_requested() ? fail(ErrorCode::Cancelled, "the search was stopped")
                                             : Result<void>();
            });
        m_readBefore += events.size();
        return read;
    }

    bool meetsAll(const std::vector<Arg>& args) const {
        return std::all_of(
            m_conditions.begin(), m_conditions.end(), [&](const ArgCondition& condition) {
                return std::any_of(args.begin(), args.end(), [&](const Arg& arg) {
                    return hasKey(arg, condition.key) && matchesCompact(condition.value, arg.value);
                });
            });
    }

    void publish(std::size_t read) {
        const double share = static_cast<double>(read) / static_cast<double>(m_candidates.size());
        if (m_listener.onProgress) {
            m_listener.onProgress(share);
        }
        if (m_listener.onPartialHits && share >= m_nextPartial && share < 1 && !m_found.empty()) {
            m_listener.onPartialHits(m_found);
            m_nextPartial = 2 * share;
        }
    }

    const TraceDetails& m_details;
    std::vector<ArgCondition> m_conditions;
    std::span<const SliceId> m_candidates;
    const ArgSearchListener& m_listener;
    std::vector<SliceId> m_found;
    std::size_t m_readBefore = 0;  // candidates of the sources before
    double m_nextPartial = kFirstShare;
};

}  // namespace

bool matchesArgValue(std::string_view pattern, std::string_view value) {
    return matchesCompact(compact(pattern), value);
}

std::vector<ArgCondition> takeArgConditions(ParsedQuery& query, const ArgKeys& keys) {
    std::vector<ArgCondition> conditions;
    for (const ArgText& arg : std::exchange(query.args, {})) {
        std::size_t at = 0;
        while (at < arg.before.size() && !keys.hasKey(std::string_view(arg.before).substr(at))) {
            at = arg.before.find_first_not_of(
                ' ', std::min(arg.before.find(' ', at), arg.before.size()));
        }
        if (at >= arg.before.size()) {
            query.texts.push_back(arg.before + "=" + arg.value);
            continue;
        }
        conditions.push_back({arg.before.substr(at), arg.value});
        if (const std::size_t end = arg.before.find_last_not_of(' ', at - 1);
            at > 0 && end != std::string::npos) {
            query.texts.push_back(arg.before.substr(0, end + 1));
        }
    }
    return conditions;
}

Result<std::vector<SliceId>> searchArgs(const TraceDetails& details,
                                        std::span<const ArgCondition> conditions,
                                        std::span<const SliceId> candidates,
                                        const std::stop_token& stop,
                                        const ArgSearchListener& listener) {
    return ArgSearch(details, conditions, candidates, listener).run(stop);
}

}  // namespace gaplight
