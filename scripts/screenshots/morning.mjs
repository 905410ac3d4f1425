import { once } from 'node:events'
import { createServer } from 'node:http'

/** @typedef {import('../measure/host.mjs').Host} Host */

const avsPair = { avs_data: ['avs_post_code', 'avs_street_address'] }
const customers = ['nora.vale', 'tomas-brandt', 'ada-quist', 'j.okafor', 'guest-5512']
const currencies = ['EUR', 'EUR', 'GBP', 'JPY', 'KWD', 'USD']

/**
 * Starts a merchant that responds to everything with this status and text for the rest of the run.
 * @param {number} status
 * @param {string} text
 * @returns {Promise<string>} its callback address
 */
export const respondingMerchant = async (status, text) => {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(status, { 'content-type': 'text/plain' }).end(text)
  })
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return `http://127.0.0.1:${port}/hooks/payments`
}

/**
 * An ordinary morning: about two dozen payments. Some wait, some failed, most succeeded.
 * @param {Host} host
 */
export const fillMorning = async ({ api, ready }) => {
  const projectId = ready.project.id
  const failing = await respondingMerchant(500, 'database is locked')
  await api('clock.set', { mode: 'frozen' })
  const capture = (await api('projects.list', {})).items[0].callbackUrl
  for (let n = 1; n <= 24; n += 1) {
    const fails = n === 17 || n === 21
    if (fails) await api('projects.update', { projectId, callbackUrl: failing })
    const { key } = await api('payments.create', {
      amount: 1250 + ((n * 7919) % 40_000),
      currency: currencies[n % currencies.length],
      paymentId: `order-${String(2400 + n * 3)}`,
      customerId: customers[n % customers.length],
      card: n % 3 === 0 ? '5126160000356675' : '4000000000000077',
    })
    if (fails) await api('projects.update', { projectId, callbackUrl: capture })
    if (n % 5 === 0)
      await api('payments.complete', { key, outcome: 'decline', code: n === 10 ? '10105' : '10101' })
    else if (n % 7 === 0 && n < 20) await api('payments.requestClarification', { key, fields: avsPair })
    else if (n < 23) await api('payments.complete', { key, outcome: 'success' })
    await api('clock.advance', { ms: 47_000 + n * 1300 })
  }
  const { key } = await api('payments.create', {
    amount: 4650,
    currency: 'EUR',
    paymentId: 'first-1',
    customerId: 'nora.vale',
    card: '4000000000017006',
    outcome: 'hold',
  })
  await api('payments.requestClarification', {
    key,
    fields: { ...avsPair, customer: ['first_name', 'last_name', 'day_of_birth'] },
  })
  await api('clock.advance', { ms: 74_000 })
  await api('payments.answerClarification', {
    key,
    additionalData: {
      avs_data: { avs_post_code: 'H91 AB12' },
      customer: { first_name: 'Nora', last_name: 'Vale', day_of_birth: 'in spring' },
    },
  })
  await api('clock.advance', { ms: 260_000 })
}
