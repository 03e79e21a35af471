// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// Bytes as a pack: an error that says something, or a trace whose tables agree, whose texts exist,
// and whose args, fields and events can be read. Checksums would refuse nearly all bytes, so the
// first byte decides: 0, the others are the file; else they change the values of a whole pack
// (mutatedPack()). What is computed from such a trace is a test
// (PackFile.WrongValuesAreRefusedOrHarmless): here it would take nearly all of the time.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "tests/support/formats/packed.h"
#include "tests/support/strange/byte_choices.h"
#include "tests/support/strange/strange_trace.h"

namespace {

using namespace gaplight;
using namespace gaplight::test;

void require(bool condition) {
    if (!condition) {
        std::abort();
    }
}

// One of some packs of small strange traces.
const std::string& packOfSeed(std::uint8_t seed) {
    constexpr std::size_t kPacks = 16;
    constexpr std::size_t kChoices = 160;
    static const std::vector<std::string> kAll = [] {
        std::vector<std::string> all;
        for (std::size_t at = 0; at < kPacks; ++at) {
            std::vector<std::uint8_t> choices = bytesOfSeed(at);
            choices.resize(kChoices, static_cast<std::uint8_t>(at));
            all.push_back(packOfText(strangeTrace(choices)));
        }
        return all;
    }();
    return kAll[seed % kPacks];
}

class PackedTables {
public:
    explicit PackedTables(const LoadedTrace& read)
        : m_trace(*read.trace), m_details(read.details) {}

    void check() {
        require(!m_trace.sources().empty());
        checkTracks();
        checkSlices();
        checkOthers();
        checkColumns();
        require(m_trace.slices().size() == 0 || m_trace.memoryBytes() > 0);
    }

private:
    void checkText(StringId id) const {
        require(!id.isValid() || id.index() < m_trace.strings().size());
    }
    bool isSlice(SliceId slice) const {
        return slice.isValid() && slice.index() < m_trace.slices().size();
    }

    void checkTracks() const {
        for (const Process& process : m_trace.processes()) {
            checkText(process.pid);
            checkText(process.name);
            checkText(process.labels);
            require(process.source.index() < m_trace.sources().size());
        }
        std::size_t slices = 0;
        for (const Track& track : m_trace.tracks()) {
            require(track.process.index() < m_trace.processes().size());
            require(track.sliceCount == 0 || track.firstSlice.index() == slices);
            checkText(track.tid);
            checkText(track.name);
            slices += track.sliceCount;
        }
        require(slices == m_trace.slices().size());
        for (const Category& category : m_trace.categories()) {
            checkText(category.name);
        }
    }

    void checkSlices() const {
        for (std::size_t at = 0; at < m_trace.slices().size(); ++at) {
            const SliceId slice(at);
            require(m_trace.slices().duration(slice).count() >= 0);
            const SliceId parent = m_trace.slices().parent(slice);
            require(!parent.isValid() || parent.index() < at);
            (void)m_trace.correlations().find(slice);
            (void)m_trace.externalIds().find(slice);
            (void)m_trace.shapeKeys().find(slice);
            require(m_trace.slices().category(slice).index() < m_trace.categories().size());
            checkText(m_trace.slices().name(slice));
            const auto args = m_details.args(slice);
            require(args || !args.error().message.empty());
            const auto raw = m_details.raw(slice);
            require(raw || !raw.error().message.empty());
            for (const DetailField field : {DetailField::CallStack, DetailField::OperatorInputs,
                                            DetailField::CollectiveMessage}) {
                const auto text = m_details.field(slice, field);
                require(text || !text.error().message.empty());
            }
        }
    }

    void checkOthers() const {
        for (const Instant& instant : m_trace.instants()) {
            checkText(instant.name);
            require(instant.category.index() < m_trace.categories().size());
            require(instant.track.index() < m_trace.tracks().size());
        }
        for (const Flow& flow : m_trace.flows()) {
            checkText(flow.category);
            require(isSlice(flow.from) && isSlice(flow.to));
        }
        for (const CounterSeries& series : m_trace.counterSeries()) {
            checkText(series.name);
            checkText(series.series);
            require(series.times.size() == series.values.size());
            require(series.process.index() < m_trace.processes().size());
        }
        for (const MemoryEvent& event : m_trace.memoryEvents()) {
            require(event.track.index() < m_trace.tracks().size());
        }
    }

    void checkColumns() const {
        for (const GpuActivity& activity : m_trace.gpuActivities()) {
            require(isSlice(activity.slice));
            require(m_trace.trackOf(activity.slice).index() < m_trace.tracks().size());
        }
        for (const CopyFacts& copy : m_trace.copyFacts().values()) {
            checkText(copy.sourceKind);
            checkText(copy.destinationKind);
            checkText(copy.copyKind);
        }
        for (const SyncFacts& sync : m_trace.syncFacts().values()) {
            checkText(sync.kind);
        }
        for (const CommCallFacts& call : m_trace.commCalls().values()) {
            checkText(call.operation);
            checkText(call.group);
            checkText(call.groupRanks);
            checkText(call.type);
        }
        for (const SliceId slice : m_trace.kernelConfigs().slices()) {
            require(isSlice(slice) && m_trace.kernelConfigs().find(slice) != nullptr);
        }
    }

    const Trace& m_trace;
    const TraceDetails& m_details;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::span bytes(data, size);
    if (bytes.empty()) {
        return 0;
    }
    const bool isFile = bytes.front() == 0;
    const auto read =
        readPacked(isFile ? std::string(reinterpret_cast<const char*>(data) + 1, size - 1)
                          : mutatedPack(packOfSeed(bytes.front()), bytes.subspan(1)));
    if (!read) {
        require(!read.error().message.empty());
        return 0;
    }
    PackedTables(*read).check();
    return 0;
}
