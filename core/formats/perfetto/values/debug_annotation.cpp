// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/perfetto/values/debug_annotation.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/digit_run.h"
#include "core/base/printable_text.h"
#include "core/formats/perfetto/packets/perfetto_fields.h"
#include "core/formats/protobuf_keys.h"

namespace gaplight {
namespace {

constexpr int kMaxNesting = 64;  // deeper values are "..."

void setInterned(InternedTexts::View texts, InternedKind kind, std::uint64_t iid,
                 std::string_view& into, DebugAnnotation& annotation) {
    const InternedEntry* entry = texts.find(kind, iid);
    annotation.hasUnknownId = annotation.hasUnknownId || entry == nullptr;
    into = entry == nullptr ? std::string_view() : entry->text;
}

DebugAnnotation readNestedValue(std::string_view message) {
    DebugAnnotation annotation;
    annotation.value = DebugAnnotation::Nested{message, true};
    protozero::pbf_message<NestedField> fields(viewOf(message));
    while (fields.next()) {
        switch (fields.tag_and_type()) {
            case varintKey(NestedField::IntValue):
                annotation.value = fields.get_int64();
                break;
            case fixed64Key(NestedField::DoubleValue):
                annotation.value = fields.get_double();
                break;
            case varintKey(NestedField::BoolValue):
                annotation.value = fields.get_uint64() != 0;
                break;
            case bytesKey(NestedField::StringValue):
                annotation.value = textOf(fields.get_view());
                break;
            default:
                fields.skip();
        }
    }
    return annotation;
}

void addOldMembers(std::string_view message, std::vector<DebugAnnotation>& members) {
    std::vector<std::string_view> keys;
    protozero::pbf_message<NestedField> fields(viewOf(message));
    while (fields.next()) {
        switch (fields.tag_and_type()) {
            case bytesKey(NestedField::DictKeys):
                keys.push_back(textOf(fields.get_view()));
                break;
            case bytesKey(NestedField::DictValues):
            case bytesKey(NestedField::ArrayValues):
                members.push_back(readNestedValue(textOf(fields.get_view())));
                break;
            default:
                fields.skip();
        }
    }
    for (std::size_t at = 0; at < keys.size() && at < members.size(); ++at) {
        members[at].name = keys[at];
    }
}

std::string quotedJson(std::string_view text) {
    return nlohmann::json(validUtf8(text)).dump();
}

// JSON of a value; scalars as displayText() has them where `isOutermost`.
void appendValue(const DebugAnnotation& annotation, InternedTexts::View texts, int depth,
                 std::string& out) {
    if (const auto* integer = std::get_if<std::int64_t>(&annotation.value)) {
        out += fmt::format("{}", *integer);
    } else if (const auto* natural = std::get_if<std::uint64_t>(&annotation.value)) {
        out += fmt::format("{}", *natural);
    } else if (const auto* real = std::get_if<double>(&annotation.value)) {
        out += fmt::format("{}", *real);
    } else if (const auto* flag = std::get_if<bool>(&annotation.value)) {
        out += *flag ? "true" : "false";
    } else if (const auto* text = std::get_if<std::string_view>(&annotation.value)) {
        out += depth == 0 ? validUtf8(*text) : quotedJson(*text);
    } else if (depth >= kMaxNesting) {
        out += "\"...\"";
    } else {
        const std::vector<DebugAnnotation> members = membersOf(annotation, texts);
        const bool isDictionary = !members.empty() && !members.front().name.empty();
        out += isDictionary ? '{' : '[';
        for (std::size_t at = 0; at < members.size(); ++at) {
            out += at == 0 ? "" : ", ";
            if (isDictionary) {
                out += quotedJson(members[at].name) + ": ";
            }
            appendValue(members[at], texts, depth + 1, out);
        }
        out += isDictionary ? '}' : ']';
    }
}

}  // namespace

std::optional<std::int64_t> DebugAnnotation::integer() const {
    return integerIn(value);
}

std::optional<std::uint64_t> DebugAnnotation::unsignedInteger() const {
    if (const auto* number = std::get_if<std::uint64_t>(&value)) {
        return *number;
    }
    if (const auto* number = std::get_if<std::int64_t>(&value)) {
        return *number >= 0 ? std::optional(static_cast<std::uint64_t>(*number)) : std::nullopt;
    }
    return parseNumber<std::uint64_t>(text());
}

std::optional<double> DebugAnnotation::real() const {
    if (const auto* number = std::get_if<double>(&value)) {
        return *number;
    }
    if (const auto number = integer()) {
        return static_cast<double>(*number);
    }
    return parseNumber<double>(text());
}

std::string_view DebugAnnotation::text() const {
    const auto* found = std::get_if<std::string_view>(&value);
    return found == nullptr ? std::string_view() : *found;
}

std::string_view leadingName(std::string_view message, InternedTexts::View texts) {
    protozero::pbf_message<AnnotationField> fields(viewOf(message));
    if (fields.next()) {
        if (fields.tag_and_type() == bytesKey(AnnotationField::Name)) {
            return textOf(fields.get_view());
        }
        if (fields.tag_and_type() == varintKey(AnnotationField::NameIid)) {
            const InternedEntry* entry =
                texts.find(InternedKind::AnnotationName, fields.get_uint64());
            return entry == nullptr ? std::string_view() : entry->text;
        }
    }
    return {};
}

DebugAnnotation readDebugAnnotation(std::string_view message, InternedTexts::View texts) {
    DebugAnnotation annotation;
    annotation.value = DebugAnnotation::Nested{message, false};
    protozero::pbf_message<AnnotationField> fields(viewOf(message));
    while (fields.next()) {
        switch (fields.tag_and_type()) {
            case varintKey(AnnotationField::NameIid):
                setInterned(texts, InternedKind::AnnotationName, fields.get_uint64(),
                            annotation.name, annotation);
                break;
            case bytesKey(AnnotationField::Name):
                annotation.name = textOf(fields.get_view());
                break;
            case varintKey(AnnotationField::BoolValue):
                annotation.value = fields.get_uint64() != 0;
                break;
            case varintKey(AnnotationField::UintValue):
            case varintKey(AnnotationField::PointerValue):
                annotation.value = fields.get_uint64();
                break;
            case varintKey(AnnotationField::IntValue):
                annotation.value = fields.get_int64();
                break;
            case fixed64Key(AnnotationField::DoubleValue):
                annotation.value = fields.get_double();
                break;
            case bytesKey(AnnotationField::StringValue):
            case bytesKey(AnnotationField::LegacyJson):
                annotation.value = textOf(fields.get_view());
                break;
            case varintKey(AnnotationField::StringValueIid): {
                std::string_view text;
                setInterned(texts, InternedKind::AnnotationText, fields.get_uint64(), text,
                            annotation);
                annotation.value = text;
                break;
            }
            case bytesKey(AnnotationField::NestedValue): {
                DebugAnnotation nested = readNestedValue(textOf(fields.get_view()));
                annotation.value = nested.value;
                break;
            }
            default:
                fields.skip();
        }
    }
    return annotation;
}

DebugAnnotation readComputeArg(std::string_view message, InternedTexts::View texts) {
    DebugAnnotation annotation;
    protozero::pbf_message<ComputeArgField> fields(viewOf(message));
    while (fields.next()) {
        switch (fields.tag_and_type()) {
            case varintKey(ComputeArgField::NameIid):
                setInterned(texts, InternedKind::ComputeArgName, fields.get_uint64(),
                            annotation.name, annotation);
                break;
            case bytesKey(ComputeArgField::Name):
                annotation.name = textOf(fields.get_view());
                break;
            case varintKey(ComputeArgField::IntValue):
                annotation.value = fields.get_int64();
                break;
            case varintKey(ComputeArgField::UintValue):
                annotation.value = fields.get_uint64();
                break;
            case fixed64Key(ComputeArgField::DoubleValue):
                annotation.value = fields.get_double();
                break;
            case bytesKey(ComputeArgField::StringValue):
                annotation.value = textOf(fields.get_view());
                break;
            default:
                fields.skip();
        }
    }
    return annotation;
}

std::vector<DebugAnnotation> membersOf(const DebugAnnotation& annotation,
                                       InternedTexts::View texts) {
    std::vector<DebugAnnotation> members;
    const auto* nested = std::get_if<DebugAnnotation::Nested>(&annotation.value);
    if (nested == nullptr) {
        return members;
    }
    if (nested->isOldForm) {
        addOldMembers(nested->message, members);
        return members;
    }
    protozero::pbf_message<AnnotationField> fields(viewOf(nested->message));
    while (fields.next()) {
        if (fields.tag_and_type() == bytesKey(AnnotationField::DictEntries) ||
            fields.tag_and_type() == bytesKey(AnnotationField::ArrayValues)) {
            members.push_back(readDebugAnnotation(textOf(fields.get_view()), texts));
        } else {
            fields.skip();
        }
    }
    return members;
}

std::string displayText(const DebugAnnotation& annotation, InternedTexts::View texts) {
    std::string out;
    appendValue(annotation, texts, 0, out);
    return out;
}

}  // namespace gaplight
