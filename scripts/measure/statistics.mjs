import { performance } from 'node:perf_hooks'

/**
 * @param {readonly number[]} values in ascending order
 * @param {number} share 0.5 for the median
 * @returns {number} NaN if there are none
 */
export const quantile = (values, share) =>
  values[Math.min(values.length - 1, Math.max(0, Math.ceil(values.length * share) - 1))] ?? NaN

/** @param {Iterable<number>} values */
export const sorted = (values) => [...values].sort((a, b) => a - b)

/** @param {Iterable<number>} values */
export const median = (values) => quantile(sorted(values), 0.5)

/**
 * The mean of the middle half: as robust against outliers as the median, and finer for a coarse clock.
 * @param {Iterable<number>} values
 * @returns {number} NaN if there are none
 */
export const middleMean = (values) => {
  const all = sorted(values)
  const cut = Math.floor(all.length / 4)
  const middle = all.slice(cut, all.length - cut)
  return middle.reduce((total, value) => total + value, 0) / middle.length
}

/**
 * @template Result
 * @param {() => Promise<Result>} work
 */
export const timed = async (work) => {
  const started = performance.now()
  const result = await work()
  return { ms: performance.now() - started, result }
}

/**
 * @param {number} times
 * @param {() => Promise<unknown>} work
 * @returns {Promise<number>} the median of the runs, in milliseconds
 */
export const medianTime = async (times, work) => {
  const runs = []
  for (let run = 0; run < times; run += 1) runs.push((await timed(work)).ms)
  return median(runs)
}
