/** The width that the report is made for, with its margins. */
const WIDTH = 940
const HEIGHT = 1000

/**
 * Takes the report of a payment whose callbacks fail at first, as a reader opens its file.
 * @param {import('../measure/host.mjs').Host} host
 * @param {import('./camera.mjs').Camera} camera
 */
export const takeReport = async ({ api }, camera) => {
  const { items } = await api('payments.list', { query: 'id=order-2451' })
  const { key } = items[0]
  await api('annotations.set', {
    id: key,
    labels: ['receiver'],
    note: 'The receiver locks its database while it counts the order. The first attempt always meets the lock.',
  })
  const { text } = await api('reports.payments', { keys: [key], format: 'html' })
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    const page = await camera.page({ colorScheme, viewport: { width: WIDTH, height: HEIGHT } })
    await page.setContent(text)
    await camera.take(page, `payment-report-${colorScheme}`)
    await page.context().close()
  }
}
