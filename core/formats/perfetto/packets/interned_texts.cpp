// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/perfetto/packets/interned_texts.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "core/formats/perfetto/packets/perfetto_fields.h"
#include "core/formats/protobuf_keys.h"

namespace gaplight {
namespace {

using EntryMessage = protozero::pbf_message<InternedEntryField>;

// A dense table has at most this many free places for each entry.
constexpr std::size_t kMaxSpread = 4;
constexpr std::size_t kMinDense = 64;

InternedKind kindOf(InternedField field) {
    switch (field) {
        case InternedField::EventCategories:
            return InternedKind::Category;
        case InternedField::EventNames:
            return InternedKind::EventName;
        case InternedField::AnnotationNames:
            return InternedKind::AnnotationName;
        case InternedField::AnnotationTexts:
            return InternedKind::AnnotationText;
        case InternedField::GraphicsContexts:
            return InternedKind::GraphicsContext;
        case InternedField::GpuSpecifications:
            return InternedKind::GpuSpecification;
        case InternedField::ComputeKernels:
            return InternedKind::ComputeKernel;
        case InternedField::ComputeArgNames:
            return InternedKind::ComputeArgName;
    }
    return InternedKind::Count_;
}

}  // namespace

const InternedEntry* InternedTexts::Generation::find(InternedKind kind, std::uint64_t iid) const {
    const Table* table = m_tables[static_cast<std::size_t>(kind)].get();
    if (table == nullptr) {
        return nullptr;
    }
    if (iid < table->dense.size() && table->dense[iid].text.data() != nullptr) {
        return &table->dense[iid];
    }
    const auto at = table->sparse.find(iid);
    return at == table->sparse.end() ? nullptr : &at->second;
}

bool InternedTexts::Generation::add(InternedKind kind, std::uint64_t iid, InternedEntry entry) {
    if (const InternedEntry* known = find(kind, iid)) {
        return known->text == entry.text && known->number == entry.number;
    }
    auto& table = m_tables[static_cast<std::size_t>(kind)];
    if (table == nullptr) {
        table = std::make_unique<Table>();
    }
    m_isEmpty = false;
    ++table->size;
    if (iid < std::max(kMinDense, kMaxSpread * table->size)) {
        if (iid >= table->dense.size()) {
            table->dense.resize(std::max<std::size_t>(iid + 1, table->dense.size() * 3 / 2));
        }
        table->dense[iid] = entry;
    } else {
        table->sparse.emplace(iid, entry);
    }
    return true;
}

void InternedTexts::clear(std::uint32_t sequence, std::uint64_t offset) {
    m_last = nullptr;
    auto& generations = m_sequences[sequence];
    if (generations.empty() || !generations.back()->m_isEmpty) {
        generations.push_back(std::make_unique<Generation>());
    }
    generations.back()->m_firstByte = offset;
}

void InternedTexts::add(std::uint32_t sequence, std::uint64_t offset, std::string_view message,
                        ImportIssues& issues) {
    auto& generations = m_sequences[sequence];
    if (generations.empty()) {
        generations.push_back(std::make_unique<Generation>());
        generations.back()->m_firstByte = 0;
    }
    protozero::pbf_message<InternedField> fields(viewOf(message));
    while (fields.next()) {
        const InternedKind kind = kindOf(fields.tag());
        if (kind == InternedKind::Count_ ||
            fields.wire_type() != protozero::pbf_wire_type::length_delimited) {
            fields.skip();
        } else {
            addEntry(*generations.back(), kind, textOf(fields.get_view()), offset, issues);
        }
    }
}

void InternedTexts::addEntry(Generation& generation, InternedKind kind, std::string_view message,
                             std::uint64_t offset, ImportIssues& issues) {
    std::uint64_t iid = 0;
    std::string_view text;
    std::string_view third;
    InternedEntry entry;
    entry.offset = offset;
    EntryMessage fields(viewOf(message));
    while (fields.next()) {
        switch (fields.tag_and_type()) {
            case varintKey(InternedEntryField::Iid):
                iid = fields.get_uint64();
                break;
            case bytesKey(InternedEntryField::Text):
                text = textOf(fields.get_view());
                break;
            case varintKey(InternedEntryField::Text):  // a context's process
                entry.number = fields.get_int32();
                break;
            case bytesKey(InternedEntryField::Third):
                third = textOf(fields.get_view());
                break;
            case varintKey(InternedEntryField::Fourth):  // a specification's category
                entry.number = fields.get_int32();
                break;
            default:
                fields.skip();
        }
    }
    if (kind == InternedKind::ComputeKernel && !third.empty()) {
        text = third;  // demangled
    }
    // Not null, so that an empty text is an entry as well.
    const std::string_view pooled = m_texts.view(m_texts.intern(text));
    entry.text = pooled.data() != nullptr ? pooled : std::string_view("");
    if (iid == 0 || !generation.add(kind, iid, entry)) {
        issues.record(IssueKind::BadId, offset, fmt::format("interned entry {}", iid));
    }
}

InternedTexts::View InternedTexts::current(std::uint32_t sequence, std::uint64_t offset) {
    if (m_last == nullptr || m_lastSequence != sequence) {
        const auto at = m_sequences.find(sequence);
        if (at == m_sequences.end() || at->second.empty()) {
            return {};
        }
        m_lastSequence = sequence;
        m_last = at->second.back().get();
    }
    return {m_last, offset};
}

InternedTexts::View InternedTexts::at(std::uint32_t sequence, std::uint64_t offset) const {
    const auto found = m_sequences.find(sequence);
    if (found == m_sequences.end()) {
        return {};
    }
    const auto& generations = found->second;
    const auto after = std::upper_bound(
        generations.begin(), generations.end(), offset,
        [](std::uint64_t byte, const auto& generation) { return byte < generation->m_firstByte; });
    return after == generations.begin() ? View() : View(std::prev(after)->get(), offset);
}

}  // namespace gaplight
