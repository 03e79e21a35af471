// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/pack/write_pack.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "core/base/parallel.h"
#include "core/pack/args_listing.h"
#include "core/pack/facts_text.h"
#include "core/pack/pack_layout.h"
#include "core/pack/row_fields.h"
#include "core/pack/table_completion.h"

namespace gaplight {
namespace {

// Writes tables until one fails.
class TableOutput {
public:
    explicit TableOutput(PackOutput& output) : m_output(output) {}

    void addIntegers(std::uint16_t section, std::size_t rows, const PackOutput::Fill& fill) {
        m_done = m_done.and_then([&] { return m_output.addIntegers(section, rows, fill); });
    }
    // The value of each row, as `valueAt` gives it.
    template <class ValueAt>
    void addColumn(std::uint16_t section, std::size_t rows, const ValueAt& valueAt) {
        addIntegers(section, rows, [&](std::size_t first, std::span<std::uint64_t> values) {
            for (std::size_t at = 0; at < values.size(); ++at) {
                values[at] = integerOf(valueAt(first + at));
            }
        });
    }
    // All fields of the rows, as columns from `column` on.
    template <class Row>
    void addRows(PackTable table, std::span<const Row> rows, std::size_t column = 0) {
        addRows<Row>(table, rows.size(), column,
                     [&](std::size_t at) -> const Row& { return rows[at]; });
    }
    template <class Row, class RowAt>
    void addRows(PackTable table, std::size_t count, std::size_t column, const RowAt& rowAt) {
        const auto add = [&](const auto& field) {
            addColumn(packSection(table, column++), count,
                      [&](std::size_t at) { return field(rowAt(at)); });
        };
        std::apply([&](const auto&... fields) { (add(fields), ...); }, RowFields<Row>::kAll);
    }
    template <class Row>
    void addSparse(PackTable table, const SparseColumn<Row>& column) {
        addColumn(packSection(table), column.size(),
                  [&](std::size_t at) { return column.slices()[at]; });
        addRows(table, column.values(), 1);
    }
    template <class Row>
    void addSparse(PackTable table, const RepeatedColumn<Row>& column) {
        addColumn(packSection(table), column.size(),
                  [&](std::size_t at) { return column.slices()[at]; });
        addRows<Row>(table, column.size(), 1,
                     [&](std::size_t at) -> const Row& { return column.value(at); });
    }
    void addBytes(std::uint16_t section, std::size_t rows, std::string_view bytes) {
        std::vector<std::string> blocks;
        for (; !bytes.empty(); bytes.remove_prefix(std::min(bytes.size(), kTextBlockBytes))) {
            blocks.emplace_back(bytes.substr(0, kTextBlockBytes));
        }
        m_done = m_done.and_then([&] { return m_output.addBlocks(section, rows, blocks); });
    }
    [[nodiscard]] Result<void> result() { return std::move(m_done); }

private:
    PackOutput& m_output;
    Result<void> m_done;
};

void addStrings(const Trace& trace, TableOutput& output) {
    const std::size_t count = trace.strings().size();
    const auto text = [&](std::size_t at) { return trace.strings().view(StringId(at)); };
    std::string texts;
    for (std::size_t at = 0; at < count; ++at) {
        texts += text(at);
    }
    output.addColumn(packSection(PackTable::Strings, 0), count,
                     [&](std::size_t at) { return text(at).size(); });
    output.addBytes(packSection(PackTable::Strings, 1), count, texts);
}

void addTracks(const Trace& trace, TableOutput& output) {
    const std::span<const Track> tracks = trace.tracks();
    std::vector<std::uint64_t> keepsRows(tracks.size());
    parallelFor(std::size_t{0}, tracks.size(), [&](std::size_t at) {
        keepsRows[at] = isNestedAsUsual(trace, TrackId(at)) ? 0 : 1;
    });
    std::vector<Track> stored(tracks.begin(), tracks.end());
    std::vector<std::uint64_t> slices;  // of the tracks that keep their rows
    for (std::size_t at = 0; at < stored.size(); ++at) {
        Track& track = stored[at];
        track.kind = track.kind == TrackKind::Async ? TrackKind::Async : TrackKind::Thread;
        for (std::size_t slice = 0; keepsRows[at] != 0 && slice < track.sliceCount; ++slice) {
            slices.push_back(track.firstSlice.index() + slice);
        }
    }
    output.addRows<Track>(PackTable::Tracks, stored);
    output.addRows<std::uint64_t>(PackTable::Tracks, keepsRows,
                                  std::tuple_size_v<decltype(RowFields<Track>::kAll)>);
    output.addColumn(packSection(PackTable::KeptRows, 0), slices.size(),
                     [&](std::size_t at) { return trace.slices().row(SliceId(slices[at])); });
    output.addColumn(packSection(PackTable::KeptRows, 1), slices.size(),
                     [&](std::size_t at) { return trace.slices().parent(SliceId(slices[at])); });
}

void addSlices(const SliceTable& slices, TableOutput& output) {
    const auto add = [&](std::size_t column, const auto& valueAt) {
        output.addColumn(packSection(PackTable::Slices, column), slices.size(),
                         [&](std::size_t at) { return valueAt(SliceId(at)); });
    };
    add(0, [&](SliceId slice) { return slices.start(slice); });
    add(1, [&](SliceId slice) { return slices.duration(slice); });
    add(2, [&](SliceId slice) { return slices.name(slice); });
    add(3, [&](SliceId slice) { return slices.category(slice).value; });
    add(4, [&](SliceId slice) { return slices.event(slice); });
}

template <class Ids>
void addIds(PackTable table, const Ids& ids, TableOutput& output) {
    std::vector<SliceId> slices;
    std::vector<std::uint64_t> values;
    slices.reserve(ids.size());
    values.reserve(ids.size());
    ids.forEach([&](SliceId slice, std::uint64_t id) {
        slices.push_back(slice);
        values.push_back(id);
    });
    output.addColumn(packSection(table, 0), slices.size(),
                     [&](std::size_t at) { return slices[at]; });
    output.addColumn(packSection(table, 1), slices.size(),
                     [&](std::size_t at) { return values[at]; });
}

void addCounters(const Trace& trace, TableOutput& output) {
    const std::span<const CounterSeries> all = trace.counterSeries();
    const auto add = [&](std::size_t column, const auto& valueAt) {
        output.addColumn(packSection(PackTable::Counters, column), all.size(),
                         [&](std::size_t at) { return valueAt(all[at]); });
    };
    add(0, [](const CounterSeries& one) { return one.process; });
    add(1, [](const CounterSeries& one) { return one.name; });
    add(2, [](const CounterSeries& one) { return one.series; });
    add(3, [](const CounterSeries& one) { return one.times.size(); });
    std::vector<Time> times;
    std::vector<double> values;
    for (const CounterSeries& one : all) {
        times.insert(times.end(), one.times.begin(), one.times.end());
        values.insert(values.end(), one.values.begin(), one.values.end());
    }
    output.addColumn(packSection(PackTable::CounterValues, 0), times.size(),
                     [&](std::size_t at) { return times[at]; });
    output.addColumn(packSection(PackTable::CounterValues, 1), values.size(),
                     [&](std::size_t at) { return values[at]; });
}

Result<void> writeTables(const Trace& trace, const EventDetails& details,
                         const PackOptions& options, PackOutput& to) {
    TableOutput output(to);
    PackFacts facts;
    facts.facts = trace.facts();
    facts.sources.assign(trace.sources().begin(), trace.sources().end());
    facts.issues = trace.issues();
    facts.hasArgs = options.withArgs;
    if (!options.withArgs && trace.issues().count(IssueKind::ArgsLeftOut) == 0) {
        facts.issues.record(IssueKind::ArgsLeftOut, 0, {}, trace.slices().size());
    }
    facts.cacheKey = options.cacheKey;
    facts.fieldKeys = fieldKeysOf(details);
    output.addBytes(packSection(PackTable::Facts), 1, factsBytes(facts));
    addStrings(trace, output);
    output.addRows(PackTable::Processes, trace.processes());
    addTracks(trace, output);
    output.addRows(PackTable::Categories, trace.categories());
    addSlices(trace.slices(), output);
    output.addRows(PackTable::Instants, trace.instants());
    output.addRows(PackTable::Flows, trace.flows());
    addCounters(trace, output);
    output.addRows(PackTable::Memory, trace.memoryEvents());
    addIds(PackTable::Correlation, trace.correlations(), output);
    addIds(PackTable::ExternalId, trace.externalIds(), output);
    addIds(PackTable::PythonId, trace.pythonIds(), output);
    addIds(PackTable::ShapeKey, trace.shapeKeys(), output);
    output.addRows(PackTable::Gpu, trace.gpuActivities());
    output.addSparse(PackTable::Kernels, trace.kernelConfigs());
    output.addSparse(PackTable::Copies, trace.copyFacts());
    output.addSparse(PackTable::Syncs, trace.syncFacts());
    output.addSparse(PackTable::CommCalls, trace.commCalls());
    return output.result();
}

}  // namespace

Result<std::uint64_t> writePack(const Trace& trace, const EventDetails& details,
                                const PackOptions& options, const PackOutput::Write& write) {
    if (trace.sources().size() != 1) {
        return fail(ErrorCode::BadArgument, "a trace of several sources cannot be packed");
    }
    PackOptions written = options;
    if (trace.issues().count(IssueKind::ArgsLeftOut) > 0) {
        written.withArgs = false;  // of a pack that has none
    }
    PackOutput output(write, options.stop, options.compression);
    Result<void> done =
        output.begin().and_then([&] { return writeTables(trace, details, written, output); });
    if (done && written.withArgs) {
        done = writeArgs(trace.slices(), details, written, output);
    }
    done = done.and_then([&] { return output.finish(); });
    return done ? Result<std::uint64_t>(output.bytesWritten()) : tl::unexpected(done.error());
}

}  // namespace gaplight
