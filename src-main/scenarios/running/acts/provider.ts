import type { LaterName } from '#domain/method/later'
import type { CustomerOutcome } from '#domain/payment/payment'
import { formatMinorUnits } from '#lib/money/minor-units'
import { neededKey, paymentNamed, type RunContext } from '#scenarios/running/context'
import { StepFailure } from '#scenarios/running/result'
import type { ArgsOf } from '#scenarios/vocabulary/scenario-shape'
import { sendAsBrowser, WEB_FORM } from './browser'
import { amountOf } from './merchant'

type Args = ArgsOf<'customer'>
type Decision = NonNullable<Args['provider']>

/** What the forms of the provider's page post (src-main/platform/form/pages/provider-page.ts). */
export const DECISIONS: Readonly<Record<Decision, CustomerOutcome>> = {
  pay: 'paid',
  decline: 'declined',
  cancel: 'cancelled',
  leave: 'left',
}
const AFTER: Readonly<Record<NonNullable<Args['in']>, LaterName>> = {
  '1 min': 'minute',
  '1 h': 'hour',
  '1 d': 'day',
}

const PAGE_WAIT_MS = 5_000

/** Decides on the page of the method's provider; waits up to 5 s of virtual time for it (contract 16.5). */
export async function decideAtProvider(
  run: RunContext,
  name: string,
  provider: Decision,
  { amount, in: after, result = 'success' }: Pick<Args, 'amount' | 'in' | 'result'>,
): Promise<void> {
  const { url, currency } = await openPage(run, name)
  const fields = new URLSearchParams({ decision: DECISIONS[provider] })
  if (amount !== undefined) fields.set('amount', enteredAmount(amount, currency))
  if (after !== undefined) {
    fields.set('after', AFTER[after])
    fields.set('outcome', result)
  }
  const request = { url, method: 'POST', headers: WEB_FORM, body: fields.toString() }
  const seen = await sendAsBrowser(run, request)
  run.responses.set(name, { ...seen, view: run.forms.get(name)?.view ?? null })
  // The page of an earlier attempt may still be open (contract 16.7).
  if (seen.response.status < 400 && (await pageOf(run, name))?.url === url)
    throw new StepFailure('The provider’s page did not accept this decision.', {
      lines: ['Write an amount above 0.'],
      evidence: [seen.evidence],
    })
}

/** Null unless the customer may decide at the provider now. */
async function pageOf(run: RunContext, name: string) {
  const { providerUrl, currency } = await run.bench.call('payments.get', { key: await neededKey(run, name) })
  if (providerUrl === undefined) return null
  // The path, because the address of the page is one at which other computers reach the platform.
  const { pathname, search } = new URL(providerUrl)
  return { url: `${run.platform}${pathname}${search}`, currency }
}

async function openPage(run: RunContext, name: string) {
  const page = await run.waiting.until(() => pageOf(run, name), PAGE_WAIT_MS, run.external)
  if (page !== null) return page
  const { status } = await run.bench.call('payments.get', { key: await neededKey(run, name) })
  throw new StepFailure(
    `The customer has nothing to decide at a provider: the payment ${paymentNamed(run, name).id} is in “${status}”.`,
  )
}

function enteredAmount(written: string, currency: string): string {
  const sum = amountOf(written)
  if (sum.currency === currency) return formatMinorUnits(sum.amount, currency).text
  throw new StepFailure(`${written} is not in the currency of the payment. Write an amount in ${currency}.`)
}
