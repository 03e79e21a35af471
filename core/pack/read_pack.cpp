// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/pack/read_pack.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <tbb/partitioner.h>

#include "core/base/parallel.h"
#include "core/base/result.h"
#include "core/pack/pack_layout.h"
#include "core/pack/row_fields.h"
#include "core/trace/source_events.h"

namespace gaplight {
namespace {

// Reads tables until one fails.
class TableInput {
public:
    explicit TableInput(const PackFile& file) : m_file(file) {}

    std::size_t rows(PackTable table, std::size_t column = 0) const {
        return m_file.rows(packSection(table, column));
    }
    void readIntegers(std::uint16_t section, std::size_t rows, const PackFile::Store& store) {
        m_done = m_done.and_then([&] { return m_file.readIntegers(section, rows, store); });
    }
    // A column into the elements of `to`, which has as many rows; other rows are an error, and so
    // is an element that `isAllowed` does not allow.
    template <class Values, class IsAllowed>
    void readColumn(std::uint16_t section, Values& to, const IsAllowed& isAllowed) {
        readIntegers(
            section, to.size(), [&](std::size_t first, std::span<const std::uint64_t> values) {
                for (std::size_t at = 0; at < values.size(); ++at) {
                    if (!setFromInteger(values[at], to[first + at]) || !isAllowed(to[first + at])) {
                        return false;
                    }
                }
                return true;
            });
    }
    template <class Values>
    void readColumn(std::uint16_t section, Values& to) {
        readColumn(section, to, [](const auto& /*element*/) { return true; });
    }
    // The fields of all rows, from `column` on.
    template <class Row, class Rows = std::vector<Row>>
    Rows readRows(PackTable table, std::size_t column = 0) {
        Rows rows(m_done ? this->rows(table, column) : 0, Row());
        const auto read = [&](const auto& field) {
            readIntegers(packSection(table, column++), rows.size(),
                         [&](std::size_t first, std::span<const std::uint64_t> values) {
                             for (std::size_t at = 0; at < values.size(); ++at) {
                                 if (!setFromInteger(values[at], field(rows[first + at]))) {
                                     return false;
                                 }
                             }
                             return true;
                         });
        };
        std::apply([&](const auto&... fields) { (read(fields), ...); }, RowFields<Row>::kAll);
        return rows;
    }
    template <class Row>
    SparseColumn<Row> readSparse(PackTable table) {
        Column<SliceId> slices(m_done ? rows(table) : 0, SliceId());
        readColumn(packSection(table), slices);
        auto values = readRows<Row, Column<Row>>(table, 1);
        require(values.size() == slices.size());
        return {std::move(slices), std::move(values)};
    }
    // Ids of slices, of which there are `sliceCount`.
    template <class Ids>
    Ids readIds(PackTable table, std::size_t sliceCount) {
        typename Ids::Builder builder(sliceCount, m_done ? rows(table) : 0);
        std::uint64_t number = 0;  // of the last slice, counted from 1
        const auto add = [&](std::span<const std::uint64_t> slices,
                             std::span<const std::uint64_t> ids) {
            for (std::size_t at = 0; at < slices.size(); ++at) {
                if (slices[at] <= number || slices[at] > sliceCount) {
                    return false;
                }
                number = slices[at];
            }
            builder.addAll([&](std::size_t at) { return SliceId(slices[at] - 1); }, ids);
            return true;
        };
        m_done = m_done.and_then(
            [&] { return m_file.readPairs(packSection(table, 0), packSection(table, 1), add); });
        return builder.take();
    }
    [[nodiscard]] std::string readBytes(std::uint16_t section) {
        if (!m_done) {
            return {};
        }
        Result<std::string> bytes = m_file.readAll(section);
        m_done = bytes ? Result<void>() : tl::unexpected(bytes.error());
        return bytes ? *std::move(bytes) : std::string();
    }
    void require(bool holds) {
        if (m_done && !holds) {
            m_done = fail(ErrorCode::Corrupt, "its tables do not match");
        }
    }
    [[nodiscard]] Result<void> take() { return std::exchange(m_done, Result<void>()); }
    bool isGood() const { return m_done.has_value(); }

private:
    const PackFile& m_file;
    Result<void> m_done;
};

void readStrings(TableInput& input, StringPool<struct StringTag>& strings) {
    const std::uint16_t section = packSection(PackTable::Strings, 0);
    std::vector<std::uint64_t> lengths(input.rows(PackTable::Strings));
    input.readColumn(section, lengths);
    const std::string texts = input.readBytes(packSection(PackTable::Strings, 1));
    std::string_view rest = texts;
    for (std::size_t at = 0; at < lengths.size() && input.isGood(); ++at) {
        input.require(lengths[at] <= rest.size());
        if (input.isGood()) {
            // Every text once, in the order of their ids.
            input.require(strings.intern(rest.substr(0, lengths[at])).index() == at);
            rest.remove_prefix(lengths[at]);
        }
    }
    input.require(rest.empty());
}

void readTracks(TableInput& input, IncompleteTables& to) {
    to.tables.tracks = input.readRows<Track>(PackTable::Tracks);
    const std::vector<std::uint64_t> keepsRows = input.readRows<std::uint64_t>(
        PackTable::Tracks, std::tuple_size_v<decltype(RowFields<Track>::kAll)>);
    for (const std::uint64_t keeps : keepsRows) {
        input.require(keeps <= 1);
        to.keptRows.push_back(static_cast<std::uint8_t>(keeps));
    }
    input.require(keepsRows.size() == to.tables.tracks.size());
}

// Rows and parents of the tracks that keep theirs.
void readKeptRows(TableInput& input, IncompleteTables& to) {
    const std::size_t count = input.isGood() ? input.rows(PackTable::KeptRows) : 0;
    std::vector<std::uint16_t> rows(count);
    std::vector<SliceId> parents(count);
    input.readColumn(packSection(PackTable::KeptRows, 0), rows);
    input.readColumn(packSection(PackTable::KeptRows, 1), parents);
    if (!input.isGood()) {
        return;
    }
    std::size_t next = 0;
    std::size_t first = 0;
    for (std::size_t at = 0; at < to.tables.tracks.size() && input.isGood(); ++at) {
        const std::size_t slices = to.tables.tracks[at].sliceCount;
        const bool keeps = to.keptRows[at] != 0;
        input.require(slices <= to.slices.start.size() - first &&
                      (!keeps || slices <= count - next));
        for (std::size_t slice = 0; keeps && slice < slices && input.isGood(); ++slice, ++next) {
            to.slices.row[first + slice] = rows[next];
            to.slices.parent[first + slice] = parents[next];
        }
        first += slices;
    }
    input.require(next == count);
}

DurationColumn readDurations(TableInput& input, std::size_t count) {
    Column<std::uint32_t> shortOnes(count);
    std::vector<LongDuration> longOnes;
    std::mutex mutex;  // of `longOnes`
    input.readIntegers(
        packSection(PackTable::Slices, 1), count,
        [&](std::size_t first, std::span<const std::uint64_t> values) {
            for (std::size_t at = 0; at < values.size(); ++at) {
                Duration duration{};
                if (!setFromInteger(values[at], duration)) {
                    return false;
                }
                const bool isShort = duration.count() >= 0 && duration < Duration(Durations::kLong);
                shortOnes[first + at] =
                    isShort ? static_cast<std::uint32_t>(duration.count()) : Durations::kLong;
                if (!isShort) {
                    const std::lock_guard lock(mutex);
                    longOnes.push_back({static_cast<std::uint32_t>(first + at), duration});
                }
            }
            return true;
        });
    std::sort(longOnes.begin(), longOnes.end(),
              [](const auto& left, const auto& right) { return left.slice < right.slice; });
    longOnes.shrink_to_fit();
    return {std::move(shortOnes), std::move(longOnes)};
}

// The columns that nesting needs, and room for all.
void readTimes(TableInput& input, SliceColumns& slices) {
    const std::size_t count = input.isGood() ? input.rows(PackTable::Slices) : 0;
    input.require(count < SliceId::kNone);
    if (!input.isGood()) {
        return;
    }
    slices.start.resize(count);
    slices.name.resize(count);
    slices.category.resize(count);
    slices.row.resize(count);
    slices.parent.resize(count);
    slices.eventLow.resize(count);
    input.readColumn(packSection(PackTable::Slices, 0), slices.start);
    slices.duration = readDurations(input, count);
}

// The other columns. Their texts and categories are in `tables`.
void readSlices(TableInput& input, const TraceTables& tables, SliceColumns& slices) {
    input.readColumn(
        packSection(PackTable::Slices, 2), slices.name,
        [texts = tables.strings.size()](StringId name) { return name.index() < texts; });
    input.readColumn(packSection(PackTable::Slices, 3), slices.category,
                     [categories = tables.categories.size()](std::uint16_t category) {
                         return category < categories;
                     });
    std::once_flag areHigh;
    input.readIntegers(
        packSection(PackTable::Slices, 4), slices.eventLow.size(),
        [&](std::size_t first, std::span<const std::uint64_t> values) {
            std::uint64_t all = 0;
            for (std::size_t at = 0; at < values.size(); ++at) {
                all |= values[at];
                slices.eventLow[first + at] = static_cast<std::uint32_t>(values[at]);
            }
            if (all >> 32U == 0) {
                return true;
            }
            std::call_once(areHigh, [&] { slices.eventHigh.assign(slices.eventLow.size(), 0); });
            for (std::size_t at = 0; at < values.size(); ++at) {
                slices.eventHigh[first + at] = static_cast<std::uint8_t>(values[at] >> 32U);
            }
            return all < std::uint64_t{1} << EventId::kBits;
        });
}

void readCounters(TableInput& input, std::vector<CounterSeries>& to) {
    std::vector<CounterSeries> all(input.isGood() ? input.rows(PackTable::Counters) : 0);
    const auto read = [&](std::size_t column, const auto& field) {
        input.readIntegers(packSection(PackTable::Counters, column), all.size(),
                           [&](std::size_t first, std::span<const std::uint64_t> values) {
                               for (std::size_t at = 0; at < values.size(); ++at) {
                                   if (!setFromInteger(values[at], field(all[first + at]))) {
                                       return false;
                                   }
                               }
                               return true;
                           });
    };
    std::vector<std::uint64_t> counts(all.size());
    read(
        0, [](CounterSeries & one) -> auto& { return one.process; });
    read(
        1, [](CounterSeries & one) -> auto& { return one.name; });
    read(
        2, [](CounterSeries & one) -> auto& { return one.series; });
    input.readColumn(packSection(PackTable::Counters, 3), counts);
    const std::size_t total = input.isGood() ? input.rows(PackTable::CounterValues) : 0;
    std::vector<Time> times(total);
    std::vector<double> values(total);
    input.readColumn(packSection(PackTable::CounterValues, 0), times);
    input.readColumn(packSection(PackTable::CounterValues, 1), values);
    std::size_t next = 0;
    for (std::size_t at = 0; at < all.size() && input.isGood(); ++at) {
        input.require(counts[at] <= total - next);
        if (input.isGood()) {
            const auto begin = static_cast<std::ptrdiff_t>(next);
            const auto end = begin + static_cast<std::ptrdiff_t>(counts[at]);
            all[at].times.assign(times.begin() + begin, times.begin() + end);
            all[at].values.assign(values.begin() + begin, values.begin() + end);
            next += counts[at];
        }
    }
    input.require(next == total);
    to = std::move(all);
}

// What reads some of the tables.
using TableReading = std::function<void(TableInput&)>;

// Runs all beside one another. An exception of one would cancel the parallel loops of the others,
// which would go on with what these had not filled in: it is thrown once all are done. Errors: of
// those that fail, that of the first in the list.
Result<void> readBeside(const PackFile& file, std::span<const TableReading> readings) {
    std::vector<Result<void>> results(readings.size());
    std::vector<std::exception_ptr> failures(readings.size());
    parallelFor(
        std::size_t{0}, readings.size(),
        [&](std::size_t at) {
            try {
                TableInput input(file);
                readings[at](input);
                results[at] = input.take();
            } catch (...) {
                failures[at] = std::current_exception();
            }
        },
        tbb::simple_partitioner());
    for (const std::exception_ptr& failure : failures) {
        if (failure) {
            std::rethrow_exception(failure);
        }
    }
    const auto failed = std::find_if(results.begin(), results.end(),
                                     [](const Result<void>& result) { return !result; });
    return failed == results.end() ? Result<void>() : std::move(*failed);
}

// Reads the rest beside the nesting, which is the work of one core where one track has nearly all
// slices. Ids and kernels are read by one core each, too. readBeside() begins with the first of
// either half; what all cores can share is in the first half, after the nesting, so that it comes
// last.
Result<TraceTables> nestAndRead(const PackFile& file, IncompleteTables given) {
    TraceTables& tables = given.tables;
    const std::size_t sliceCount = given.slices.start.size();
    Result<TableExtent> times;
    const std::array<TableReading, 9> readings{
        [&](TableInput&) { times = nestSlices(given); },
        [&](TableInput& input) { readSlices(input, tables, given.slices); },
        [&](TableInput& input) {
            tables.instants = input.readRows<Instant>(PackTable::Instants);
            tables.flows = input.readRows<Flow>(PackTable::Flows);
            readCounters(input, tables.counters);
            tables.memory = input.readRows<MemoryEvent, Column<MemoryEvent>>(PackTable::Memory);
        },
        [&](TableInput& input) {
            given.gpu = input.readRows<GpuActivity>(PackTable::Gpu);
            tables.copies = input.readSparse<CopyFacts>(PackTable::Copies);
            tables.syncs = input.readSparse<SyncFacts>(PackTable::Syncs);
            tables.commCalls = input.readSparse<CommCallFacts>(PackTable::CommCalls);
        },
        [&](TableInput& input) {
            tables.pythonId = input.readIds<SparseIds>(PackTable::PythonId, sliceCount);
        },
        [&](TableInput& input) {
            tables.externalId = input.readIds<SparseIds>(PackTable::ExternalId, sliceCount);
        },
        [&](TableInput& input) {
            tables.kernels = repeatedConfigs(input.readSparse<KernelConfig>(PackTable::Kernels));
        },
        [&](TableInput& input) {
            tables.correlation = input.readIds<SparseIds>(PackTable::Correlation, sliceCount);
        },
        [&](TableInput& input) {
            tables.shapeKey = input.readIds<RepeatedIds>(PackTable::ShapeKey, sliceCount);
        }};
    TRY(readBeside(file, readings));
    return times.and_then(
        [&](const TableExtent& extent) { return completeTables(std::move(given), extent); });
}

}  // namespace

Result<PackedTrace> readPack(const PackFile& file) {
    TableInput input(file);
    PackFacts facts = TRY(readPackFacts(file));
    IncompleteTables tables;
    tables.tables.sources = std::move(facts.sources);
    tables.tables.issues = std::move(facts.issues);
    readStrings(input, tables.tables.strings);
    tables.tables.processes = input.readRows<Process>(PackTable::Processes);
    readTracks(input, tables);
    tables.tables.categories = input.readRows<Category>(PackTable::Categories);
    readTimes(input, tables.slices);
    readKeptRows(input, tables);
    const Result<void> read = input.take();
    Result<TraceTables> complete = read ? nestAndRead(file, std::move(tables))
                                        : Result<TraceTables>(tl::unexpected(read.error()));
    if (!complete && complete.error().code != ErrorCode::Corrupt) {
        return tl::unexpected(std::move(complete.error()));  // a failed read is no damage
    }
    if (!complete) {
        return fail(ErrorCode::Corrupt, "the pack is damaged: " + complete.error().message);
    }
    return PackedTrace{std::move(facts), *std::move(complete)};
}

}  // namespace gaplight
