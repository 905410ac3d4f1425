import { cardNumber } from '#scenarios/vocabulary/cards'
import type { ArgsOf } from '#scenarios/vocabulary/scenario-shape'
import type { RunContext } from '#scenarios/running/context'
import { namePayment, neededKey } from '#scenarios/running/payments'
import { sumOf } from './request-bodies'

/** Makes a payment without a request of the merchant. */
export async function createByHand(
  run: RunContext,
  { as, amount, card, customer, ...rest }: ArgsOf<'create'>,
): Promise<string> {
  const paymentId = run.newId(as)
  const payment = namePayment(run, as, paymentId)
  const { key, status } = await run.bench.call('payments.create', {
    projectId: run.projectId,
    paymentId,
    ...sumOf(amount),
    ...(card === undefined ? {} : { card: cardNumber(card) }),
    ...(customer === undefined ? {} : { customerId: customer }),
    ...rest,
  })
  payment.key = key
  return `Made ${paymentId} by hand, as the step says: ${status}`
}

/** Does to a payment what the tester can do in the window. */
export async function actByHand(
  run: RunContext,
  { of, does, amount, outcome }: ArgsOf<'by hand'>,
): Promise<string> {
  const key = await neededKey(run, of)
  const part = {
    ...(amount === undefined ? {} : { amount: sumOf(amount).amount }),
    ...(outcome === undefined ? {} : { outcome }),
  }
  const { status } = await (does === 'expire'
    ? run.bench.call('payments.expireClarification', { key })
    : does === 'cancel series'
      ? run.bench.call('payments.cancelSeries', { key })
      : run.bench.call(`payments.${does}`, { key, ...part }))
  return `By hand, as the step says: ${does}, now ${status}`
}

/** Charges the series of a payment again; the debit gets a name of its own. */
export async function chargeAgain(
  run: RunContext,
  { as, of, amount, outcome }: ArgsOf<'charge again'>,
): Promise<string> {
  const paymentId = run.newId(as)
  const { key, status } = await run.bench.call('payments.chargeAgain', {
    key: await neededKey(run, of),
    paymentId,
    ...(amount === undefined ? {} : { amount: sumOf(amount).amount }),
    ...(outcome === undefined ? {} : { outcome }),
  })
  namePayment(run, as, paymentId).key = key
  return `Charged the series of ${of} again as ${paymentId}, as the step says: ${status}`
}
