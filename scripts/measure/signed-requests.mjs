import { createHmac } from 'node:crypto'

/** Placeholder of the payment id in the templates; as long as every id. */
const placeholder = 'order-0000000'

/** @param {number} n */
const paymentId = (n) => `order-${String(n).padStart(7, '0')}`

/**
 * Requests of which each differs from the next by its payment id only. The string to sign comes from the bench once;
 * ids of one length keep its order.
 * @param {import('./host.mjs').Api} api
 * @param {{id: number, secret: string}} project
 * @param {string} path
 * @param {object} fields besides `general`
 * @returns {Promise<(n: number) => import('./load.mjs').Request & {body: Buffer}>} the request for the n-th payment
 */
const signedRequests = async (api, { id, secret }, path, fields) => {
  const general = { project_id: id, payment_id: placeholder }
  const template = JSON.stringify({ general, ...fields })
  const { canonical } = await api('signature.sign', { body: template, projectId: id })
  return (n) => {
    const payment_id = paymentId(n)
    const signature = createHmac('sha512', secret)
      .update(canonical.replace(placeholder, payment_id))
      .digest('base64')
    const body = JSON.stringify({ general: { ...general, payment_id, signature }, ...fields })
    return { path, body: Buffer.from(body) }
  }
}

/** A test card that succeeds, and one that requires the values of {@link requestedFields} first. */
const cards = { succeeding: '4000000000000077', asking: '4000000000017006' }
const requestedFields = { avs_data: { avs_post_code: '1000', avs_street_address: '1 Harbour Street' } }

/**
 * Card sales of about 1 kB that succeed.
 * @param {import('./host.mjs').Api} api
 * @param {{id: number, secret: string}} project
 * @param {object} [callback] the request's own part about callbacks
 */
export const sales = (api, project, callback) => salesBy(cards.succeeding, api, project, callback)

/**
 * @param {string} pan
 * @param {import('./host.mjs').Api} api
 * @param {{id: number, secret: string}} project
 * @param {object} [callback]
 */
const salesBy = (pan, api, project, callback) =>
  signedRequests(api, project, '/v2/payment/card/sale', {
    card: {
      pan,
      year: new Date().getUTCFullYear() + 2,
      month: 12,
      card_holder: 'ANNA MARTIN',
      cvv: '123',
    },
    payment: {
      amount: 12_345,
      currency: 'EUR',
      description: 'Two tickets for the evening train to Lisbon, seats 41 and 42, with bicycles',
      extra_param: 'basket=901822&channel=web&campaign=spring-in-the-south',
    },
    customer: {
      id: 'customer-10117',
      ip_address: '198.51.100.17',
      first_name: 'Anna',
      last_name: 'Martin',
      email: 'anna.martin@shop.example',
      phone: '441632960123',
      city: 'Porto',
    },
    return_url: {
      success: 'https://shop.example/orders/901822/thanks?session=c2Vzc2lvbi1vZi1hLXNob3BwZXI',
      decline: 'https://shop.example/orders/901822/again?session=c2Vzc2lvbi1vZi1hLXNob3BwZXI',
    },
    ...(callback === undefined ? {} : { callback }),
  })

/**
 * @param {import('./host.mjs').Api} api
 * @param {{id: number, secret: string}} project
 */
export const statusRequests = (api, project) => signedRequests(api, project, '/v2/payment/status', {})

const firstClarified = 5_000_000

/**
 * Clarifications: on every connection in turn a sale that asks for two fields, and the request with their values.
 * @param {import('./host.mjs').Api} api
 * @param {{id: number, secret: string}} project
 * @returns {Promise<(connection: number) => import('./load.mjs').Request & {body: Buffer}>} the next request
 */
export const clarifications = async (api, project) => {
  const sale = await salesBy(cards.asking, api, project)
  const values = await signedRequests(api, project, '/v2/payment/clarification', {
    additional_data: requestedFields,
  })
  /** @type {Map<number, number>} the payment that waits for its values, by connection */
  const waiting = new Map()
  let made = firstClarified
  return (connection) => {
    const asked = waiting.get(connection)
    if (asked !== undefined) {
      waiting.delete(connection)
      return values(asked)
    }
    waiting.set(connection, made)
    return sale(made++)
  }
}
