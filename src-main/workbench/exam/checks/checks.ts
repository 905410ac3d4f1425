import { notFound } from '#core/errors'
import { LIMITS } from '#lib/limits/limit-table'
import { BenchError } from '#protocol/connection'
import { QUICK_CHECKS, type CallbackCheck, type QuickCheck } from '#protocol/checks'
import type { Handlers } from '#protocol/methods'
import type { BenchBase } from '#workbench/bench-base'
import type { BenchContext } from '#workbench/context'
import { runCheck } from './run-check'
import type { CallbackState } from '#protocol/messages'

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

const OVER: readonly CallbackState[] = ['delivered', 'failed', 'held', 'dropped']

/**
 * Resolves to true once a callback got a response or will not be sent, or to false where neither happened within the
 * limit.
 * @throws BenchError `unavailable` where the bench ends first
 */
async function callbackEnds(
  { store, events, ending }: Pick<BenchBase, 'store' | 'events' | 'ending'>,
  id: string,
  limitMs: number,
): Promise<boolean> {
  const isOver = (): boolean => {
    const row = store.callbacks.row(id)
    return row === null || OVER.includes(row.state)
  }
  await store.committed()
  if (isOver()) return true
  return new Promise((resolve, reject) => {
    const end = (settle: () => void): void => {
      clearTimeout(timer)
      ignore()
      ending.removeEventListener('abort', stop)
      settle()
    }
    const stop = (): void => {
      end(() => {
        reject(new BenchError('unavailable', 'The bench is closing.'))
      })
    }
    const timer = setTimeout(() => {
      end(() => {
        resolve(false)
      })
    }, limitMs)
    const ignore = events.subscribe(({ event }) => {
      const isAbout = event.type === 'callback.changed' && event.callback.id === id
      if ((isAbout || event.type === 'bench.reset') && isOver()) {
        end(() => {
          resolve(true)
        })
      }
    })
    ending.addEventListener('abort', stop)
    if (ending.aborted) stop()
  })
}
