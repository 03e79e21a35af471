// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/loading/pack_load.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <stdexcept>
#include <stop_token>
#include <vector>

#include "core/io/output_writer.h"
#include "core/pack/write_pack.h"
#include "core/session/scene_data.h"
#include "core/session/session.h"
#include "tests/bench/timing/isolated_run.h"
#include "tests/bench/timing/stopwatch.h"
#include "tests/bench/timing/value_or_throw.h"

namespace gaplight::bench {
namespace {

std::vector<double> figuresOf(const std::string& what,
                              const std::function<std::vector<double>()>& work) {
    return valueOrThrow(isolatedRun(what, work));
}

LoadTime timed(const std::string& what, const std::function<void()>& work) {
    const std::vector<double> figures = figuresOf(what, [&] {
        const double before = processorSeconds();
        const Stopwatch watch;
        work();
        return std::vector<double>{watch.seconds(), processorSeconds() - before};
    });
    return {figures.at(0), figures.at(1)};
}

// Until the window has what it draws; the load is stopped then.
LoadTime timeToDrawn(const std::string& path) {
    const std::vector<double> figures = figuresOf("drawing", [&] {
        std::vector<double> drawn;
        const double before = processorSeconds();
        const Stopwatch watch;
        std::stop_source stop;
        OpenOptions options;
        options.minSlicesReadable = 0;
        options.stop = stop.get_token();
        options.onReadable = [&](const std::shared_ptr<const Session>& session) {
            const auto scene = SceneData::build(session);
            drawn = {watch.seconds(), processorSeconds() - before};
            stop.request_stop();
        };
        (void)openSession(path, options);
        return drawn;
    });
    return {figures.at(0), figures.at(1)};
}

void takeBest(LoadTime& best, const LoadTime& round) {
    best.wall = std::min(best.wall, round.wall);
    best.processor = std::min(best.processor, round.processor);
}

void write(const LoadedTrace& trace, const std::string& path, bool withArgs) {
    const auto writer = valueOrThrow(
        OutputWriter::create(path, Deflation::None, OutputWriter::WriteMode::AtomicReplace));
    PackOptions options;
    options.withArgs = withArgs;
    options.compression = PackCompression::Quick;  // as the cache
    valueOrThrow(writePack(*trace.trace, trace.details.of(SourceId()), options,
                           [&](std::string_view bytes) { return writer->write(bytes); }));
    if (!writer->commit()) {
        throw std::runtime_error("the pack cannot be written: " + path);
    }
}

}  // namespace

PackLoad measurePack(const std::string& trace, int rounds) {
    const std::string pack = trace + ".gpk";
    const std::string without = trace + ".without.gpk";
    PackLoad load;
    const std::vector<double> writing = figuresOf("packing " + trace, [&] {
        const LoadedTrace loaded = valueOrThrow(readTrace(trace));
        write(loaded, without, false);
        const double before = processorSeconds();
        const Stopwatch watch;
        write(loaded, pack, true);
        return std::vector<double>{watch.seconds(), processorSeconds() - before};
    });
    load.writing = {writing.at(0), writing.at(1)};
    load.bytes = static_cast<double>(std::filesystem::file_size(pack));
    load.bytesWithoutArgs = static_cast<double>(std::filesystem::file_size(without));
    constexpr double kNever = std::numeric_limits<double>::max();
    for (LoadTime* time : {&load.traceToTables, &load.packToTables, &load.traceToDrawn,
                           &load.packToDrawn, &load.traceToSession, &load.packToSession}) {
        *time = {kNever, kNever};
    }
    for (int round = 0; round < rounds; ++round) {
        takeBest(load.traceToTables, timed("reading", [&] { valueOrThrow(readTrace(trace)); }));
        takeBest(load.packToTables, timed("reading", [&] { valueOrThrow(readTrace(pack)); }));
        takeBest(load.traceToDrawn, timeToDrawn(trace));
        takeBest(load.packToDrawn, timeToDrawn(pack));
        takeBest(load.traceToSession, timed("opening", [&] { valueOrThrow(openSession(trace)); }));
        takeBest(load.packToSession, timed("opening", [&] { valueOrThrow(openSession(pack)); }));
    }
    std::filesystem::remove(pack);
    std::filesystem::remove(without);
    return load;
}

}  // namespace gaplight::bench
