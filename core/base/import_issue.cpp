// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/import_issue.h"

#include "core/base/printable_text.h"

namespace gaplight {
namespace {

struct IssueText {
    std::string_view name;
    std::string_view explanation;
};

// In the order of IssueKind.
constexpr std::array<IssueText, static_cast<std::size_t>(IssueKind::Count_)> kTexts{{
    {"truncated",
     "the file ends in the middle of its content; every event before the cut was kept"},
    {"malformed_event", "an entry that is not a readable event; it was put aside"},
    {"resynchronised", "damaged text between two readable events was skipped"},
    {"invalid_utf8", "bytes that are not UTF-8 in a text; shown as a replacement character"},
    {"control_character", "a raw control character in a text; kept as a space"},
    {"bad_escape", "an unknown or cut escape in a text; kept as written"},
    {"duplicate_key", "a key that occurs twice in one event; the last value was used"},
    {"oversized_event", "an event longer than 64 MiB; it was put aside"},
    {"broken_container",
     "the compressed stream or a table is damaged or cut; all before it was kept"},
    {"source_shrank", "the file became shorter while it was read"},
    {"stopped_early", "reading was stopped on request; what follows in the file is not shown"},
    {"trailing_text", "something follows the end of the trace; it was ignored"},
    {"lost_data",
     "events are missing: dropped by the profiler, or in a log beside the database, whose rows are "
     "not read; add them with: sqlite3 FILE 'pragma wal_checkpoint'"},
    {"unknown_phase", "a kind of event that Gaplight does not read; it was put aside"},
    {"missing_time", "an event without a time; it was put aside"},
    {"bad_time",
     "a time or duration that cannot be read, or years from all others; the event was put aside"},
    {"missing_duration", "an event without a duration; kept with length 0"},
    {"negative_duration", "a duration below zero; kept with length 0"},
    {"missing_name", "an event without a name; kept unnamed"},
    {"bad_counter", "a counter or memory event without a number that can be; it was put aside"},
    {"bad_id", "an id that is not an integer; the event was kept without it"},
    {"impossible_duration", "a slice longer than the whole trace; it was put aside"},
    {"zero_timestamp", "time 0 while the rest of the trace lies far away; put aside"},
    {"overlap", "slices that overlap another without nesting; drawn one row lower, whole"},
    {"unfinished_slice", "a begin without an end; drawn up to the end of the trace"},
    {"unopened_slice", "an end without a begin; it was put aside"},
    {"mismatched_end", "an end whose name is not that of the begin it closes; paired anyway"},
    {"flow_without_start", "an arrow's end without its start"},
    {"flow_without_finish", "an arrow's start without its end"},
    {"flow_unbound", "an arrow's end where no slice is"},
    {"gpu_before_launch", "GPU work that starts before its launch call; kept as recorded"},
    {"launch_missing", "GPU work whose launch call is not in the file"},
    {"source_changed",
     "the file was written to while it was read: a part of it is shown, or parts of two versions"},
    {"args_left_out",
     "the pack was written with --without-args: shapes and all else that is read of args is "
     "missing"},
    {"overlong_activity",
     "GPU work that lasts beyond the start of the next on its stream; it ends there instead"},
    {"clocks_differ",
     "GPU work on a clock that is not the host's; moved until nothing starts before its launch"},
}};

}  // namespace

std::string_view issueKindName(IssueKind kind) {
    return kTexts[static_cast<std::size_t>(kind)].name;
}

std::string_view issueKindExplanation(IssueKind kind) {
    return kTexts[static_cast<std::size_t>(kind)].explanation;
}

void ImportIssues::record(IssueKind kind, std::uint64_t position, std::string_view rawText,
                          std::uint64_t count) {
    if (count == 0) {
        return;
    }
    ImportIssue& issue = m_byKind[static_cast<std::size_t>(kind)];
    if (issue.count == 0 || position < issue.firstPosition) {
        issue.kind = kind;
        issue.firstPosition = position;
        issue.example = validUtf8(rawText.substr(0, kExampleBytes));
    }
    issue.count += count;
}

void ImportIssues::merge(const ImportIssues& later) {
    for (std::size_t at = 0; at < m_byKind.size(); ++at) {
        const ImportIssue& other = later.m_byKind[at];
        if (other.count == 0) {
            continue;
        }
        const std::uint64_t total = m_byKind[at].count + other.count;
        if (m_byKind[at].count == 0 || other.firstPosition < m_byKind[at].firstPosition) {
            m_byKind[at] = other;
        }
        m_byKind[at].count = total;
    }
}

std::uint64_t ImportIssues::count(IssueKind kind) const {
    return m_byKind[static_cast<std::size_t>(kind)].count;
}

std::vector<ImportIssue> ImportIssues::list() const {
    std::vector<ImportIssue> found;
    for (const ImportIssue& issue : m_byKind) {
        if (issue.count > 0) {
            found.push_back(issue);
        }
    }
    return found;
}

bool ImportIssues::empty() const {
    return list().empty();
}

}  // namespace gaplight
