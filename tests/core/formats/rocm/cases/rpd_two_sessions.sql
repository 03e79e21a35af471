-- Schema 2, recorded through roctracer: two processes on one GPU, which number their rows apart.
-- Grids are workgroups, but those of hipExtModuleLaunchKernel work-items.
CREATE TABLE rocpd_string (id integer NOT NULL PRIMARY KEY AUTOINCREMENT, string varchar(4096) NOT NULL);
CREATE TABLE rocpd_op (id integer NOT NULL PRIMARY KEY AUTOINCREMENT, gpuId integer NOT NULL, queueId integer NOT NULL, sequenceId integer NOT NULL, start integer NOT NULL, end integer NOT NULL, description_id bigint NOT NULL, opType_id bigint NOT NULL);
CREATE TABLE rocpd_api_ops (id integer NOT NULL PRIMARY KEY AUTOINCREMENT, api_id bigint NOT NULL, op_id bigint NOT NULL);
CREATE TABLE rocpd_kernelapi (api_ptr_id integer NOT NULL PRIMARY KEY, stream varchar(18) NOT NULL, gridX integer NOT NULL, gridY integer NOT NULL, gridZ integer NOT NULL, workgroupX integer NOT NULL, workgroupY integer NOT NULL, workgroupZ integer NOT NULL, groupSegmentSize integer NOT NULL, privateSegmentSize integer NOT NULL, kernelName_id integer NOT NULL);
CREATE TABLE rocpd_copyapi (api_ptr_id integer NOT NULL PRIMARY KEY, stream varchar(18) NOT NULL, size integer NOT NULL, width integer NOT NULL, height integer NOT NULL, kind integer NOT NULL, dst varchar(18) NOT NULL, src varchar(18) NOT NULL, dstDevice integer NOT NULL, srcDevice integer NOT NULL, sync bool NOT NULL, pinned bool NOT NULL);
CREATE TABLE rocpd_metadata (id integer NOT NULL PRIMARY KEY AUTOINCREMENT, tag varchar(4096) NOT NULL, value varchar(4096) NOT NULL);
CREATE TABLE rocpd_api (id integer NOT NULL PRIMARY KEY AUTOINCREMENT, pid integer NOT NULL, tid integer NOT NULL, start integer NOT NULL, end integer NOT NULL, apiName_id integer NOT NULL, args_id integer NOT NULL);
INSERT INTO rocpd_metadata (tag, value) VALUES ('schema_version', '2'), ('session_count', '2');
INSERT INTO rocpd_string VALUES (1, ''), (2, 'hipLaunchKernel'), (3, 'hipExtModuleLaunchKernel'), (4, 'gemm'), (5, 'void add<float>(float*)'),
  (6, 'KernelExecution'), (7, 'CopyHostToDevice'), (8, 'FillBuffer'), (9, 'hipMemcpyWithStream'), (10, 'hipMemsetAsync'), (11, 'UserMarker'),
  (12, 'step'), (13, 'aten::addmm, seq = 3, op_id = 5'), (14, 'OpTable::writeRows'), (15, 'count=9'), (16, 'hipGraphLaunch'), (17, 'mark'),
  (18, 'hipMemcpy2D'), (19, 'CopyDeviceToHost'), (20, 'Barrier'), (21, 'hsa_signal_create'), (22, 'ptr=0x7f | size=0x10'), (23, 'hipMalloc'), (24, 'pytorch'),
  (4294967297, ''), (4294967298, 'hipLaunchKernel'), (4294967299, 'reduce'), (4294967300, 'KernelExecution');
INSERT INTO rocpd_api VALUES
  (9, 100, 101, 900, 950, 23, 22), (1, 100, 101, 1000, 1200, 3, 1), (2, 100, 101, 1300, 1400, 2, 1), (3, 100, 101, 1500, 1600, 9, 1),
  (4, 100, 101, 1700, 1750, 10, 1), (5, 100, 101, 1800, 1900, 16, 1), (6, 100, 102, 2000, 2500, 18, 1),
  (2147483649, 100, 101, 950, 2600, 11, 12), (2147483650, 100, 101, 980, 1250, 11, 13), (2147483651, 100, 103, 3000, 3100, 14, 15),
  (2147483652, 100, 101, 1650, 1650, 11, 17), (2147483653, 100, 101, 2550, 2560, 24, 1),
  (4294967297, 200, 200, 1000, 1100, 4294967298, 4294967297);
CREATE TABLE rocpd_hsaApi (id integer PRIMARY KEY, pid integer, tid integer, start integer, end integer, apiName_id integer, args_id integer);
INSERT INTO rocpd_hsaApi VALUES (1, 100, 101, 1010, 1020, 21, 1);
INSERT INTO rocpd_op VALUES
  (1, 2, 0, 0, 2000, 3000, 4, 6), (2, 2, 0, 0, 3000, 3400, 5, 6), (3, 2, 1, 0, 3100, 3300, 1, 7), (4, 2, 0, 0, 3500, 3600, 1, 8),
  (5, 2, 0, 0, 3700, 3800, 4, 6), (6, 2, 0, 0, 3800, 3900, 5, 6), (7, 2, 0, 0, 4000, 4300, 1, 19), (8, 2, 0, 0, 4300, 4310, 1, 20),
  (9, 2, 0, 0, 4400, 4500, 5, 6),
  (4294967297, 2, 0, 0, 2500, 2700, 4294967299, 4294967300);
INSERT INTO rocpd_api_ops (api_id, op_id) VALUES (2, 2), (1, 1), (3, 3), (4, 4), (5, 5), (5, 6), (6, 7), (4294967297, 4294967297);
INSERT INTO rocpd_kernelapi VALUES
  (1, '0x0', 3328, 1563, 1, 256, 1, 1, 0, 0, 4), (2, '0x0', 128, 2, 1, 256, 1, 1, 512, 0, 5), (5, '0x0', 7, 1, 1, 64, 1, 1, 0, 0, 4),
  (4294967297, '0x0', 9, 1, 1, 64, 1, 1, 0, 0, 4294967299);
INSERT INTO rocpd_copyapi VALUES
  (3, '0x0', 4096, '', '', 1, '0x7f', '0x7e', 0, 0, 0, 0), (6, '', '', 64, 16, 2, '0x7f', '0x7e', 0, 0, 1, 0);
CREATE TABLE rocpd_monitor (id integer PRIMARY KEY, deviceType text, deviceId integer, monitorType text, start integer, end integer, value text);
INSERT INTO rocpd_monitor VALUES (1, 'gpu', 0, 'sclk', 0, 10, '800');
