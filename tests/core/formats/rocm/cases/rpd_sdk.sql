-- Schema 3, recorded through rocprofiler-sdk: domains, args in a table of their own, grids of work-items.
CREATE TABLE rocpd_string (id integer NOT NULL PRIMARY KEY AUTOINCREMENT, string varchar(4096) NOT NULL);
CREATE TABLE rocpd_op (id integer NOT NULL PRIMARY KEY AUTOINCREMENT, gpuId integer NOT NULL, queueId integer NOT NULL, sequenceId integer NOT NULL, start integer NOT NULL, end integer NOT NULL, description_id bigint NOT NULL, opType_id bigint NOT NULL);
CREATE TABLE rocpd_api_ops (id integer NOT NULL PRIMARY KEY AUTOINCREMENT, api_id bigint NOT NULL, op_id bigint NOT NULL);
CREATE TABLE rocpd_kernelapi (api_ptr_id integer NOT NULL PRIMARY KEY, stream varchar(18) NOT NULL, gridX integer NOT NULL, gridY integer NOT NULL, gridZ integer NOT NULL, workgroupX integer NOT NULL, workgroupY integer NOT NULL, workgroupZ integer NOT NULL, groupSegmentSize integer NOT NULL, privateSegmentSize integer NOT NULL, kernelName_id integer NOT NULL);
CREATE TABLE rocpd_copyapi (api_ptr_id integer NOT NULL PRIMARY KEY, stream varchar(18) NOT NULL, size integer NOT NULL, width integer NOT NULL, height integer NOT NULL, kind integer NOT NULL, dst varchar(18) NOT NULL, src varchar(18) NOT NULL, dstDevice integer NOT NULL, srcDevice integer NOT NULL, sync bool NOT NULL, pinned bool NOT NULL);
CREATE TABLE rocpd_metadata (id integer NOT NULL PRIMARY KEY AUTOINCREMENT, tag varchar(4096) NOT NULL, value varchar(4096) NOT NULL);
CREATE TABLE rocpd_ustring (id integer NOT NULL PRIMARY KEY AUTOINCREMENT, string varchar(4096) NOT NULL);
CREATE TABLE rocpd_api (id integer NOT NULL PRIMARY KEY AUTOINCREMENT, pid integer NOT NULL, tid integer NOT NULL, start integer NOT NULL, end integer NOT NULL, apiName_id bigint NOT NULL, category_id bigint NOT NULL, domain_id bigint NOT NULL, args_id bigint NOT NULL);
INSERT INTO rocpd_metadata (tag, value) VALUES ('schema_version', '3');
INSERT INTO rocpd_string VALUES (1, ''), (2, 'hip'), (3, 'hipLaunchKernel'), (4, 'KernelExecution'), (5, 'gemm'), (6, 'MEMORY_COPY_DEVICE_TO_HOST'),
  (7, 'hipMemcpyAsync'), (8, 'roctx'), (9, 'range'), (10, 'mark'), (11, 'UserMarker'), (12, 'RocprofDataSource::buffer_callback'), (13, 'python');
INSERT INTO rocpd_ustring VALUES (1, ''), (2, '{"numBlocks":"{4, 1, 1}"}'), (3, 'train step'), (4, 'epoch'), (5, 'count=3 last=2');
INSERT INTO rocpd_api VALUES
  (1, 100, 101, 1000, 1100, 3, 1, 2, 2), (2, 100, 101, 1200, 1300, 7, 1, 2, 1), (2147483649, 100, 101, 900, 1400, 11, 9, 8, 3),
  (2147483650, 100, 101, 910, 910, 11, 10, 8, 4), (2147483651, 100, 102, 2000, 2100, 12, 1, 1, 5), (2147483652, 100, 101, 920, 930, 13, 1, 13, 1);
INSERT INTO rocpd_op VALUES (1, 0, 140001, 0, 1500, 1700, 5, 4), (2, 0, 0, 0, 1750, 1800, 1, 6);
INSERT INTO rocpd_api_ops (api_id, op_id) VALUES (1, 1), (2, 2);
INSERT INTO rocpd_kernelapi VALUES (1, '0x1', 1000, 1, 1, 256, 1, 1, 1024, 0, 5);
INSERT INTO rocpd_copyapi VALUES (2, '0x1', 64, 0, 0, 6, '', '', 0, 0, 1, 0);
