-- Steps that are outliers
-- Steps a tenth above the median, and by how much; GPU idle time and blocking calls say why.
WITH median AS (
  SELECT dur FROM step ORDER BY dur LIMIT 1 OFFSET (SELECT (count(*) - 1) / 2 FROM step))
SELECT step.number AS step, step.ts, step.dur, step.dur - median.dur AS above_median_ns,
       step.gpu_idle AS gpu_idle_ns, step.kernels, step.blocking_calls
FROM step, median
WHERE step.dur > 1.1 * median.dur
ORDER BY step.dur DESC
