import { createHmac } from 'node:crypto'

/**
 * @typedef {{projectId: number, secret: string}} Project
 * @typedef {import('./load.mjs').Request & {body: Buffer}} SignedRequest
 */

/** Placeholder for the payment id in templates; it is as long as every real id. */
const placeholder = 'order-0000000'

/**
 * Signs messages that differ only in their payment id. Paybench builds the string to sign once; ids of equal
 * length do not change its order.
 * @param {import('./host.mjs').Api} api
 * @param {Project} project
 * @param {object} template a message with the placeholder as its payment id
 * @returns {Promise<(n: number) => {payment_id: string, signature: string}>} id and signature of the n-th payment
 */
const signaturesOf = async (api, { projectId, secret }, template) => {
  const { canonical } = await api('signature.sign', { body: JSON.stringify(template), projectId })
  return (n) => {
    const payment_id = `order-${String(n).padStart(7, '0')}`
    const signature = createHmac('sha512', secret).update(canonical.replace(placeholder, payment_id))
    return { payment_id, signature: signature.digest('base64') }
  }
}

/**
 * @param {import('./host.mjs').Api} api
 * @param {Project} project
 * @param {string} path
 * @param {object} fields besides `general`
 * @returns {Promise<(n: number) => SignedRequest>} the request for the n-th payment
 */
const signedRequests = async (api, project, path, fields) => {
  const general = { project_id: project.projectId, payment_id: placeholder }
  const signed = await signaturesOf(api, project, { general, ...fields })
  return (n) => ({
    path,
    body: Buffer.from(JSON.stringify({ general: { ...general, ...signed(n) }, ...fields })),
  })
}

/**
 * Signed openings of the form by GET, each for a new payment.
 * @param {import('./host.mjs').Api} api
 * @param {Project} project
 * @returns {Promise<(n: number) => string>} path and query of the n-th opening
 */
export const openings = async (api, project) => {
  const parameters = {
    project_id: String(project.projectId),
    payment_id: placeholder,
    customer_id: 'customer-10117',
    payment_amount: '4650',
    payment_currency: 'EUR',
    payment_description: 'Two tickets for the evening train',
    customer_email: 'anna.martin@shop.example',
    language_code: 'en',
  }
  const signed = await signaturesOf(api, project, parameters)
  return (n) => `/payment?${new URLSearchParams({ ...parameters, ...signed(n) })}`
}

/** A test card that succeeds, and one that requires the values of {@link requestedFields} first. */
const cards = { succeeding: '4000000000000077', asking: '4000000000017006' }
const requestedFields = { avs_data: { avs_post_code: '1000', avs_street_address: '1 Harbour Street' } }

/** What a sale is about, by card or by another method. */
const order = {
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
}

/**
 * Card sales of about 1 kB that succeed.
 * @param {import('./host.mjs').Api} api
 * @param {Project} project
 */
export const sales = (api, project) => salesBy(cards.succeeding, api, project)

/**
 * @param {string} pan
 * @param {import('./host.mjs').Api} api
 * @param {Project} project
 */
const salesBy = (pan, api, project) =>
  signedRequests(api, project, '/v2/payment/card/sale', {
    card: {
      pan,
      year: new Date().getUTCFullYear() + 2,
      month: 12,
      card_holder: 'ANNA MARTIN',
      cvv: '123',
    },
    ...order,
    return_url: {
      success: 'https://shop.example/orders/901822/thanks?session=c2Vzc2lvbi1vZi1hLXNob3BwZXI',
      decline: 'https://shop.example/orders/901822/again?session=c2Vzc2lvbi1vZi1hLXNob3BwZXI',
    },
  })

/**
 * @param {import('./host.mjs').Api} api
 * @param {Project} project
 */
export const statusRequests = (api, project) => signedRequests(api, project, '/v2/payment/status', {})

const firstClarified = 5_000_000

/**
 * Clarifications: on every connection, sales for which two fields are requested alternate with requests that
 * send their values.
 * @param {import('./host.mjs').Api} api
 * @param {Project} project
 * @returns {Promise<(connection: number) => SignedRequest>} the next request
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

const paid = Buffer.from('decision=paid')
const providerPage = /"url":"https?:\/\/[^/"]+(\/provider\/[^"]+)"/

/**
 * Redirects: on every connection, sales by a method alternate with payments on the provider's page. The project must
 * respond to a sale with the address of that page; without a return address, the page itself is the response.
 * @param {import('./host.mjs').Api} api
 * @param {Project} project
 * @returns {Promise<(connection: number, previous: Buffer | undefined) => import('./load.mjs').Request>} the next request
 */
export const redirects = async (api, project) => {
  const sale = await signedRequests(api, project, '/v2/payment/online-banking/ideal/sale', order)
  let made = 0
  return (_connection, previous) => {
    const path = providerPage.exec(previous?.toString('latin1') ?? '')?.[1]
    return path === undefined ? sale(made++) : { path, body: paid, type: 'application/x-www-form-urlencoded' }
  }
}
