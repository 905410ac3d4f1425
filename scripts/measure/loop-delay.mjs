/**
 * Loaded into a bench by `--import file:///…/loop-delay.mjs?report=FILE`. On SIGUSR2 it writes to the file the
 * longest delay and the 99.9th percentile of the delays of the event loop since the last signal, and starts again.
 */
import { renameSync, writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

const resolutionMs = 5
const report = new URL(import.meta.url).searchParams.get('report')
if (report === null) throw new Error('loop-delay.mjs needs ?report=FILE')
const histogram = monitorEventLoopDelay({ resolution: resolutionMs })
histogram.enable()

/** @param {number} nanoseconds as measured, including the interval of the measurement */
const blockedMs = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - resolutionMs)

process.on('SIGUSR2', () => {
  const delay = { p999: blockedMs(histogram.percentile(99.9)), longest: blockedMs(histogram.max) }
  histogram.reset()
  writeFileSync(`${report}.part`, JSON.stringify(delay))
  renameSync(`${report}.part`, report)
})
