import { launchChromium } from './browser.mjs'
import { drag, framesDuring, watchPage, wheel } from './frames.mjs'
import { freeze, startHost, until, untilIndexed } from './host.mjs'
import { count, duration, megabytes, percent } from './report.mjs'
import { untilShown, untilTrue } from './shown.mjs'

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('./report.mjs').Row} Row */

const viewport = { width: 1440, height: 900 }
const scrollSeconds = 4
const typedKeys = 60
const largeBodyBytes = 2_000_000

/** What a tester types into the filter of Traffic. */
const filters = ['source:capture', 'status:200 tickets', 'payment:order-00042']

/**
 * A JSON body of about 2 MB with many short lines, as an export of orders would be, and fewer than 100,000 values: one
 * with more is neither signed nor compared by path.
 * @returns {string}
 */
const largeBody = () => {
  const orders = []
  for (let n = 0, size = 0; size < largeBodyBytes; n += 1) {
    const order = {
      id: `large-${n}`,
      amount: (n * 7919) % 100_000,
      currency: 'EUR',
      note: 'left-handed teapot, to be wrapped as a present',
    }
    orders.push(order)
    size += JSON.stringify(order).length + 1
  }
  return JSON.stringify({ orders })
}

/**
 * @param {string} what
 * @param {import('./frames.mjs').Frames} frames
 * @returns {Row[]}
 */
const frameRows = (what, frames) => [
  { what: `${what}, frames per second`, measured: count(frames.framesPerSecond) },
  { what: `${what}, frame time p95`, measured: duration(frames.p95) },
  { what: `${what}, frames over 20 ms`, measured: percent(frames.slow) },
  { what: `${what}, processor time of a frame`, measured: duration(frames.work) },
]

const firstRow = '[role=row][aria-rowindex="2"]:not(.waiting-row)'

/**
 * The list of Traffic, by time and by payment.
 * @param {Page} page
 * @returns {Promise<Row[]>}
 */
const traffic = async (page) => {
  /** @type {Row[]} */
  const rows = []
  /** @param {string} name */
  const grid = (name) => `[role=grid][aria-label="${name}"] ${firstRow}`
  const navigation = page.getByRole('navigation', { name: 'Pages' })
  rows.push({
    what: 'Traffic, from the click to its first rows',
    measured: duration(
      await untilShown(
        page,
        () => navigation.getByRole('link', { name: 'Traffic' }).click(),
        grid('Traffic, newest first'),
      ),
    ),
  })
  rows.push(...frameRows('Traffic, wheel', await framesDuring(page, () => wheel(page, scrollSeconds))))
  rows.push(
    ...frameRows(
      'Traffic, dragging the bar',
      await framesDuring(page, () => drag(page, 'down', scrollSeconds)),
    ),
  )
  const order = page.getByRole('radiogroup', { name: 'Order by' })
  rows.push({
    what: 'Traffic by payment, from the click to its first rows',
    measured: duration(
      await untilShown(page, () => order.getByText('Payment').click(), grid('Traffic by payment')),
    ),
  })
  rows.push(
    ...frameRows('Traffic by payment, wheel', await framesDuring(page, () => wheel(page, scrollSeconds))),
    ...frameRows(
      'Traffic by payment, dragging the bar',
      await framesDuring(page, () => drag(page, 'down', scrollSeconds)),
    ),
  )
  await order.getByText('Time').click()
  await page.waitForSelector(grid('Traffic, newest first'))
  const box = page.getByRole('combobox', { name: 'Filter traffic' })
  for (const query of filters) {
    const all = await page.evaluate(`document.querySelector('[role=grid]').getAttribute('aria-rowcount')`)
    const filtered = `document.querySelector('[role=grid]')?.getAttribute('aria-rowcount') !== '${all}' &&
      document.querySelector('${firstRow}') !== null`
    await box.click()
    const ms = await untilTrue(page, () => page.keyboard.insertText(`${query} `), filtered)
    rows.push({ what: `Traffic, filter ${query}`, measured: duration(ms) })
    await box.fill('')
    while ((await page.getByRole('button', { name: /^Remove filter/ }).count()) > 0)
      await box.press('Backspace')
    await page.waitForSelector(`[role=grid][aria-rowcount="${all}"]`)
  }
  return rows
}

/**
 * A body of 2 MB: read, scrolled, edited and compared.
 * @param {Page} page
 * @param {number} size of the body in bytes
 * @returns {Promise<Row[]>}
 */
const largeMessage = async (page, size) => {
  /** @type {Row[]} */
  const rows = []
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Callbacks' }).click()
  await page.getByRole('radiogroup').getByText('Captured').click()
  await page.getByRole('row', { name: /\/small/ }).click()
  await page.locator('article .msg-json').waitFor()
  const large = page.getByRole('row', { name: /\/large/ })
  rows.push({
    what: `A body of ${megabytes(size).text}, from the click to its first lines`,
    measured: duration(await untilShown(page, () => large.click(), 'article .msg-json li:nth-child(60)')),
  })
  const overBody = async () => {
    const box = await page.locator('article .msg-json').boundingBox()
    if (box === null) throw new Error('The body is not on the screen')
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    const endAt = performance.now() + scrollSeconds * 1000
    while (performance.now() < endAt) await page.mouse.wheel(0, 120)
  }
  rows.push(...frameRows('Wheel over it', await framesDuring(page, overBody)))
  if ((await page.locator('article .msg-json').evaluate((element) => element.scrollTop)) <= 0)
    throw new Error('The wheel did not scroll the body')

  rows.push({
    what: 'Its exact bytes, from the click to the first lines',
    measured: duration(
      await untilShown(page, () => page.getByText('Exact', { exact: true }).click(), 'article .msg-raw li'),
    ),
  })
  await page.getByText('Formatted', { exact: true }).click()

  const editorLines = `document.querySelector('.code-editor')?.shadowRoot?.querySelectorAll('.cm-line').length`
  rows.push({
    what: 'Opened for editing, from the click to its first lines',
    measured: duration(
      await untilTrue(
        page,
        () => page.getByRole('tab', { name: 'Edit and replay' }).click(),
        `(${editorLines} ?? 0) > 10`,
      ),
    ),
  })
  const editor = page.getByRole('textbox', { name: 'Body' })
  await editor.focus()
  // Into the first id, before the quote and the comma behind it.
  for (let line = 1; line < 4; line += 1) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  const typing = await framesDuring(page, async () => {
    for (let key = 0; key < typedKeys; key += 1) await page.keyboard.press('7', { delay: 10 })
  })
  rows.push(...frameRows('Typing in it', typing))
  // Its string to sign would be too long for a signature.
  await page.getByRole('radio', { name: /^Keep/ }).click()
  rows.push({
    what: 'Its changes by path, from the click to the first of them',
    measured: duration(
      await untilShown(
        page,
        () => page.getByRole('button', { name: 'Check the signature' }).click(),
        '[aria-label="Changes by path"] .path',
      ),
    ),
  })
  rows.push({
    what: 'Its changes side by side, from the click to the first lines',
    measured: duration(
      await untilTrue(
        page,
        () => page.getByRole('radiogroup', { name: 'Part of the message' }).getByText('Side by side').click(),
        `(document.querySelector('.code-editor')?.shadowRoot?.querySelectorAll('.cm-merge-b .cm-changedText').length ?? 0) > 0`,
      ),
    ),
  })
  return rows
}

/**
 * The pages of messages with a full data folder, and a message of 2 MB.
 * @param {{directory: string}} options a data folder that is full
 * @returns {Promise<import('./report.mjs').Section>}
 */
export const measureMessages = async ({ directory }) => {
  const host = await startHost(directory)
  const browser = await launchChromium()
  try {
    const { api, ready } = host
    await freeze(api)
    await untilIndexed(api)
    const body = largeBody()
    const headers = { 'content-type': 'application/json' }
    await fetch(`${ready.merchant}/large`, { method: 'POST', headers, body })
    await fetch(`${ready.merchant}/small`, { method: 'POST', headers, body: '{}' })
    await until(
      'The large body is kept',
      async () => (await api('captures.list', { query: 'path:/large' })).total === 1,
    )
    const { total } = await api('traffic.list', { limit: 1 })
    const page = await (await browser.newContext({ viewport })).newPage()
    await page.addInitScript(watchPage)
    await page.goto(`${ready.workbench}/?token=${ready.token}`)
    await page.waitForSelector(firstRow)
    return {
      name: 'messages',
      title: `Messages: ${count(total).text} in the list of Traffic, and one of ${megabytes(body.length).text}`,
      rows: [...(await traffic(page)), ...(await largeMessage(page, body.length))],
    }
  } finally {
    await browser.close()
    await host.stop()
  }
}
