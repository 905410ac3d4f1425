import { BenchError } from '../../../protocol/bench-error'
import type { CallbackState } from '../../../protocol/messages'
import type { BenchBase } from '../../bench-base'

const OVER: readonly CallbackState[] = ['delivered', 'failed', 'held', 'dropped']

/**
 * Resolves to true once a callback got a response or will not be sent, or to false where neither happened within the
 * limit.
 * @throws BenchError `unavailable` where the bench ends first
 */
export async function callbackEnds(
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
