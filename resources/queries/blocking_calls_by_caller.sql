-- Blocking calls by caller
-- Calls in which the host waits for the GPU, by the slice around them; a row leads to the longest.
SELECT b.name AS call, coalesce(p.name, '(top of the thread)') AS caller, count(*) AS calls,
       sum(b.dur) AS total_dur, max(b.dur) AS longest_dur, b.id AS slice_id
FROM blocking_call b LEFT JOIN slice p ON p.id = b.parent_id
GROUP BY b.name, p.name
ORDER BY total_dur DESC
