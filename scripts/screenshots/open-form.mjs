import { createHmac } from 'node:crypto'

/**
 * @typedef {import('playwright-core').Page} Page
 * @typedef {import('playwright-core').FrameLocator} FrameLocator
 * @typedef {import('../measure/host.mjs').Host} Host
 * @typedef {import('../measure/host.mjs').Ready} Ready
 * @typedef {Readonly<Record<string, string | number>>} Parameters
 */

/** Cards by what they lead to. */
export const cards = {
  success: '4000000000000077',
  decline: '4111111111111111',
  challenge: '4314220000000056',
  avs: '4000000000017006',
  eightNames: '4000000000017014',
}

let count = 0

/** @param {Ready} ready @param {Parameters} [change] @returns {Parameters} of an ordinary payment, not signed */
export const ordinary = ({ project }, change = {}) => ({
  project_id: project.id,
  payment_id: `order-${String(7300 + (count += 1))}`,
  customer_id: `buyer-${String(count)}`,
  payment_amount: 4650,
  payment_currency: 'EUR',
  payment_description: 'Two cups and a jug',
  customer_email: 'nora@mail.test',
  merchant_return_url: 'https://shop.example/cart',
  merchant_success_url: 'https://shop.example/thanks',
  merchant_fail_url: 'https://shop.example/again',
  ...change,
})

/** @param {Host} host @param {Parameters} parameters @returns {Promise<string>} address of a form with these parameters */
export const formAddress = async ({ api, ready: { platform, project } }, parameters) => {
  const body = JSON.stringify(parameters)
  const { canonical } = await api('signature.sign', { body, projectId: project.id })
  const signature = createHmac('sha512', project.secret).update(canonical).digest('base64')
  // Unsigned, so that the pictures follow the scheme of the browser that takes them.
  const query = new URLSearchParams({ signature, _theme: 'auto' })
  for (const [name, value] of Object.entries(parameters)) query.set(name, String(value))
  return `${platform}/payment?${query}`
}

/** @param {Page | FrameLocator} place @param {string} card */
export const typeCard = async (place, card) => {
  await place.locator('input[name=pan]').fill(card)
  await place.locator('input[name=expiry]').fill('07/33')
  await place.locator('input[name=cvv]').fill('739')
  await place.locator('input[name=card_holder]').fill('NORA VALE')
}

/** @param {Page | FrameLocator} place */
export const submit = (place) => place.locator('button[type=submit]').click()
