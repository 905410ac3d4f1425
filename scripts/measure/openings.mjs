import { createHmac } from 'node:crypto'

/** Placeholder of the payment id in the template; as long as every id. */
const placeholder = 'basket-0000000'

/**
 * Signed openings of the form by GET, each for a payment of its own. The string to sign comes from the bench once; ids
 * of one length keep its order.
 * @param {import('./host.mjs').Api} api
 * @param {{id: number, secret: string}} project
 * @returns {Promise<(n: number) => string>} path and query of the n-th opening
 */
export const openings = async (api, { id, secret }) => {
  const parameters = {
    project_id: String(id),
    payment_id: placeholder,
    customer_id: 'customer-10117',
    payment_amount: '4650',
    payment_currency: 'EUR',
    payment_description: 'Two tickets for the evening train',
    customer_email: 'anna.martin@shop.example',
    language_code: 'en',
  }
  const { canonical } = await api('signature.sign', { body: JSON.stringify(parameters), projectId: id })
  return (n) => {
    const payment_id = `basket-${String(n).padStart(7, '0')}`
    const signature = createHmac('sha512', secret)
      .update(canonical.replace(placeholder, payment_id))
      .digest('base64')
    return `/payment?${new URLSearchParams({ ...parameters, payment_id, signature })}`
  }
}
