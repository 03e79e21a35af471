// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/xplane/xplane_trace.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/base/printable_text.h"
#include "core/base/result.h"
#include "core/formats/launcher_rank.h"
#include "core/formats/protobuf_keys.h"
#include "core/formats/xplane/xplane_events.h"
#include "core/formats/xplane/xplane_texts.h"
#include "core/io/byte_source.h"
#include "core/pack/args_listing.h"
#include "core/trace/event_details.h"

namespace gaplight {
namespace {

// The bytes of a plane in the source, and its names.
struct XplaneExtent {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::unique_ptr<const XplaneTexts> texts;
};

// Details of events of an XSpace: an EventId is the byte at which the event's XEvent message begins
// in the inflated source. Args are its stats, and those of all events of its kind.
class XplaneDetails final : public EventDetails, public ArgsListing {
public:
    // `planes` ascend.
    XplaneDetails(std::shared_ptr<const RandomAccess> source, std::vector<XplaneExtent> planes)
        : m_source(std::move(source)), m_planes(std::move(planes)) {}

    [[nodiscard]] Result<std::vector<Arg>> args(EventId event) const override;
    [[nodiscard]] Result<void> checkUnchanged() const override {
        return m_source->checkUnchanged();
    }

private:
    std::shared_ptr<const RandomAccess> m_source;
    std::vector<XplaneExtent> m_planes;
};

constexpr std::size_t kMaxLengthBytes = 10;
constexpr std::size_t kMaxEventBytes = std::size_t{16} << 20U;

// Ends with the message that begins at `offset`, whose length is in the bytes before it.
Result<std::string> readEventMessage(const RandomAccess& source, std::uint64_t offset) {
    // The length's varint ends right before the message, after the tag 0x22 (field 4).
    const std::uint64_t back = std::min<std::uint64_t>(offset, kMaxLengthBytes);
    std::string before(back, '\0');
    TRY(source.readAt(offset - back, {before.data(), before.size()}));
    for (std::size_t bytes = 1; bytes < back; ++bytes) {
        const std::string_view varint = std::string_view(before).substr(back - bytes);
        const bool isBehindTag = before[back - bytes - 1] == '\x22';
        std::uint64_t length = 0;
        bool isVarint = (static_cast<unsigned char>(varint.back()) & 0x80U) == 0;
        for (std::size_t at = 0; at < bytes; ++at) {
            const auto byte = static_cast<unsigned char>(varint[at]);
            length |= std::uint64_t{byte & 0x7fU} << (7 * at);
            isVarint = isVarint && (at + 1 == bytes || (byte & 0x80U) != 0);
        }
        if (isBehindTag && isVarint && length <= kMaxEventBytes) {
            std::string message(length, '\0');
            const auto read = TRY(source.readAt(offset, {message.data(), message.size()}));
            message.resize(read);
            return message;
        }
    }
    return fail(ErrorCode::NotReadable,
                "no event begins there any more; the file was changed: "
                "open it again");
}

Result<std::vector<Arg>> XplaneDetails::args(EventId event) const {
    std::vector<Arg> args;
    const auto after = std::upper_bound(
        m_planes.begin(), m_planes.end(), event.number(),
        [](std::uint64_t byte, const XplaneExtent& plane) { return byte < plane.begin; });
    if (after == m_planes.begin() || event.number() >= std::prev(after)->end) {
        return args;
    }
    const XplaneTexts& texts = *std::prev(after)->texts;
    const std::string message = TRY(readEventMessage(*m_source, event.number()));
    try {
        protozero::pbf_message<XEventField> fields(viewOf(message));
        while (fields.next()) {
            if (fields.tag_and_type() == bytesKey(XEventField::Stats)) {
                const XplaneStat stat = texts.readStat(textOf(fields.get_view()));
                args.push_back({std::string(stat.name), stat.display()});
            } else if (fields.tag_and_type() == varintKey(XEventField::MetadataId)) {
                const XplaneTexts::EventKind* kind = texts.findEvent(fields.get_int64());
                if (kind != nullptr && !kind->longName.empty()) {
                    args.push_back({"long_name", kind->longName});
                }
                if (kind != nullptr) {
                    args.insert(args.end(), kind->stats.begin(), kind->stats.end());
                }
            } else {
                fields.skip();
            }
        }
    } catch (const protozero::exception&) {
        return args;  // damaged: what is before the damage
    }
    return args;
}

constexpr std::uint64_t kMaxBytes = std::uint64_t{4} << 30U;
constexpr std::size_t kReadStep = std::size_t{4} << 20U;
constexpr std::string_view kDevicePrefix = "/device:";
constexpr std::int64_t kFirstEpochNs = 1'000'000'000'000'000'000;  // 2001

Result<std::string> readWhole(TraceInput& input, const ReadOptions& options) {
    std::string bytes = std::move(input.head);
    for (;;) {
        const std::size_t size = bytes.size();
        if (size > kMaxBytes) {
            return fail(ErrorCode::TooLarge, "an XPlane file of more than 4 GiB");
        }
        bytes.resize(size + kReadStep);
        const Result<std::size_t> got = input.bytes.readNext({bytes.data() + size, kReadStep});
        if (options.stop.stop_requested()) {
            return fail(ErrorCode::Cancelled, "loading was cancelled");
        }
        if (!got) {
            return tl::unexpected(got.error());
        }
        bytes.resize(size + *got);
        if (options.onProgress) {
            options.onProgress({input.bytes.consumedBytes(), input.bytes.totalBytes(), 0, 0});
        }
        if (*got == 0) {
            return bytes;
        }
    }
}

// "/device:GPU:3" is 3.
std::optional<std::int32_t> deviceOfPlane(std::string_view name) {
    if (!name.starts_with(kDevicePrefix)) {
        return std::nullopt;
    }
    const std::string_view digits = name.substr(name.rfind(':') + 1);
    std::int32_t device = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), device);
    return error == std::errc{} ? std::optional(device) : std::nullopt;
}

struct PlaneMessage {
    std::string_view bytes;
    std::string name;
    std::vector<std::string_view> lines;
    std::vector<XplaneStat> stats;
    std::unique_ptr<XplaneTexts> texts;
};

class XplaneLoad {
public:
    XplaneLoad(const std::string& bytes, TraceBuilder& builder, const ReadOptions& options)
        : m_bytes(bytes), m_builder(builder), m_options(options) {}

    void run(TraceFacts& facts) {
        readSpace();
        findOrigin();
        XplaneEvents events(m_originNs,
                            [this](EventBatch batch) { m_builder.add(std::move(batch)); });
        std::map<std::string, std::uint64_t> read;
        for (const PlaneMessage& plane : m_planes) {
            const std::uint64_t before = events.eventCount();
            readLines(plane, events);
            describe(plane, facts);
            if (events.eventCount() > before) {
                read[plane.name] = events.eventCount() - before;
            }
        }
        events.flush();
        m_builder.addIssues(m_issues);
        facts.baseTimeNs = m_epochNs;
        facts.metadata.emplace_back("events read", metadataJson(read));
        if (events.aggregateCount() > 0) {
            facts.metadata.emplace_back("events without time, not read",
                                        std::to_string(events.aggregateCount()));
        }
    }

    bool finishedEarly() const { return m_finishedEarly; }
    [[nodiscard]] std::vector<XplaneExtent> takeExtents() {
        std::vector<XplaneExtent> extents;
        for (PlaneMessage& plane : m_planes) {
            const std::uint64_t begin = offsetOf(plane.bytes.data());
            extents.push_back({begin, begin + plane.bytes.size(), std::move(plane.texts)});
        }
        return extents;
    }

private:
    std::uint64_t offsetOf(const char* at) const {
        return static_cast<std::uint64_t>(at - m_bytes.data());
    }

    void readSpace() {
        protozero::pbf_message<SpaceField> fields(viewOf(m_bytes));
        const char* last = m_bytes.data();
        try {
            while (fields.next()) {
                if (fields.tag_and_type() == bytesKey(SpaceField::Planes)) {
                    readPlane(textOf(fields.get_view()));
                } else if (fields.tag_and_type() == bytesKey(SpaceField::HostNames)) {
                    m_host = validUtf8(textOf(fields.get_view()));
                } else {
                    fields.skip();
                }
                last = fields.data().data();
            }
        } catch (const protozero::exception&) {
            m_issues.record(IssueKind::Truncated, offsetOf(last), {});
        }
    }

    void readPlane(std::string_view message) {
        PlaneMessage plane;
        plane.bytes = message;
        plane.texts = std::make_unique<XplaneTexts>();
        try {
            plane.texts->read(message);
            protozero::pbf_message<PlaneField> fields(viewOf(message));
            while (fields.next()) {
                if (fields.tag_and_type() == bytesKey(PlaneField::Name)) {
                    plane.name = validUtf8(textOf(fields.get_view()));
                } else if (fields.tag_and_type() == bytesKey(PlaneField::Lines)) {
                    plane.lines.push_back(textOf(fields.get_view()));
                } else if (fields.tag_and_type() == bytesKey(PlaneField::Stats)) {
                    plane.stats.push_back(plane.texts->readStat(textOf(fields.get_view())));
                } else {
                    fields.skip();
                }
            }
        } catch (const protozero::exception& error) {
            m_issues.record(IssueKind::MalformedEvent, offsetOf(message.data()), error.what());
        }
        m_planes.push_back(std::move(plane));
    }

    // Newer files count from the start of the profile, older ones from 1970.
    void findOrigin() {
        std::int64_t first = std::numeric_limits<std::int64_t>::max();
        for (const PlaneMessage& plane : m_planes) {
            for (const std::string_view line : plane.lines) {
                first = std::min(first, timestampOf(line));
            }
            for (const XplaneStat& stat : plane.stats) {
                if (stat.name == "profile_start_time") {
                    m_epochNs = stat.integer().value_or(0);
                }
            }
        }
        if (first >= kFirstEpochNs && first != std::numeric_limits<std::int64_t>::max()) {
            m_epochNs = m_epochNs > 0 ? std::min(m_epochNs, first) : first;
            m_originNs = m_epochNs;
        }
    }

    static std::int64_t timestampOf(std::string_view line) {
        try {
            protozero::pbf_message<LineField> fields(viewOf(line));
            while (fields.next()) {
                if (fields.tag_and_type() == varintKey(LineField::TimestampNs)) {
                    return fields.get_int64();
                }
                fields.skip();
            }
        } catch (const protozero::exception&) {
            return std::numeric_limits<std::int64_t>::max();  // counted when the line is read
        }
        return std::numeric_limits<std::int64_t>::max();
    }

    static bool hasStreams(const PlaneMessage& plane) {
        static constexpr std::string_view kStream = "Stream #";
        return std::any_of(plane.lines.begin(), plane.lines.end(), [](std::string_view line) {
            return line.substr(0, 64).find(kStream) != std::string_view::npos;
        });
    }

    void readLines(const PlaneMessage& message, XplaneEvents& events) {
        XplaneEvents::Plane plane;
        plane.pid = message.name;
        plane.processName = message.name;
        plane.device = deviceOfPlane(message.name);
        plane.isStreamless = plane.device && !hasStreams(message);
        plane.texts = message.texts.get();
        for (const XplaneStat& stat : message.stats) {
            const auto process = stat.name == "process_id" ? stat.integer() : std::nullopt;
            if (process && !plane.device) {
                plane.pid = std::to_string(*process);
            } else if (stat.name == "gpu_device_name" && !stat.text().empty()) {
                plane.processName = validUtf8(stat.text());
            }
        }
        for (const std::string_view line : message.lines) {
            m_finishedEarly = m_options.finishEarly != nullptr && m_options.finishEarly->load();
            if (m_finishedEarly || m_options.stop.stop_requested()) {
                return;
            }
            try {
                events.readLine(plane, line, [this](const char* at) { return offsetOf(at); });
            } catch (const protozero::exception& error) {
                m_issues.record(IssueKind::MalformedEvent, offsetOf(line.data()), error.what());
            }
        }
    }

    void describe(const PlaneMessage& plane, TraceFacts& facts) const {
        facts.host = m_host;
        const std::optional<std::int32_t> device = deviceOfPlane(plane.name);
        if (!device) {
            for (const XplaneStat& stat : plane.stats) {
                if (stat.name.ends_with("_version")) {
                    facts.metadata.emplace_back(stat.name, metadataJson(stat.display()));
                }
            }
            return;
        }
        DeviceProperties properties;
        properties.gpu = GpuId(SourceId(), *device);
        const auto small = [](const XplaneStat& stat) {
            return static_cast<int>(
                std::clamp<std::int64_t>(stat.integer().value_or(0), 0, 1'000'000'000));
        };
        for (const XplaneStat& stat : plane.stats) {
            if (stat.name == "gpu_device_name") {
                properties.name = stat.display();
            } else if (stat.name == "core_count") {
                properties.sms = small(stat);
            } else if (stat.name == "memory_size") {
                properties.totalMemoryBytes = stat.integer().value_or(0);
            } else if (stat.name == "compute_cap_major") {
                properties.computeMajor = small(stat);
            } else if (stat.name == "compute_cap_minor") {
                properties.computeMinor = small(stat);
            }
        }
        facts.devices.push_back(properties);
    }

    const std::string& m_bytes;
    TraceBuilder& m_builder;
    const ReadOptions& m_options;
    std::vector<PlaneMessage> m_planes;
    std::string m_host;
    std::int64_t m_originNs = 0;
    std::int64_t m_epochNs = 0;
    ImportIssues m_issues;
    bool m_finishedEarly = false;
};

bool isPrintableName(std::string_view name) {
    return !name.empty() &&
           std::all_of(name.begin(), name.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

}  // namespace

bool sniffXplane(std::string_view head) {
    if (head.size() < 4 || head.front() != '\x0a') {
        return false;
    }
    std::size_t at = 1;
    while (at < head.size() && at < 10 && (static_cast<unsigned char>(head[at]) & 0x80U) != 0) {
        ++at;
    }
    protozero::pbf_message<PlaneField> fields(viewOf(head.substr(std::min(at + 1, head.size()))));
    try {
        while (fields.next()) {
            if (fields.tag_and_type() == bytesKey(PlaneField::Name)) {
                return isPrintableName(textOf(fields.get_view()));
            }
            if (fields.tag_and_type() != varintKey(PlaneField::Id)) {
                return false;
            }
            fields.skip();
        }
    } catch (const protozero::exception&) {
        return false;
    }
    return false;
}

Result<OpenedTrace> openXplane(TraceInput input, TraceBuilder& builder,
                               const ReadOptions& options) {
    const std::string bytes = TRY(readWhole(input, options));
    OpenedTrace opened;
    TraceFacts& facts = opened.result.facts;
    XplaneLoad load(bytes, builder, options);
    load.run(facts);
    if (options.stop.stop_requested()) {
        return fail(ErrorCode::Cancelled, "loading was cancelled");
    }
    builder.addIssues(input.bytes.issues());
    opened.result.finishedEarly = load.finishedEarly();
    facts.format = "xplane";
    facts.compression = input.bytes.compression();
    facts.bytes = std::max(input.bytes.totalBytes(), input.bytes.consumedBytes());
    facts.inflatedBytes = bytes.size();
    facts.events = builder.eventCount();
    facts.positionsAreBytes = true;
    opened.details =
        std::make_shared<const XplaneDetails>(input.bytes.randomAccess(), load.takeExtents());
    return opened;
}

}  // namespace gaplight
