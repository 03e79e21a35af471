// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/traces/facts_text.h"

namespace gaplight::test {
namespace {

std::string usualDevice(std::uint32_t id) {
    return R"({"id": )" + std::to_string(id) +
           R"(, "name": "NVIDIA H200", "totalGlobalMem": 150109880320, "computeMajor": 9,)"
           R"( "computeMinor": 0, "maxThreadsPerBlock": 1024, "warpSize": 32,)"
           R"( "maxThreadsPerMultiprocessor": 2048, "numSms": 132,)"
           R"( "regsPerMultiprocessor": 65536, "sharedMemPerMultiprocessor": 233472})";
}

std::string hugeDevice(std::uint32_t id) {
    return R"({"id": )" + std::to_string(id) +
           R"(, "name": "<b>=1+1", "totalGlobalMem": 9223372036854775807, "computeMajor": 99,)"
           R"( "computeMinor": -3, "maxThreadsPerBlock": 1, "warpSize": 32,)"
           R"( "maxThreadsPerMultiprocessor": 2147483647, "numSms": 2147483647,)"
           R"( "regsPerMultiprocessor": 9223372036854775807,)"
           R"( "sharedMemPerMultiprocessor": 9223372036854775807})";
}

}  // namespace

std::string allRanksText(const JobRank& job) {
    std::string text = "[";
    for (std::uint32_t rank = 0; rank < job.ranks; ++rank) {
        text += (rank > 0 ? ", " : "") + std::to_string(rank);
    }
    return text + "]";
}

std::string factsText(std::uint32_t form, std::uint32_t devices, const JobRank& job) {
    std::string text = "\"schemaVersion\": 1";
    if ((form & 1U) != 0) {
        text += ", \"with_stack\": 1, \"record_shapes\": 1, \"profile_memory\": 1";
    }
    if ((form & 2U) != 0) {
        text += ", \"baseTimeNanoseconds\": 1790857026000000000";
    }
    if ((form & 4U) != 0) {
        const std::string ranks = std::to_string(job.ranks);
        text += R"(, "distributedInfo": {"backend": "nccl", "rank": )" + std::to_string(job.rank) +
                R"(, "world_size": )" + ranks +
                R"(, "pg_config": [{"pg_name": "0", "pg_desc": "default_pg",)"
                R"( "backend_config": "cuda:nccl", "pg_size": )" +
                ranks + R"(, "ranks": )" + allRanksText(job) + "}]}";
    }
    if ((form & 8U) == 0) {
        text += ", \"deviceProperties\": [";
        for (std::uint32_t at = 0; at < devices; ++at) {
            text += at > 0 ? ", " : "";
            text += (form & 48U) == 48U ? hugeDevice(at) : usualDevice(at);
        }
        text += "]";
    }
    return text;
}

}  // namespace gaplight::test
