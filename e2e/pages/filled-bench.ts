import { aRule, reply } from '#e2e/flows/testing/answer-rules'
import { aFaultRule } from '#e2e/flows/testing/fault-rules'
import type { Api } from '#e2e/fixtures/automation'

const AVS = { avs_data: ['avs_post_code', 'avs_street_address'] }

/** Response rules for a path that nothing is sent to. */
const ANSWER_RULES = [
  aRule(
    [
      { kind: 'reply', status: 503, headers: [['Retry-After', '60']], body: 'later', delayMs: 1500 },
      { kind: 'silence' },
      { kind: 'reset', delayMs: 0 },
      reply(200),
    ],
    {
      name: 'Down, then up again',
      match: { path: '/elsewhere/*', kinds: ['result', 'intermediate'] },
      after: 'again',
    },
  ),
  aRule(
    [
      {
        kind: 'forward',
        url: 'https://localhost:8443/a-rather-long-address/of-a-server/that-is-not-there/payments/callback',
        appendPath: true,
        verifyCertificate: false,
      },
    ],
    { id: 'forward', enabled: false, match: { path: '/elsewhere/*' } },
  ),
]

const FAULT_RULE = aFaultRule(
  { kind: 'changeField', path: 'payment.sum.amount', value: '1', signing: 'resign' },
  { name: 'Another amount', enabled: false, when: { kind: 'chance', percent: 80, seed: 4 } },
)

/** Payments with various statuses, with delivered and failed callbacks, on a frozen clock. */
export async function fillBench(api: Api, failingTarget: string): Promise<void> {
  await api('clock.set', { mode: 'frozen' })
  const make = async (paymentId: string, amount: number, currency = 'EUR'): Promise<string> =>
    (await api('payments.create', { amount, currency, paymentId, customerId: `customer-of-${paymentId}` }))
      .key

  await make('Order-2026/00001', 4650)
  await api('payments.complete', { key: await make('Order-2026/00002', 129_900), outcome: 'success' })
  await api('payments.complete', { key: await make('Order-3', 5), outcome: 'decline', code: '10105' })
  await api('payments.complete', {
    key: await make('Order-4-in-dinars', 1_234_567, 'KWD'),
    outcome: 'success',
  })
  await api('payments.create', {
    amount: 980,
    currency: 'JPY',
    paymentId: 'a-very-long-payment-id-0123456789-0123456789-0123456789',
    card: '4000000000017006',
    outcome: 'card',
  })
  const { defaultProjectId } = await api('bench.info', {})
  const before = (await api('projects.list', {})).items.find(
    ({ projectId }) => projectId === defaultProjectId,
  )
  await api('projects.update', { projectId: defaultProjectId, callbackUrl: failingTarget })
  // A payment keeps the callback target that its project had when it was created.
  await api('payments.complete', { key: await make('not-heard', 7700, 'USD'), outcome: 'success' })
  await api('clock.advance', { ms: 3_600_000 })
  await api('projects.update', { projectId: defaultProjectId, callbackUrl: before?.callbackUrl ?? null })
  const asked = await make('Order-7', 10_000_000)
  await api('payments.requestClarification', { key: asked, fields: AVS })
  await api('payments.answerClarification', {
    key: asked,
    additionalData: { avs_data: { avs_post_code: 'H91 AB12' } },
  })
  const [submitted] = (await api('traffic.list', { query: 'path:clarification', limit: 1 })).items
  await api('exchanges.resend', { id: submitted?.id ?? '', signing: 'corrupt' })
  await api('answers.save', { rules: ANSWER_RULES })
  await api('faults.save', { rules: [FAULT_RULE] })
}
