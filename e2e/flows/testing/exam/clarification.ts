import { part } from './callbacks'
import type { Shop } from './exam-merchant'
import type { Order } from './orders'
import { postSigned } from './platform-access'
import type { JsonRecord } from '#e2e/flows/testing/signer'

const VALUES: Readonly<Record<string, string>> = {
  avs_post_code: 'H91 AB12',
  avs_street_address: '14 Long Walk',
  email: 'nora@mail.test',
  first_name: 'Nora',
  last_name: 'Vale',
  'billing.address': '14 Long Walk',
  'billing.city': 'Galway',
  'billing.country': 'IE',
  'billing.postal': 'H91 AB12',
  day_of_birth: '27-02-1990',
}

/** Answers the clarification that the platform requests. */
export async function clarify(shop: Shop, order: Order, body: JsonRecord): Promise<void> {
  const { mutation } = shop
  if (mutation === 'never answers a clarification') return
  if (mutation === 'answers only clarifications of cards' && order.method !== '') return
  if (mutation === 'ignores the remaining fields' && shop.clarified.has(order.id)) return
  const fields = part(body, 'clarification_fields')
  const asked = Object.entries(fields as Readonly<Record<string, readonly string[]>>).filter(
    ([key]) => mutation !== 'sends nothing about the customer' || key !== 'customer',
  )
  const data: JsonRecord = Object.fromEntries(
    mutation === 'sends paths as names'
      ? asked.flatMap(([key, names]) => names.map((name) => [`${key}.${name}`, valueOf(name, mutation)]))
      : asked.map(([key, names]) => [key, valuesOf(shop, names)]),
  )
  // A field that is requested again was wrong, and this shop has no better value.
  const isSame = shop.clarified.get(order.id) === JSON.stringify(data)
  if (isSame && mutation !== 'sends a wrong answer again and again') return
  shop.clarified.set(order.id, JSON.stringify(data))
  await postSigned(shop, '/v2/payment/clarification', {
    general: { project_id: shop.projectId, payment_id: order.id },
    ...(mutation === 'leaves additional_data out' ? data : { additional_data: data }),
  })
}

function valuesOf({ mutation }: Shop, names: readonly string[]): JsonRecord {
  const values: Record<string, unknown> = {}
  for (const name of names) {
    const [first = '', second] = name.split('.')
    const value = valueOf(name, mutation)
    if (second === undefined || mutation === 'keeps dotted names') values[name] = value
    else values[first] = { ...(values[first] as JsonRecord | undefined), [second]: value }
  }
  return values
}

function valueOf(name: string, mutation: Shop['mutation']): string {
  if (name === 'day_of_birth' && mutation === 'writes dates in another order') return '1990-02-27'
  if (name === 'billing.country' && mutation === 'writes countries with three letters') return 'IRL'
  if (name === 'email' && mutation === 'sends a wrong answer again and again') return 'nobody'
  return VALUES[name] ?? 'x'
}
