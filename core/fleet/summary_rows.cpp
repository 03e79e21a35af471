// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/fleet/summary_rows.h"

#include <array>
#include <limits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/result.h"
#include "core/io/file_content.h"

namespace gaplight {
namespace {

constexpr std::size_t kMaxFacts = 256;
constexpr std::int64_t kMaxFactCount = std::int64_t{1} << 40U;
constexpr int kMaxRankNumber = 1 << 24U;
// The years 2000 and 2200: differences of two epochs stay in 64 bits.
constexpr std::int64_t kFirstSummaryEpochNs = 946'684'800'000'000'000;
constexpr std::int64_t kLastSummaryEpochNs = 7'258'118'400'000'000'000;

class FactReader {
public:
    explicit FactReader(RankSummary& summary) : m_summary(summary) {}

    void add(const SummaryRow& row) {
        const std::string name = row.text(0);
        addTextFact(name, row);
        addNumberFact(name, row);
        addIdleFact(name, row);
    }

private:
    void addTextFact(const std::string& name, const SummaryRow& row) {
        SummarizedTrace& trace = m_summary.trace;
        const std::array<std::pair<std::string_view, std::string*>, 4> texts{{
            {"key", &trace.key},
            {"format", &trace.format},
            {"host", &trace.host},
            {"gpu", &trace.gpu},
        }};
        for (const auto& [known, text] : texts) {
            if (name == known) {
                *text = row.text(1);
            }
        }
    }

    // Facts about the length come first: all times are checked against it.
    void addNumberFact(const std::string& name, const SummaryRow& row) {
        RankRecord& record = m_summary.record;
        const auto count = [&](std::uint64_t& into) {
            into = static_cast<std::uint64_t>(row.number(1, 0, kMaxFactCount));
        };
        if (name == "rank" && !row.isNull(1)) {
            m_summary.trace.rank = static_cast<int>(row.number(1, 0, kMaxRankNumber));
        } else if (name == "world_size" && !row.isNull(1)) {
            m_summary.trace.worldSize = static_cast<int>(row.number(1, 0, kMaxRankNumber));
        } else if (name == "slices") {
            count(m_summary.trace.slices);
        } else if (name == "issues") {
            count(m_summary.trace.issues);
        } else if (name == "epoch_ns" && !row.isNull(1)) {
            record.clock.epoch = Duration(row.number(1, kFirstSummaryEpochNs, kLastSummaryEpochNs));
        } else if (name == "length_ns") {
            record.clock.range.end = Time(row.duration(1, kMaxSummarySpan));
        } else if (name == "recorded_begin_ns") {
            record.timeline.recorded.begin = timeOf(row, 1);
        } else if (name == "recorded_end_ns") {
            record.timeline.recorded.end = timeOf(row, 1);
        } else if (name == "before_capture") {
            count(record.calls.beforeCapture);
        } else if (name == "before_capture_end_ns" && !row.isNull(1)) {
            record.calls.beforeCaptureEnd = timeOf(row, 1);
        }
    }

    void addIdleFact(const std::string& name, const SummaryRow& row) {
        SummarizedGpu& gpu = m_summary.gpu;
        const auto set = [&](std::string_view known, Duration& into) {
            if (name == known) {
                into = row.duration(1, kMaxSummaryCalls);
            }
        };
        set("gpu_window_ns", gpu.window);
        set("gpu_busy_ns", gpu.busy);
        set("gpu_idle_ns", gpu.idle);
        for (std::size_t at = 0; at < gpu.idleByTrigger.size(); ++at) {
            set("idle_trigger." + std::string(gapTriggerName(static_cast<GapTrigger>(at))),
                gpu.idleByTrigger[at]);
        }
        for (std::size_t at = 0; at < gpu.idleByActivity.size(); ++at) {
            set("idle_filler." + std::string(gapActivityName(static_cast<GapActivity>(at))),
                gpu.idleByActivity[at]);
        }
    }

    Time timeOf(const SummaryRow& row, int column) const {
        return Time(row.duration(column, m_summary.record.clock.range.length()));
    }

    RankSummary& m_summary;
};

// Of all facts, whatever the order of their rows, and where one is given twice.
Result<void> checkTimes(const RankRecord& record) {
    const TimeRange& recorded = record.timeline.recorded;
    const Time last = Time(record.clock.range.length());
    if (recorded.end < recorded.begin || recorded.end > last ||
        record.calls.beforeCaptureEnd.value_or(last) > last) {
        return fail(ErrorCode::Corrupt,
                    "table facts: expected recorded_begin_ns, recorded_end_ns and length_ns to "
                    "ascend, and before_capture_end_ns not to be behind length_ns");
    }
    return {};
}

}  // namespace

Result<void> readSummaryFacts(const Database& database, RankSummary& summary) {
    FactReader reader(summary);
    Result<void> read =
        readRows(database, kFactsTable, kMaxFacts, [&](const SummaryRow& row) { reader.add(row); });
    summary.trace.path = pathInKey(summary.trace.key);
    summary.trace.ends = endsInKey(summary.trace.key);
    return read.and_then([&] { return checkTimes(summary.record); });
}

std::string summaryFact(const Database& database, std::string_view name) {
    std::string found;
    const Result<void> read =
        readRows(database, kFactsTable, kMaxFacts, [&](const SummaryRow& row) {
            if (row.text(0) == name) {
                found = row.isNumber(1)
                            ? std::to_string(row.number(1, std::numeric_limits<std::int64_t>::min(),
                                                        std::numeric_limits<std::int64_t>::max()))
                            : row.text(1);
            }
        });
    return read ? found : std::string();
}

namespace {

// "a, b INTEGER PRIMARY KEY" -> a, b
std::vector<std::string_view> columnsOf(const SummaryTable& table) {
    std::vector<std::string_view> columns;
    std::string_view rest = table.columns;
    while (!rest.empty()) {
        const std::string_view column = rest.substr(0, rest.find(", "));
        columns.push_back(column.substr(0, column.find(' ')));
        rest.remove_prefix(std::min(rest.size(), column.size() + 2));
    }
    return columns;
}

}  // namespace

void SummaryRow::refuse(std::string_view expected) const {
    if (m_problem.empty()) {
        m_problem = fmt::format("table {}, row {}: expected {}", m_table, rowid(), expected);
    }
}

std::int64_t SummaryRow::number(int column, std::int64_t least, std::int64_t most) const {
    const std::optional<std::int64_t> value = m_query.integer(column + 1);
    if (!value || *value < least || *value > most) {
        refuse(fmt::format("{} from {} to {}", m_query.columnName(column + 1), least, most));
        return std::max<std::int64_t>(least, 0);
    }
    return *value;
}

Duration SummaryRow::duration(int column, Duration most) const {
    return Duration(number(column, 0, ns(most)));
}

std::size_t SummaryRow::indexBelow(int column, std::size_t count) const {
    if (count == 0) {
        refuse("no reference to a table without rows");
        return 0;
    }
    return static_cast<std::size_t>(number(column, 0, static_cast<std::int64_t>(count) - 1));
}

std::string SummaryRow::text(int column) const {
    const std::string_view text = m_query.text(column + 1);
    if (text.size() > kMaxTextBytes) {
        refuse("a text of at most 1 MiB");
        return {};
    }
    return std::string(text);
}

Result<void> readRows(const Database& database, const SummaryTable& table, std::size_t maxRows,
                      const std::function<void(const SummaryRow&)>& use) {
    if (database.findTable(table.name) == nullptr) {
        return {};
    }
    DatabaseQuery query = TRY(database.scan(table.name, columnsOf(table)));
    std::string problem;
    const SummaryRow row(query, table.name, problem);
    Result<bool> more = query.next();
    for (std::size_t count = 0; more && *more; more = query.next()) {
        if (++count > maxRows) {
            row.refuse(fmt::format("at most {} rows", maxRows));
        } else {
            use(row);
        }
        if (!problem.empty()) {
            return fail(ErrorCode::Corrupt, problem);
        }
    }
    if (!more) {
        return tl::unexpected(std::move(more.error()));
    }
    return {};
}

}  // namespace gaplight
