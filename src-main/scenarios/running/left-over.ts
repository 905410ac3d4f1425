import type { PaymentKey } from '#domain/ids'
import { BenchError } from '#protocol/connection'
import type { RunContext } from './context'
import { paymentSeen } from './expectations/views'
import { keyOf } from './payments'
import type { Evidence } from './result'
import { evidenceOfCallback, evidenceOfExchange } from './texts'

/** How many of the newest messages are searched for what explains a failure. */
export const NEWEST_LOOKED_AT = 20
/** How many of each kind are shown. */
const MAX_SHOWN = 3
const NO_STEP = 'No step of the scenario has looked at it.'

/**
 * Finds messages that may explain a failure, oldest first: requests to the platform during the run that were refused, whatever
 * project they name, or that no step has looked at; callbacks that were not sent, not answered with 200, or replayed; and payments
 * that are not paid. Messages of payments that other runs of the project have made explain nothing. `shown`: evidence that the failure already has.
 */
export async function leftOver(run: RunContext, shown: readonly Evidence[]): Promise<readonly Evidence[]> {
  if (run.signal.aborted) return []
  const known = new Set(shown.map(({ reference }) => reference?.id))
  const isNew = (id: string): boolean => !known.has(id) && !run.before.has(id)
  try {
    const keys = await keysOf(run)
    const requests = await requestsLeft(run, isNew, keys)
    const callbacks = await callbacksLeft(run, isNew, keys)
    return [...requests, ...callbacks, ...(await paymentsLeft(run, isNew, keys))]
  } catch (error) {
    // A bench that went away has failed the step already.
    if (error instanceof BenchError) return []
    throw error
  }
}

type IsNew = (id: string) => boolean
type Keys = ReadonlySet<PaymentKey>

/** The payments of the run that the platform has. */
async function keysOf(run: RunContext): Promise<Keys> {
  const keys = await Promise.all([...run.payments.values()].map((payment) => keyOf(run, payment)))
  return new Set(keys.filter((key) => key !== null))
}

async function paymentsLeft(run: RunContext, isNew: IsNew, keys: Keys): Promise<readonly Evidence[]> {
  const { items } = await run.bench.call('payments.list', {
    projectId: run.projectId,
    limit: NEWEST_LOOKED_AT,
  })
  const left = items.filter(({ key, status }) => isNew(key) && keys.has(key) && status !== 'success')
  return Promise.all(
    left
      .slice(0, MAX_SHOWN)
      .reverse()
      .map(async ({ key }) => (await paymentSeen(run, key)).evidence()),
  )
}

async function requestsLeft(run: RunContext, isNew: IsNew, keys: Keys): Promise<readonly Evidence[]> {
  const { items } = await run.bench.call('exchanges.list', { limit: NEWEST_LOOKED_AT })
  const left = items.filter(({ id, source, refusal, paymentKey }) => {
    if (source !== 'api' || !isNew(id) || run.own.has(id)) return false
    return refusal !== undefined || (!run.used.has(id) && (paymentKey === undefined || keys.has(paymentKey)))
  })
  return Promise.all(
    left
      .slice(0, MAX_SHOWN)
      .reverse()
      .map(async ({ id }) => {
        const evidence = evidenceOfExchange(await run.bench.call('exchanges.get', { id }))
        return run.used.has(id) ? evidence : { ...evidence, remarks: [NO_STEP, ...(evidence.remarks ?? [])] }
      }),
  )
}

async function callbacksLeft(run: RunContext, isNew: IsNew, keys: Keys): Promise<readonly Evidence[]> {
  const { items } = await run.bench.call('callbacks.list', {
    projectId: run.projectId,
    limit: NEWEST_LOOKED_AT,
  })
  const left = items.filter(
    ({ id, paymentKey, attemptCount, lastStatus, replayOf }) =>
      isNew(id) &&
      (attemptCount === 0 || lastStatus !== 200 || replayOf !== undefined) &&
      // While no payment is known, any could be the one of the run.
      (paymentKey === null || keys.size === 0 || keys.has(paymentKey)),
  )
  return Promise.all(
    left
      .slice(0, MAX_SHOWN)
      .reverse()
      .map(async ({ id }) => evidenceOfCallback(await run.bench.call('callbacks.get', { id }))),
  )
}
