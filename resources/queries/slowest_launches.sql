-- Launches with the longest latency
-- From the end of the call to the start of what it launched: waits behind other work in the queue too.
SELECT k.ts - l.ts_end AS latency_ns, short_name(k.name) AS name, k.gpu, k.stream, l.name AS call, k.ts, k.dur, k.id AS slice_id
FROM gpu_slice k JOIN slice l ON l.id = k.launch_id
ORDER BY latency_ns DESC
LIMIT 100
