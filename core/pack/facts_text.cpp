// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/pack/facts_text.h"

#include <bit>
#include <optional>
#include <type_traits>
#include <utility>

#include "core/pack/pack_bytes.h"
#include "core/pack/pack_layout.h"

namespace gaplight {
namespace {

// Each structure lists its fields once, in passFields(); a pass writes or reads them.
class WritingPass {
public:
    void field(const std::string& text) { m_writer.text(text); }
    void field(double value) { m_writer.number(std::bit_cast<std::uint64_t>(value)); }
    template <class T>
    requires(std::is_integral_v<T> || std::is_enum_v<T>) void field(T value) {
        m_writer.number(static_cast<std::uint64_t>(value));
    }
    template <class T>
    void field(const std::optional<T>& value) {
        field(value.has_value());
        field(value.value_or(T{}));
    }
    template <class First, class Second>
    void field(const std::pair<First, Second>& pair) {
        field(pair.first);
        field(pair.second);
    }
    template <class T>
    void field(const std::vector<T>& list) {
        m_writer.number(list.size());
        for (const T& one : list) {
            field(one);
        }
    }
    template <class T>
    requires(std::is_class_v<T>) void field(const T& value) { passFields(*this, value); }
    std::string take() { return m_writer.take(); }

private:
    ByteWriter m_writer;
};

class ReadingPass {
public:
    explicit ReadingPass(std::string_view bytes) : m_reader(bytes) {}

    void field(std::string& text) { text = std::string(m_reader.text()); }
    void field(double& value) { value = std::bit_cast<double>(m_reader.number()); }
    template <class T>
    requires(std::is_integral_v<T> || std::is_enum_v<T>) void field(T& value) {
        const std::uint64_t number = m_reader.number();
        value = static_cast<T>(number);
        m_isGood = m_isGood && static_cast<std::uint64_t>(value) == number;
    }
    template <class T>
    void field(std::optional<T>& value) {
        bool isThere = false;
        T content{};
        field(isThere);
        field(content);
        value = isThere ? std::optional(content) : std::nullopt;
    }
    template <class First, class Second>
    void field(std::pair<First, Second>& pair) {
        field(pair.first);
        field(pair.second);
    }
    template <class T>
    void field(std::vector<T>& list) {
        list.resize(m_reader.count(sizeof(std::uint64_t)));
        for (T& one : list) {
            field(one);
        }
    }
    template <class T>
    requires(std::is_class_v<T>) void field(T& value) { passFields(*this, value); }
    bool isGood() const { return m_isGood && m_reader.isGood() && m_reader.atEnd(); }

private:
    ByteReader m_reader;
    bool m_isGood = true;
};

template <class Pass, class... Fields>
void pass(Pass& pass, Fields&... fields) {
    (pass.field(fields), ...);
}

template <class Value, class Type>
concept Is = std::is_same_v<std::remove_const_t<Value>, Type>;

template <class Pass, Is<ProcessGroup> Group>
void passFields(Pass& to, Group& group) {
    pass(to, group.name, group.description, group.backend, group.ranks);
}

template <class Pass, Is<SourceClock> Clock>
void passFields(Pass& to, Clock& clock) {
    pass(to, clock.epochNs, clock.offsetNs, clock.driftPpm, clock.uncertaintyNs,
         clock.isCalibrated);
}

template <class Pass, Is<Source> One>
void passFields(Pass& to, One& source) {
    pass(to, source.format, source.rank, source.worldSize, source.host, source.processGroups,
         source.clock);
}

template <class Pass, Is<DeviceProperties> Device>
void passFields(Pass& to, Device& device) {
    pass(to, device.gpu.source.value, device.gpu.device, device.name, device.totalMemoryBytes,
         device.computeMajor, device.computeMinor, device.sms, device.maxThreadsPerSm,
         device.maxThreadsPerBlock, device.registersPerSm, device.sharedMemoryPerSmBytes,
         device.warpSize);
}

template <class Pass, Is<ImportIssue> Issue>
void passFields(Pass& to, Issue& issue) {
    pass(to, issue.kind, issue.count, issue.firstPosition, issue.example);
}

template <class Pass, Is<TraceFacts> Facts>
void passFields(Pass& to, Facts& facts) {
    pass(to, facts.format, facts.compression, facts.bytes, facts.inflatedBytes,
         facts.positionsAreBytes, facts.events, facts.flowEvents, facts.baseTimeNs,
         facts.displayTimeUnit, facts.withStack, facts.recordShapes, facts.profileMemory,
         facts.traceName, facts.distributedInfo, facts.rank, facts.worldSize, facts.host,
         facts.processGroups, facts.devices, facts.metadata);
}

bool isKnown(const PackFacts& facts) {
    for (const DeviceProperties& device : facts.facts.devices) {
        if (device.gpu.source.index() >= facts.sources.size()) {
            return false;
        }
    }
    return facts.fieldKeys <= FieldKeys::Kineto;
}

}  // namespace

std::string factsBytes(const PackFacts& facts) {
    WritingPass to;
    const std::vector<ImportIssue> issues = facts.issues.list();
    pass(to, facts.cacheKey, facts.hasArgs, facts.fieldKeys, facts.facts, facts.sources, issues);
    return to.take();
}

Result<PackFacts> factsFrom(std::string_view bytes) {
    PackFacts facts;
    std::vector<ImportIssue> issues;
    ReadingPass from(bytes);
    pass(from, facts.cacheKey, facts.hasArgs, facts.fieldKeys, facts.facts, facts.sources, issues);
    for (const ImportIssue& issue : issues) {
        if (issue.kind >= IssueKind::Count_) {
            return fail(ErrorCode::Corrupt, "the pack has an issue of no known kind");
        }
        facts.issues.record(issue.kind, issue.firstPosition, issue.example, issue.count);
    }
    if (!from.isGood() || !isKnown(facts)) {
        return fail(ErrorCode::Corrupt, "the facts of the pack are damaged; pack the trace again");
    }
    return facts;
}

Result<PackFacts> readPackFacts(const PackFile& file) {
    return file.readAll(packSection(PackTable::Facts)).and_then([](const std::string& bytes) {
        return factsFrom(bytes);
    });
}

}  // namespace gaplight
