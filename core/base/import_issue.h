// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gaplight {

// Problems of a file that still loads. Every occurrence is counted.
enum class IssueKind : std::uint8_t {
    // The text
    Truncated,         // the file ends before its content does
    MalformedEvent,    // not a readable event; it is rejected
    Resynchronized,    // bytes between two readable events were skipped
    InvalidUtf8,       // replaced by U+FFFD where shown
    ControlCharacter,  // raw control character in a string; kept as a space
    BadEscape,         // unknown or cut escape; kept as written
    DuplicateKey,      // the last value of the event's key was used
    OversizedEvent,    // longer than the parse buffer; rejected
    BrokenContainer,   // gzip or zstd stream, or a table, damaged or cut; all before it is kept
    SourceShrank,      // the file became shorter while it was read
    StoppedEarly,      // the user stopped the load; the events read so far are shown
    TrailingText,      // something follows the end of the JSON
    LostData,          // dropped by the profiler, or in a log beside the file
    // One event
    UnknownPhase,      // a ph that the reader does not support; rejected
    MissingTime,       // no ts; rejected
    BadTime,           // ts or dur is no number (NaN, text), or years from all others; rejected
    MissingDuration,   // ph X without dur; kept with length 0
    NegativeDuration,  // kept with length 0
    MissingName,       // kept with an empty name
    BadCounter,        // ph C whose args hold no number, or memory of over 64 PiB; rejected
    BadId,             // a correlation or other id that is not an integer; the id is dropped
    // Events together
    ImpossibleDuration,  // longer than the trace; rejected
    ZeroTimestamp,       // ts 0, far from the rest of the trace; rejected
    Overlap,             // slices that overlap another without nesting; one row lower
    UnfinishedSlice,     // B without E; ends with the trace
    UnopenedSlice,       // E without B; rejected
    MismatchedEnd,       // E whose name is not that of the B it closes
    FlowWithoutStart,
    FlowWithoutFinish,
    FlowUnbound,      // no slice at the flow event's track and time
    GpuBeforeLaunch,  // activity that starts before its launch call (analysis counts these)
    LaunchMissing,    // activity with a correlation but no launch call (analysis)
    // Pack files store a kind as its number: add new kinds at the end.
    SourceChanged,     // the file was written to while it was read
    ArgsLeftOut,       // by 'gaplight pack --without-args'; counts the slices
    OverlongActivity,  // runs over later ones of its stream; ends where the next one starts
    ClocksDiffer,      // GPU activities moved, since their clock is not the host's
    Count_,
};

// Stable snake_case name, as in the command line's JSON.
[[nodiscard]] std::string_view issueKindName(IssueKind kind);
// One sentence for display: the problem and how it was handled.
[[nodiscard]] std::string_view issueKindExplanation(IssueKind kind);

struct ImportIssue {
    IssueKind kind = IssueKind::Truncated;
    std::uint64_t count = 0;
    // Where the first occurrence is: the number of its EventId, or of a place between events. This
    // is a byte of the inflated source if TraceFacts::positionsAreBytes.
    std::uint64_t firstPosition = 0;
    std::string example;  // raw text of the first occurrence, at most 200 bytes, as valid UTF-8
};

// Counts issues by kind and keeps the first example of each. Recording costs an increment
// after the first of its kind.
class ImportIssues {
public:
    static constexpr std::size_t kExampleBytes = 200;

    void record(IssueKind kind, std::uint64_t position, std::string_view rawText,
                std::uint64_t count = 1);
    // Adds the issues of another part of the file. Of two examples of a kind, the one at the lower
    // byte is kept.
    void merge(const ImportIssues& later);

    std::uint64_t count(IssueKind kind) const;
    // Kinds that occurred, in the order of the enumeration.
    std::vector<ImportIssue> list() const;
    bool empty() const;

private:
    std::array<ImportIssue, static_cast<std::size_t>(IssueKind::Count_)> m_byKind{};
};

}  // namespace gaplight
