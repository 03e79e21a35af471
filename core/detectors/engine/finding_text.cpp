// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/engine/finding_text.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "core/analysis/torch/name_classes.h"
#include "core/base/quantity_text.h"
#include "core/base/share.h"
#include "core/detectors/engine/rules.h"

namespace gaplight {
namespace {

constexpr std::string_view kAnd = "and";
constexpr std::string_view kWhole = "0";

std::string countWithNoun(std::int64_t count, std::string_view nouns) {
    const auto amount = static_cast<std::uint64_t>(count);
    const std::size_t bar = std::min(nouns.find('|'), nouns.size());
    return nouns.empty() ? countText(amount)
                         : countText(amount, nouns.substr(0, bar),
                                     nouns.substr(std::min(bar + 1, nouns.size())));
}

bool isDecimals(std::string_view format) {
    return format.size() == 1 && format.front() >= '0' && format.front() <= '9';
}

constexpr std::array<std::string_view, 3> kUnits{"time", "bytes", "share"};

// A number that has no unit in the unit of the format; empty where the format has none.
std::string textInUnit(double number, std::string_view format) {
    constexpr double kLargest = 9e18;
    const double within = std::isfinite(number) ? std::clamp(number, -kLargest, kLargest) : 0;
    return format == "time"     ? durationText(Duration(std::llround(within)))
           : format == "bytes"  ? bytesText(std::llround(within))
           : format == "share"  ? percentText(within, PercentForm::Share)
           : isDecimals(format) ? fmt::format("{:.{}f}", within, format.front() - '0')
                                : std::string();
}

std::string countInForm(std::int64_t count, std::string_view format) {
    if (format == "time") {
        return durationText(Duration(count));
    }
    if (count < 0 && format.find('|') != std::string_view::npos) {
        return "−" + countWithNoun(-count, format);
    }
    const std::string text = textInUnit(static_cast<double>(count), format);
    return text.empty() ? countWithNoun(count, format) : text;
}

// The numbers without a form are counts per step.
std::string numberText(double number, std::string_view format) {
    const std::string text = textInUnit(number, format);
    return text.empty() ? perStepText(number) : text;
}

std::string shareText(const ShareValue& share, std::string_view format) {
    return percentText(share.part, share.whole,
                       format == kWhole ? PercentForm::Estimate : PercentForm::Share);
}

std::string listOf(const TextList& items, std::string_view format) {
    return format == kAnd ? listText(items) : joinedText(items);
}

// Values, and the values of the enclosing scope: of a row, those of the finding.
struct Scope {
    const FindingValues& values;
    const Scope* outer = nullptr;

    const FindingQuantity* find(std::string_view key) const {
        const FindingQuantity* found = values.find(key);
        return found != nullptr || outer == nullptr ? found : outer->find(key);
    }
};

// Renders sections; the texts of absent values are left out with the optional part around them.
class Renderer {
public:
    Renderer(const RuleSections& own, const RuleSections& shared, Program program)
        : m_own(own), m_shared(shared), m_program(program) {}

    std::string section(std::string_view name, std::string_view caseName,
                        const Scope& scope) const {
        const RuleSection* found = m_own.find(name, caseName, m_program);
        found = found != nullptr ? found : m_shared.find(name, caseName, m_program);
        return found == nullptr ? std::string{} : parts(found->parts, scope);
    }

private:
    std::string parts(const std::vector<TextPart>& all, const Scope& scope) const {
        std::string text;
        std::size_t optionalBegin = 0;  // in `text`
        bool isOptional = false;
        bool isComplete = true;
        for (const TextPart& part : all) {
            switch (part.kind) {
                case TextPart::Kind::OptionalBegin:
                    optionalBegin = text.size();
                    isOptional = true;
                    isComplete = true;
                    break;
                case TextPart::Kind::OptionalEnd:
                    text.resize(isComplete ? text.size() : optionalBegin);
                    isOptional = false;
                    break;
                case TextPart::Kind::Literal:
                    addLiteral(part.text, text);
                    break;
                case TextPart::Kind::Value:
                    if (const FindingQuantity* quantity = scope.find(part.text)) {
                        text += value(part, *quantity, scope);
                    } else if (isOptional) {
                        isComplete = false;
                    } else {
                        text += "{" + part.text + "}";
                    }
                    break;
            }
        }
        while (text.ends_with(' ')) {
            text.pop_back();
        }
        return text;
    }

    // One space where an optional part was left out between two.
    static void addLiteral(std::string_view literal, std::string& text) {
        const bool isAfterSpace = text.empty() || text.ends_with(' ');
        text += isAfterSpace && literal.starts_with(' ') ? literal.substr(1) : literal;
    }

    std::string value(const TextPart& part, const FindingQuantity& quantity,
                      const Scope& scope) const {
        switch (kindOf(quantity)) {
            case QuantityKind::Count:
                return countInForm(std::get<std::int64_t>(quantity), part.format);
            case QuantityKind::Nanoseconds:
                return durationText(std::get<Duration>(quantity));
            case QuantityKind::Share:
                return shareText(std::get<ShareValue>(quantity), part.format);
            case QuantityKind::Bytes:
                return bytesText(std::get<ByteCount>(quantity).bytes);
            case QuantityKind::Rate:
                return rateText(std::get<ByteRate>(quantity).bytes,
                                std::get<ByteRate>(quantity).time);
            case QuantityKind::Number:
                return numberText(std::get<double>(quantity), part.format);
            case QuantityKind::Text:
                return std::get<std::string>(quantity);
            case QuantityKind::Case:
                return section(part.text, std::get<CaseName>(quantity).name, scope);
            case QuantityKind::List:
                return listOf(std::get<TextList>(quantity), part.format);
            case QuantityKind::Rows:
                return rows(part, std::get<ValueRows>(quantity), scope);
        }
        return {};
    }

    std::string rows(const TextPart& part, const ValueRows& all, const Scope& scope) const {
        TextList texts;
        for (const FindingValues& row : all) {
            texts.push_back(section(part.text, row.caseOf(kRowCase), Scope{row, &scope}));
        }
        if (part.format == kAnd) {
            return listText(texts);
        }
        return joinedText(texts, part.format.empty() ? " " : part.format);
    }

    const RuleSections& m_own;
    const RuleSections& m_shared;
    Program m_program;
};

// The fields of a finding that its file may name as values.
FindingValues fieldsOf(const Finding& finding, std::string_view gpu) {
    FindingValues fields;
    fields.set("count", static_cast<std::int64_t>(finding.count));
    fields.set("per_step", finding.perStep);
    fields.set("gpu_idle", finding.cost.gpuIdle);
    fields.set("host", finding.cost.host);
    fields.set("gpu", std::string(gpu));
    return fields;
}

}  // namespace

namespace {

struct TermPair {
    std::string_view written;
    std::string_view theirs;
};

void replaceAll(std::string_view written, std::string_view theirs, std::string& text) {
    for (std::size_t at = text.find(written); at != std::string::npos;
         at = text.find(written, at + theirs.size())) {
        text.replace(at, written.size(), theirs);
    }
}

constexpr std::string_view kStacksOption = " (PyTorch: `with_stack=True`)";
constexpr std::string_view kActivitiesOption =
    " (`activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]`)";

// "cudaMemcpyAsync" → "hipMemcpyAsync".
void useHip(std::string& text) {
    constexpr std::array<TermPair, 5> kTerms{{{"cudaHostAlloc", "hipHostMalloc"},
                                              {", in Julia `CUDA.math_mode!`", ""},
                                              {"; in Julia `CUDA.pin`", ""},
                                              {"CUDA graph", "HIP graph"},
                                              {"CUDA event", "HIP event"}}};
    for (const TermPair& term : kTerms) {
        replaceAll(term.written, term.theirs, text);
    }
    for (std::size_t at = text.find("cuda"); at != std::string::npos;
         at = text.find("cuda", at + 1)) {
        const char next = at + 4 < text.size() ? text[at + 4] : ' ';
        if (next >= 'A' && next <= 'Z') {
            text.replace(at, 4, "hip");
        }
    }
}

}  // namespace

ProgramTerms ProgramTerms::of(const Trace& trace) {
    ProgramTerms terms;
    std::array<bool, 3> calls{};
    for (std::size_t at = 0; at < trace.strings().size(); ++at) {
        const std::string_view name = trace.text(StringId(at));
        if (apiCallOf(name) != ApiCall::Other) {
            calls[0] |= name.starts_with("cu");
            calls[1] |= name.starts_with("hip");
            calls[2] |= name.starts_with("ur") || name.starts_with("ze");
        }
    }
    terms.api = calls[0] || !(calls[1] || calls[2]) ? Api::Cuda : calls[1] ? Api::Hip : Api::Xpu;
    for (const auto& [key, value] : trace.facts().metadata) {
        if (key == "recorder" && value.find("gaplight") != std::string::npos) {
            terms.recorder = Recorder::Gaplight;
        } else if (key == "producer") {
            const bool isNsight = value.find("Nsight Systems") != std::string::npos;
            terms.recorder = isNsight ? Recorder::Nsight : Recorder::Other;
        }
    }
    return terms;
}

std::string ProgramTerms::inTheirTerms(std::string text) const {
    if (recorder != Recorder::Torch) {
        constexpr std::array<std::string_view, 4> kOptions{
            kStacksOption, " (`gaplight record --stacks`)",
            " (Nsight Systems: `--python-backtrace=cuda`)", ""};
        replaceAll(kStacksOption, kOptions.at(static_cast<std::size_t>(recorder)), text);
        replaceAll(kActivitiesOption, "", text);
        replaceAll(" (`with_stack=False`)", "", text);
    }
    if (api == Api::Hip) {
        useHip(text);
    } else if (api == Api::Xpu) {
        replaceAll("torch.cuda.", "torch.xpu.", text);
    }
    return text;
}

void FindingText::renderTexts(RuleFinding& finding, const FindingValues& fields) const {
    const Scope outer{fields};
    const Scope scope{finding.values, &outer};
    const Renderer renderer(m_own, m_shared, m_program);
    const auto text = [&](std::string_view name) {
        return m_terms.inTheirTerms(renderer.section(name, finding.values.caseOf(name), scope));
    };
    finding.title = text("title");
    finding.why = text("why");
    finding.fix = text("fix");
    finding.confidence = text("confidence");
}

void FindingText::render(Finding& finding, std::string_view gpu) const {
    const FindingValues fields = fieldsOf(finding, gpu);
    renderTexts(finding, fields);
    const Scope outer{fields};
    const Scope scope{finding.values, &outer};
    const Renderer renderer(m_own, m_shared, m_program);
    finding.notes.clear();
    for (const FindingValues& row : finding.values.rows("note")) {
        finding.notes.push_back(renderer.section("note", row.caseOf(kRowCase), Scope{row, &scope}));
    }
    if (finding.notes.empty() && !finding.evidence.empty()) {
        finding.notes.push_back(renderer.section("note", finding.values.caseOf("note"), scope));
    }
    for (std::string& note : finding.notes) {
        std::erase(note, '`');  // labels are drawn as they are
    }
}

std::string FindingText::section(std::string_view name, std::string_view caseName,
                                 const FindingValues& values) const {
    return Renderer(m_own, m_shared, m_program).section(name, caseName, Scope{values});
}

namespace {

std::string_view fixedLabel(GapReasonKind kind) {
    switch (kind) {
        case GapReasonKind::FirstUse:
            return "first use";
        case GapReasonKind::Profiler:
            return "recording by the profiler";
        case GapReasonKind::GraphNotRecorded:
            return "kernels not recorded";
        case GapReasonKind::WaitingForRank:
            return "waiting for another rank";
        case GapReasonKind::WorkNotRecorded:
            return "waiting for work that was not recorded";
        case GapReasonKind::EarlierWork:
            return "work from before the capture";
        case GapReasonKind::CaptureEdge:
            return "begin and end of the capture";
        case GapReasonKind::ClocksDiffer:
            return "host and GPU on clocks that differ";
        case GapReasonKind::Sampled:
        case GapReasonKind::HostNotRecorded:
            return "host not recorded";
        case GapReasonKind::BelowThreshold:
            return "short gaps between kernels";
        case GapReasonKind::AlreadyLaunched:
            return "already launched, waiting on the GPU";
        case GapReasonKind::HostBetweenLaunches:
            return "host between launches";
        case GapReasonKind::None:
        case GapReasonKind::ByRule:
        case GapReasonKind::Count_:
            break;
    }
    return "not explained";
}

std::string lowerFirst(std::string text) {
    if (!text.empty() && text.front() >= 'A' && text.front() <= 'Z') {
        text.front() = static_cast<char>(text.front() - 'A' + 'a');
    }
    return text;
}

}  // namespace

std::string causeName(const GapReason& reason) {
    constexpr std::string_view kGpuIdleCause = "host code";
    return reason.rule == nullptr          ? std::string(fixedLabel(reason.kind))
           : reason.rule == &gpuIdleRule() ? std::string(kGpuIdleCause)
                                           : lowerFirst(std::string(reason.rule->name));
}

std::string_view unprofiledCase(const FindingCost& cost) {
    constexpr std::int64_t kAlikePercent = 90;
    constexpr std::int64_t kNothingPercent = 1;
    if (!cost.saving || !cost.unprofiledSaving ||
        reachesPercent(*cost.unprofiledSaving, *cost.saving, kAlikePercent)) {
        return {};
    }
    return reachesPercent(*cost.unprofiledSaving, *cost.saving, kNothingPercent) ? "less"
                                                                                 : "nothing";
}

bool canFormat(QuantityKind kind, std::string_view format) {
    const bool isNumber =
        format.empty() || isDecimals(format) || std::ranges::find(kUnits, format) != kUnits.end();
    switch (kind) {
        case QuantityKind::Count:
            return isNumber || format.find('|') != std::string_view::npos;
        case QuantityKind::Share:
            return format.empty() || format == kWhole;
        case QuantityKind::Number:
            return isNumber;
        case QuantityKind::List:
            return format.empty() || format == kAnd;
        case QuantityKind::Rows:
            return true;
        default:
            return format.empty();
    }
}

}  // namespace gaplight
