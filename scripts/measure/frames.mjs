import { performance } from 'node:perf_hooks'
import { quantile, sorted } from './statistics.mjs'

/** @typedef {import('playwright-core').Page} Page */
/**
 * `p95` in milliseconds; `slow` is the share of late frames; `work` is the processor time that the page's main thread
 * takes for a frame, in milliseconds, which other programs on the machine change little.
 * @typedef {{framesPerSecond: number, p95: number, slow: number, work: number}} Frames
 */

/** A frame that took longer than this was late. */
const lateMs = 20

/**
 * Runs in the page before its own code: notes when the first rows of a list are drawn, and frame times when asked.
 */
export const watchPage = () => {
  /** @type {number[] | null} */
  let frames = null
  let last = 0
  /** @type {(ms: number) => void} */
  let drawn = () => undefined
  const bench = {
    /** @type {Promise<number>} milliseconds since the navigation began */
    firstRowsAt: new Promise((resolve) => {
      drawn = resolve
    }),
    startFrames: () => {
      frames = []
      last = 0
    },
    stopFrames: () => {
      const seen = frames ?? []
      frames = null
      return seen
    },
  }
  Object.assign(globalThis, { bench })
  const page = /** @type {any} */ (globalThis)
  /** @param {number} now */
  const look = (now) => {
    const row = page.document.querySelector('[role=row][aria-rowindex="2"]:not(.waiting-row)')
    if (row !== null) drawn(page.performance.now())
    if (frames !== null && last > 0) frames.push(now - last)
    last = now
    page.requestAnimationFrame(look)
  }
  page.requestAnimationFrame(look)
}

/**
 * @param {Page} page
 * @param {() => Promise<void>} work during which frames are counted
 * @returns {Promise<Frames>}
 */
export const framesDuring = async (page, work) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const worked = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1000
  }
  const before = await worked()
  await page.evaluate('bench.startFrames()')
  await work()
  /** @type {number[]} */
  const seen = await page.evaluate('bench.stopFrames()')
  const after = await worked()
  await session.send('Performance.disable')
  await session.detach()
  if (seen.length < 60) throw new Error(`only ${seen.length} frames were drawn: too few to judge`)
  const inOrder = sorted(seen)
  return {
    framesPerSecond: (1000 * seen.length) / seen.reduce((sum, ms) => sum + ms, 0),
    p95: quantile(inOrder, 0.95),
    slow: seen.filter((ms) => ms > lateMs).length / seen.length,
    work: (after - before) / seen.length,
  }
}

/** @param {Page} page */
const scrollerOf = async (page) => {
  const grid = page.getByRole('grid').first()
  const box = await grid.boundingBox()
  if (box === null) throw new Error('The list is not on the screen')
  const place = /** @type {() => Promise<{top: number, height: number, full: number, bar: number}>} */ (
    () =>
      grid.evaluate((element) => ({
        top: element.scrollTop,
        height: element.clientHeight,
        full: element.scrollHeight,
        bar: /** @type {any} */ (element).offsetWidth - element.clientWidth,
      }))
  )
  return { grid, box, place }
}

/**
 * Turns the wheel as fast as the page takes it.
 * @param {Page} page
 * @param {number} seconds
 */
export const wheel = async (page, seconds) => {
  const { box, place } = await scrollerOf(page)
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  const before = (await place()).top
  const endAt = performance.now() + seconds * 1000
  while (performance.now() < endAt) await page.mouse.wheel(0, 120)
  if ((await place()).top <= before) throw new Error('The wheel did not scroll the list')
}

/**
 * Drags the bar of the list from one end to the other.
 * @param {Page} page
 * @param {'down' | 'up'} direction
 * @param {number} seconds
 */
export const drag = async (page, direction, seconds) => {
  const { grid, box, place } = await scrollerOf(page)
  const { bar, full, height } = await place()
  if (bar < 4) throw new Error('The list has no scroll bar that could be dragged')
  const end = direction === 'down' ? 0 : full - height
  // A wheel that was turned may still run on, and the bar is drawn a frame after the list has moved.
  let still = 0
  while (still < 3) {
    const { top } = await place()
    still = Math.abs(top - end) < 1 ? still + 1 : 0
    await grid.evaluate((element, to) => element.scrollTo({ top: to, behavior: 'instant' }), end)
    await page.evaluate(
      'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))',
    )
  }
  const x = box.x + box.width - bar / 2 - 1
  // Beyond the arrow that some bars have at either end, and within the shortest thumb.
  const edges = [box.y + bar + 4, box.y + box.height - bar - 4]
  const [from, to] = direction === 'down' ? edges : edges.toReversed()
  if (from === undefined || to === undefined) throw new Error('A list has two ends')
  await page.mouse.move(x, from)
  await page.mouse.down()
  const started = performance.now()
  for (let share = 0; share < 1; share = Math.min(1, (performance.now() - started) / (seconds * 1000))) {
    await page.mouse.move(x, from + (to - from) * share)
  }
  await page.mouse.move(x, to)
  await page.mouse.up()
  const { top } = await place()
  const gone = direction === 'down' ? top : full - height - top
  if (gone < (full - height) * 0.95)
    throw new Error(`Dragging the bar ${direction} did not reach the end of the list`)
}
