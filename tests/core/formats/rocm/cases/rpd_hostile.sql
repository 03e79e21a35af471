-- Text where integers belong, nulls, times and ids out of any range, missing strings.
CREATE TABLE rocpd_string (id INTEGER PRIMARY KEY, string);
INSERT INTO rocpd_string VALUES (1, 'hipLaunchKernel'), (2, x'00ff41'), (3, 'ker' || char(8238) || 'nel'), (4, 7), (5, 'KernelExecution');
CREATE TABLE rocpd_api (id INTEGER PRIMARY KEY, pid, tid, start, end, apiName_id, args_id);
INSERT INTO rocpd_api VALUES
  (1, 100, 101, 'soon', 1200, 1, 1), (2, 100, 101, 1000, 900, 1, 99), (3, NULL, 'main', 1300, 1400, 1, NULL), (4, 9223372036854775807, -1, 1500, 1600, 1, 1),
  (5, 100, 101, NULL, 1800, 1, 1), (6, 100, 101, -9223372036854775808, 9223372036854775807, 1, 1), (7, 100, 101, 1900, x'01', 2, 1),
  (-3, 100, 101, 2000, 2100, 4, 1), (4611686018427387904, 100, 101, 2200, 2300, 1, 1);
CREATE TABLE rocpd_op (id INTEGER PRIMARY KEY, gpuId, queueId, sequenceId, start, end, description_id, opType_id);
INSERT INTO rocpd_op VALUES
  (1, 1000000000, 94000000000000, 0, 3000, 3100, 3, 5), (2, -1, 'q', 0, 3200, 3300, 2, 5), (3, 0, 0, 0, 3400, 3300, 99, 99), (4, 0, NULL, NULL, 'now', 1, 3, 5);
CREATE TABLE rocpd_api_ops (id INTEGER PRIMARY KEY, api_id, op_id);
INSERT INTO rocpd_api_ops VALUES (1, 2, 1), (2, 'two', 2), (3, 77, 3), (4, 3, 1), (5, NULL, NULL);
CREATE TABLE rocpd_kernelapi (api_ptr_id INTEGER PRIMARY KEY, gridX, gridY, gridZ, workgroupX, workgroupY, workgroupZ, groupSegmentSize, kernelName_id);
INSERT INTO rocpd_kernelapi VALUES (2, -5, 99999999999, 'z', 0, 70000, 1, 8589934592, 3);
CREATE VIEW rocpd_copyapi AS SELECT 1 AS api_ptr_id, 2 AS size;
