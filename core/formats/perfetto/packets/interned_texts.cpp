// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/perfetto/packets/interned_texts.h"

#include <algorithm>
#include <bit>
#include <string>

#include <fmt/format.h>

#include "core/formats/perfetto/packets/perfetto_fields.h"
#include "core/formats/protobuf_keys.h"

namespace gaplight {
namespace {

using EntryMessage = protozero::pbf_message<InternedEntryField>;

// A dense table has at most this many free places for each entry.
constexpr std::uint64_t kMaxSpread = 4;
constexpr std::uint64_t kMinDense = 64;

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

NumberedEntries::Place NumberedEntries::placeOf(std::uint64_t number) {
    const std::uint64_t shifted = number + kFirstChunk;
    const auto chunk = static_cast<std::size_t>(std::bit_width(shifted)) -
                       static_cast<std::size_t>(std::bit_width(kFirstChunk));
    return {chunk, shifted - (kFirstChunk << chunk)};
}

const InternedEntry* NumberedEntries::find(std::uint64_t number) const {
    if (number < kEnd) {
        const Place place = placeOf(number);
        const Slots* slots = m_chunks[place.chunk].find();
        const InternedEntry* entry =
            slots == nullptr ? nullptr : (*slots)[place.at].load(std::memory_order_acquire);
        if (entry != nullptr) {
            return entry;
        }
    }
    const Sparse* sparse = m_sparse.find();
    if (sparse == nullptr) {
        return nullptr;
    }
    const auto at = sparse->find(number);
    return at == sparse->end() ? nullptr : at->second;
}

void NumberedEntries::add(std::uint64_t number, const InternedEntry& entry) {
    ++m_size;
    if (number < std::min(kEnd, std::max(kMinDense, kMaxSpread * m_size))) {
        const Place place = placeOf(number);
        Slots& slots = m_chunks[place.chunk].make(kFirstChunk << place.chunk);
        slots[place.at].store(&entry, std::memory_order_release);
    } else {
        m_sparse.make().emplace(number, &entry);
    }
}

const InternedEntry* InternedTexts::Generation::find(InternedKind kind, std::uint64_t iid) const {
    const NumberedEntries* entries = m_tables[static_cast<std::size_t>(kind)].find();
    return entries == nullptr ? nullptr : entries->find(iid);
}

void InternedTexts::Generation::add(InternedKind kind, std::uint64_t iid,
                                    const InternedEntry& entry) {
    m_tables[static_cast<std::size_t>(kind)].make().add(iid, entry);
    m_isEmpty = false;
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
    const InternedEntry* known = generation.find(kind, iid);
    if (iid == 0 ||
        (known != nullptr && (known->text != entry.text || known->number != entry.number))) {
        issues.record(IssueKind::BadId, offset, fmt::format("interned entry {}", iid));
    } else if (known == nullptr) {
        generation.add(kind, iid, m_entries.emplace_back(entry));
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
