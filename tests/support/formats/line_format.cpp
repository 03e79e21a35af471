// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/formats/line_format.h"

#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/formats/open_trace.h"

namespace gaplight::test {
namespace {

constexpr std::string_view kFirstLine = "# lines\n";
constexpr std::size_t kPlainFields = 5;  // before the args

struct LineKind {
    std::string_view name;
    SliceKind kind;
};
constexpr std::array kLineKinds{
    LineKind{"op", SliceKind::CpuOp},
    LineKind{"note", SliceKind::UserAnnotation},
    LineKind{"frame", SliceKind::PythonFunction},
    LineKind{"call", SliceKind::Runtime},
    LineKind{"kernel", SliceKind::Kernel},
};

std::vector<std::string_view> splitAt(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(separator), text.size());
        parts.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return parts;
}

std::optional<std::int64_t> numberOf(std::string_view text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value)
                                                                    : std::nullopt;
}

std::vector<Arg> argsOf(std::string_view line) {
    std::vector<Arg> args;
    const std::vector<std::string_view> fields = splitAt(line, ' ');
    for (std::size_t at = kPlainFields; at < fields.size(); ++at) {
        const std::size_t sign = fields[at].find('=');
        args.push_back({std::string(fields[at].substr(0, sign)),
                        std::string(fields[at].substr(std::min(sign, fields[at].size() - 1) + 1))});
    }
    return args;
}

// Keeps all lines; their number is the EventId.
class LineDetails final : public EventDetails {
public:
    explicit LineDetails(std::string text) : m_text(std::move(text)) {
        m_lines = splitAt(m_text, '\n');
    }
    LineDetails(const LineDetails&) = delete;
    LineDetails& operator=(const LineDetails&) = delete;

    [[nodiscard]] Result<std::vector<Arg>> args(EventId event) const override {
        return argsOf(m_lines[event.number()]);
    }
    [[nodiscard]] Result<std::string> raw(EventId event) const override {
        return std::string(m_lines[event.number()]);
    }
    [[nodiscard]] Result<std::string> field(EventId event, DetailField field) const override {
        for (Arg& arg : argsOf(m_lines[event.number()])) {
            if (field == DetailField::CallStack && arg.path == "frames") {
                return std::move(arg.value);
            }
        }
        return std::string();
    }

private:
    std::string m_text;
    std::vector<std::string_view> m_lines;
};

// False where the line is none.
bool addLine(std::string_view line, EventId event, EventBatch& batch) {
    const std::vector<std::string_view> fields = splitAt(line, ' ');
    if (fields.size() < kPlainFields) {
        return false;
    }
    const auto* const kind =
        std::find_if(kLineKinds.begin(), kLineKinds.end(),
                     [&](const LineKind& known) { return known.name == fields[0]; });
    const auto begin = numberOf(fields[2]);
    const auto duration = numberOf(fields[3]);
    if (kind == kLineKinds.end() || !begin || !duration) {
        return false;
    }
    const auto slice = static_cast<std::uint32_t>(batch.slices.start.size());
    const std::size_t slash = fields[1].find('/');
    const bool isStream = slash != std::string_view::npos;
    const std::string_view process = isStream ? fields[1].substr(0, slash) : "host";
    const std::string_view thread = isStream ? fields[1].substr(slash + 1) : fields[1];
    batch.slices.start.push_back(*begin);
    batch.slices.duration.push_back(*duration);
    batch.slices.name.push_back(batch.strings.intern(fields[4]));
    batch.slices.category.push_back(batch.category(fields[0], kind->kind));
    batch.tracks.push_back({batch.strings.intern(process), batch.strings.intern(thread)});
    batch.slices.track.push_back(BatchTrack(batch.tracks.size() - 1));
    batch.slices.event.push_back(event);
    if (isStream) {
        batch.gpu.push_back({slice, static_cast<std::int32_t>(numberOf(process).value_or(-1)),
                             static_cast<std::int32_t>(numberOf(thread).value_or(-1))});
    }
    for (const Arg& arg : argsOf(line)) {
        if (arg.path == "correlation") {
            batch.correlation.slice.push_back(slice);
            batch.correlation.value.push_back(
                static_cast<std::uint64_t>(numberOf(arg.value).value_or(0)));
        }
    }
    return true;
}

bool sniffLines(std::string_view head) {
    return head.starts_with(kFirstLine);
}

Result<OpenedTrace> openLines(TraceInput input, TraceBuilder& builder,
                              const ReadOptions& /*options*/) {
    std::string text = std::move(input.head);
    std::array<char, 4096> piece{};
    for (;;) {
        const Result<std::size_t> got = input.bytes.readNext(piece);
        if (!got) {
            return tl::unexpected<Error>(got.error());
        }
        if (*got == 0) {
            break;
        }
        text.append(piece.data(), *got);
    }
    EventBatch batch;
    const std::vector<std::string_view> lines = splitAt(text, '\n');
    for (std::size_t at = 1; at < lines.size(); ++at) {
        ++batch.events;
        if (!addLine(lines[at], EventId(at), batch)) {
            batch.issues.record(IssueKind::MalformedEvent, at, lines[at]);
        }
    }
    OpenedTrace opened;
    opened.result.facts.format = "lines";
    opened.result.facts.compression = input.bytes.compression();
    opened.result.facts.bytes = input.bytes.consumedBytes();
    opened.result.facts.inflatedBytes = text.size();
    opened.result.facts.events = batch.events;
    builder.add(std::move(batch));
    opened.details = std::make_shared<const LineDetails>(std::move(text));
    return opened;
}

}  // namespace

const Format& lineFormat() {
    static constexpr Format kLines{"lines", sniffLines, openLines};
    return kLines;
}

std::span<const Format> formatsWithLines() {
    static const std::vector<Format> kAll = [] {
        std::vector<Format> all(builtInFormats().begin(), builtInFormats().end());
        all.push_back(lineFormat());
        return all;
    }();
    return kAll;
}

}  // namespace gaplight::test
