-- Communication and what overlaps it
-- Of each communication on a GPU, the time in which other kernels ran there too; the rest is exposed.
SELECT c.short_name AS communication, c.gpu, c.stream, c.ts, c.dur,
       min(c.dur, coalesce(sum(overlap(c.ts, c.ts_end, k.ts, k.ts_end)), 0)) AS overlapped_ns,
       c.dur - min(c.dur, coalesce(sum(overlap(c.ts, c.ts_end, k.ts, k.ts_end)), 0)) AS exposed_ns,
       c.id AS slice_id
FROM kernel c
LEFT JOIN kernel k ON k.ts < c.ts_end AND k.ts_end > c.ts AND k.gpu = c.gpu AND k.kernel_group <> 'collective'
WHERE c.kernel_group = 'collective'
GROUP BY c.id
ORDER BY exposed_ns DESC
