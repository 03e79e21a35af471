// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/chrome/batch_writer.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

#include "core/base/text_hash.h"
#include "core/formats/kineto_fields.h"

namespace gaplight {
namespace {

// Spelling that can be compared with that of an earlier event.
bool sameSpelling(const Token& token, std::string_view earlier) {
    return token.text() == earlier && token.plain && token.isText() && earlier.data() != nullptr;
}

}  // namespace

std::string_view BatchWriter::text(const Token& token) {
    if (!token.isText()) {
        return {};
    }
    if (token.plain) {
        return token.text();
    }
    const TextFlaws flaws = decodeJsonString(token.text(), m_decoded);
    if (flaws.badEscape) {
        report(IssueKind::BadEscape);
    }
    if (flaws.controlCharacter) {
        report(IssueKind::ControlCharacter);
    }
    if (flaws.invalidUtf8) {
        report(IssueKind::InvalidUtf8);
    }
    return m_decoded;
}

BatchCategory BatchWriter::category(const Token& token) {
    if (sameSpelling(token, m_lastCategoryText)) {
        return m_lastCategory;
    }
    m_lastCategory = categoryNamed(intern(token));
    m_lastCategoryText = token.plain ? token.text() : std::string_view();
    return m_lastCategory;
}

BatchCategory BatchWriter::categoryNamed(BatchString name) {
    if (name.index() >= m_categoryOfString.size()) {
        m_categoryOfString.resize(name.index() + 1);
    }
    BatchCategory& category = m_categoryOfString[name.index()];
    if (!category.isValid()) {
        category = BatchCategory(batch.categories.size());
        batch.categories.push_back({name, sliceKindOfCategory(batch.strings.view(name))});
    }
    return category;
}

BatchTrack BatchWriter::track(const Token& pid, const Token& tid) {
    // Chrome's own rule: an event without a thread belongs to the one that is named as its process.
    const Token& thread = tid.isText() ? tid : pid;
    if (sameSpelling(pid, m_lastPid) && sameSpelling(thread, m_lastTid)) {
        return m_lastTrack;
    }
    const BatchString process = intern(pid);
    m_lastTrack = findTrack({process, intern(thread)});
    m_lastPid = pid.plain ? pid.text() : std::string_view();
    m_lastTid = thread.plain ? thread.text() : std::string_view();
    return m_lastTrack;
}

BatchTrack BatchWriter::findTrack(BatchTrackKey key) {
    const std::uint64_t both = (std::uint64_t{key.pid.value} << 32U) | key.tid.value;
    const auto [at, isNew] = m_tracks.try_emplace(both, BatchTrack(batch.tracks.size()));
    if (isNew) {
        batch.tracks.push_back(key);
    }
    return at->second;
}

std::optional<std::uint64_t> BatchWriter::identifier(const Token& token) {
    if (token.kind == TokenKind::None) {
        return std::nullopt;
    }
    const auto value = unsignedNumber(token);
    if (!value) {
        report(IssueKind::BadId);
    }
    return value;
}

namespace {

// The nearest value that Target can hold, or `absent` where the token is no number.
template <class Target>
Target clampedNumber(const Token& token, Target absent) {
    const auto value = signedNumber(token);
    if (!value) {
        return absent;
    }
    return static_cast<Target>(std::clamp<std::int64_t>(*value, std::numeric_limits<Target>::min(),
                                                        std::numeric_limits<Target>::max()));
}

// Some writers put the array into a string: "[128, 1, 1]".
template <class Target, std::size_t Size>
void readTriple(const Token& array, std::array<Target, Size>& into) {
    Token list = array;
    list.kind = list.length != 0 ? TokenKind::Nested : TokenKind::None;
    std::size_t at = 0;
    walkArray(list, [&](const Token& value) {
        into[at] = clampedNumber<Target>(value, 0);
        return ++at < Size;
    });
}

float measure(const Token& token) {
    const auto value = realNumber(token);
    return value ? static_cast<float>(*value) : -1.0F;
}

template <class T>
void addSparse(SparseBatch<T>& column, std::uint32_t slice, const std::optional<T>& value) {
    if (value) {
        column.slice.push_back(slice);
        column.value.push_back(*value);
    }
}

bool isExternalId(std::string_view key) {
    return key == "External id" || key == "external id";
}

// Where `key` begins in args[0, end), searched from there for its character `mark`, which is at
// `offset` in it; npos where it is not.
std::size_t findLastKey(std::string_view args, std::size_t end, std::string_view key, char mark,
                        std::size_t offset) {
    while (end > offset) {
        const void* found = ::memrchr(args.data(), mark, end);
        if (found == nullptr) {
            break;
        }
        end = static_cast<std::size_t>(static_cast<const char*>(found) - args.data());
        if (end >= offset && args.substr(end - offset, key.size()) == key) {
            return end - offset;
        }
    }
    return std::string_view::npos;
}

// A hash of the types, strides and dimensions of an operator's inputs, as spelled. Kineto writes
// them last but for a number, so they are searched from the end.
std::optional<std::uint32_t> shapeKeyOf(std::string_view args) {
    constexpr std::string_view kDims = "\"Input Dims\"";
    constexpr std::string_view kTypes = "\"Input type\"";
    const std::size_t dims = findLastKey(args, args.size(), kDims, 'D', kDims.find('D'));
    if (dims == std::string_view::npos) {
        return std::nullopt;
    }
    const std::size_t types = findLastKey(args, args.size(), kTypes, 'y', kTypes.find('y'));
    const std::size_t begin = std::min(dims, types);
    const std::size_t end = std::max(args.rfind(']'), begin);
    return static_cast<std::uint32_t>(hashText(args.substr(begin, end - begin)));
}

class ArgsPromotion {
public:
    ArgsPromotion(std::uint32_t slice, BatchWriter& writer) : m_slice(slice), m_writer(writer) {}

    void host(const Token& args) {
        walkObject(args, [&](const Token& key, const Token& value) {
            return !isExternalId(key.text()) || !takeLink(key.text(), value);
        });
        addLinks();
    }

    // Of an operator.
    void shapes(const Token& args) {
        addSparse(m_writer.batch.shapeKey, m_slice, shapeKeyOf(args.text()));
    }

    void commCall(const Token& args) {
        CommCallBatchRow row;
        row.slice = m_slice;
        bool isDescribed = false;
        walkObject(args, [&](const Token& key, const Token& value) {
            isDescribed |= !takeLink(key.text(), value) && takeCommCall(row, key.text(), value);
            return true;
        });
        if (!row.operation.isValid() && row.peer >= 0) {
            row.operation = m_writer.intern(m_operationOfPeer);
        }
        if (isDescribed) {
            m_writer.batch.commCalls.push_back(row);
        }
        addLinks();
    }

    void python(const Token& args) {
        std::optional<std::uint64_t> id;
        walkObject(args, [&](const Token& key, const Token& value) {
            const bool found = key.text() == "Python id";
            id = found ? m_writer.identifier(value) : id;
            return !found;
        });
        if (id && *id <= std::numeric_limits<std::uint32_t>::max()) {
            addSparse(m_writer.batch.pythonId, m_slice,
                      std::optional(static_cast<std::uint32_t>(*id)));
        }
    }

    void apiCall(const Token& args) {
        walkObject(args, [&](const Token& key, const Token& value) {
            takeLink(key.text(), value);
            return !m_correlation || !m_externalId;
        });
        addLinks();
    }

    void kernel(const Token& args) {
        KernelBatchRow row;
        row.slice = m_slice;
        walkObject(args, [&](const Token& key, const Token& value) {
            if (!takeLink(key.text(), value) && !takePlace(key.text(), value)) {
                takeKernel(row, key.text(), value);
            }
            return true;
        });
        m_writer.batch.kernels.push_back(row);
        addLinks();
        addPlace();
    }

    void copy(const Token& args) {
        CopyBatchRow row;
        row.slice = m_slice;
        walkObject(args, [&](const Token& keyToken, const Token& value) {
            const std::string_view key = keyToken.text();
            if (takeLink(key, value) || takePlace(key, value)) {
                return true;
            }
            if (key == "bytes") {
                row.bytes = signedNumber(value).value_or(-1);
            } else if (key == "src kind") {
                row.sourceKind = m_writer.intern(value);
            } else if (key == "dst kind") {
                row.destinationKind = m_writer.intern(value);
            } else if (key == "copy kind") {
                row.copyKind = m_writer.intern(value);
            }
            return true;
        });
        m_writer.batch.copies.push_back(row);
        addLinks();
        addPlace();
    }

    void sync(const Token& args) {
        SyncBatchRow row;
        row.slice = m_slice;
        row.kind = m_writer.intern(std::string_view());
        walkObject(args, [&](const Token& keyToken, const Token& value) {
            const std::string_view key = keyToken.text();
            if (key == "cuda_sync_kind") {
                row.kind = m_writer.intern(value);
            } else if (key == "stream") {
                row.stream = clampedNumber<std::int32_t>(value, -1);
            } else if (key == "wait_on_stream") {
                row.waitOnStream = clampedNumber<std::int32_t>(value, -1);
            } else if (key == "wait_on_cuda_event_record_corr_id") {
                row.waitOnEventRecordCorrelation = signedNumber(value).value_or(-1);
            } else {
                takeLink(key, value);
            }
            return true;
        });
        m_writer.batch.syncs.push_back(row);
        addLinks();
    }

private:
    // What ties a slice to others.
    bool takeLink(std::string_view key, const Token& value) {
        if (key == "correlation") {
            m_correlation = m_writer.identifier(value);
            return true;
        }
        if (isExternalId(key)) {
            m_externalId = m_writer.identifier(value);
            return true;
        }
        return false;
    }

    // Where on the GPU.
    bool takePlace(std::string_view key, const Token& value) {
        if (key == "device") {
            m_place.device = clampedNumber<std::int32_t>(value, -1);
            return true;
        }
        if (key == "stream") {
            m_place.stream = clampedNumber<std::int32_t>(value, -1);
            return true;
        }
        return false;
    }

    static void takeKernel(KernelBatchRow& row, std::string_view key, const Token& value) {
        if (key == "grid") {
            readTriple(value, row.grid);
        } else if (key == "block") {
            readTriple(value, row.block);
        } else if (key == "registers per thread") {
            row.registersPerThread = clampedNumber<std::uint16_t>(value, 0);
        } else if (key == "shared memory") {
            row.sharedMemoryBytes = clampedNumber<std::uint32_t>(value, 0);
        } else if (key == "blocks per SM") {
            row.blocksPerSm = measure(value);
        } else if (key == "warps per SM") {
            row.warpsPerSm = measure(value);
        } else if (key == "est. achieved occupancy %") {
            row.occupancyPercent = measure(value);
        } else if (key == "graph id") {
            row.graphId = unsignedNumber(value).value_or(0);
        } else if (key == "graph node id") {
            row.graphNodeId = unsignedNumber(value).value_or(0);
        }
    }

    bool takeCommCall(CommCallBatchRow& row, std::string_view key, const Token& value) {
        if (key == "Collective name") {
            row.operation = m_writer.intern(value);
        } else if (key == "Process Group Name") {
            row.group = m_writer.intern(value);
        } else if (key == "Process Group Ranks") {
            row.groupRanks = m_writer.intern(value);
        } else if (key == "dtype") {
            row.type = m_writer.intern(value);
        } else if (key == "In msg nelems") {
            row.inputs = signedNumber(value).value_or(-1);
        } else if (key == "Out msg nelems") {
            row.outputs = signedNumber(value).value_or(-1);
        } else if (key == "Group size") {
            row.groupSize = clampedNumber<std::int32_t>(value, -1);
        } else if (key == "Src Rank" || key == "Dst Rank") {
            row.peer = clampedNumber<std::int32_t>(value, -1);
            m_operationOfPeer = key == "Src Rank" ? "recv" : "send";
        } else {
            return false;
        }
        return true;
    }

    void addLinks() {
        addSparse(m_writer.batch.correlation, m_slice, m_correlation);
        addSparse(m_writer.batch.externalId, m_slice, m_externalId);
    }
    void addPlace() {
        m_place.slice = m_slice;
        m_writer.batch.gpu.push_back(m_place);
    }

    std::uint32_t m_slice;
    BatchWriter& m_writer;
    std::optional<std::uint64_t> m_correlation;
    std::optional<std::uint64_t> m_externalId;
    std::string_view m_operationOfPeer;
    GpuBatchRow m_place;
};

}  // namespace

void promoteArgs(SliceKind kind, const Token& name, const Token& args, std::uint32_t slice,
                 BatchWriter& writer) {
    ArgsPromotion promotion(slice, writer);
    switch (kind) {
        case SliceKind::CpuOp:
            if (name.text() == "record_param_comms") {
                promotion.commCall(args);
            } else {
                promotion.host(args);
            }
            promotion.shapes(args);
            break;
        case SliceKind::UserAnnotation:
        case SliceKind::GpuUserAnnotation:
            promotion.host(args);
            break;
        case SliceKind::PythonFunction:
            promotion.python(args);
            break;
        case SliceKind::Runtime:
        case SliceKind::Driver:
            promotion.apiCall(args);
            break;
        case SliceKind::Kernel:
            promotion.kernel(args);
            break;
        case SliceKind::Memcpy:
        case SliceKind::Memset:
            promotion.copy(args);
            break;
        case SliceKind::Sync:
            promotion.sync(args);
            break;
        case SliceKind::Other:  // a part of a trace of Nsight Systems
            if (name.text().starts_with("nccl")) {
                promotion.commCall(args);
            }
            break;
        default:
            break;
    }
}

MemoryBatchRow memoryRow(const Token& args, BatchWriter& writer) {
    MemoryBatchRow row;
    row.event = writer.event();
    walkObject(args, [&](const Token& keyToken, const Token& value) {
        const std::string_view key = keyToken.text();
        if (key == "Bytes") {
            row.bytes = signedNumber(value).value_or(0);
        } else if (key == "Addr") {
            row.address = unsignedNumber(value).value_or(0);
        } else if (key == "Total Allocated") {
            row.totalAllocated = signedNumber(value).value_or(-1);
        } else if (key == "Total Reserved") {
            row.totalReserved = signedNumber(value).value_or(-1);
        } else if (key == "Device Type") {
            row.deviceType = clampedNumber<std::int32_t>(value, 0);
        } else if (key == "Device Id") {
            row.deviceId = clampedNumber<std::int32_t>(value, -1);
        }
        return true;
    });
    return row;
}

}  // namespace gaplight
