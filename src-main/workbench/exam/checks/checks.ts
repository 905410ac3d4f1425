import { notFound } from '../../../bench/errors'
import { LIMITS } from '../../../lib/limits/limit-table'
import { BenchError } from '../../../protocol/bench-error'
import { QUICK_CHECKS, type CallbackCheck, type QuickCheck } from '../../../protocol/checks'
import type { Handlers } from '../../../protocol/methods'
import type { BenchBase } from '../../bench-base'
import type { BenchContext } from '../../context'
import { runCheck } from './run-check'
import { callbackEnds } from './waiting'

/** Runs quick checks of the receiver and keeps their latest results. */
export interface QuickChecks {
  readonly handlers: Pick<Handlers, 'callbacks.check' | 'callbacks.checks'>
  /** Forgets the results. Call it at a reset, which removes the messages of the checks. */
  forget(): void
}

/** Creates the quick checks of one bench. Their results are kept in memory, for the callbacks checked last. */
export function createQuickChecks(base: BenchBase, context: BenchContext): QuickChecks {
  /** Results by callback, oldest first. */
  const kept = new Map<string, ReadonlyMap<QuickCheck, CallbackCheck>>()
  let going = 0

  const keep = (id: string, result: CallbackCheck): void => {
    const before = kept.get(id) ?? new Map<QuickCheck, CallbackCheck>()
    kept.delete(id)
    kept.set(id, new Map([...before, [result.check, result]]))
    const [oldest] = kept.keys()
    if (kept.size > LIMITS.checkedCallbacks && oldest !== undefined) kept.delete(oldest)
    base.changes.callback(id, false)
  }

  return {
    handlers: {
      'callbacks.check': async ({ id, check }) => {
        if (going >= LIMITS.checksAtOnce) {
          const message = `${LIMITS.checksAtOnce} checks are going on. Wait until one of them has ended.`
          throw new BenchError('conflict', message)
        }
        going += 1
        try {
          const result = await runCheck(base, context, { id, check }, (sentId) =>
            callbackEnds(base, sentId, LIMITS.checkResponseMs),
          )
          keep(id, result)
          return result
        } finally {
          going -= 1
        }
      },
      'callbacks.checks': ({ id }) => {
        if (base.store.callbacks.row(id) === null) throw notFound('callback', id)
        const results = kept.get(id)
        return { items: QUICK_CHECKS.flatMap((check) => results?.get(check) ?? []) }
      },
    },
    forget() {
      kept.clear()
    },
  }
}
