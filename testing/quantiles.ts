/** The median, and the time within which 99 and 99.9 of 100 are. */
export function quantiles(times: readonly number[]): { p50: number; p99: number; p999: number } {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99), p999: at(0.999) }
}
