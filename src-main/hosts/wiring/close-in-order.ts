import type { Bench } from '#workbench/bench'
import { isDoneWithin } from '#workbench/done-within'
import type { Log } from '#core/sending'
import type { Foreign } from '#scenarios/foreign/foreign'
import { CLOSING_LIMIT_MS } from '#hosts/running-bench'
import type { Listeners } from './listeners'

/** Wall-clock milliseconds that requests in flight get to finish. */
const CALLERS_GRACE_MS = 2_000
const CAPTURES_GRACE_MS = 500

/**
 * Returns a function that closes everything once, waiting at most {@link CLOSING_LIMIT_MS}. The order: the process for
 * untrusted data; the listeners of platform and workbench; the bench, which interrupts deliveries in flight (the next
 * start repeats them); the merchant's listeners, which would reject callbacks if they were closed earlier.
 */
export function closeInOrder(given: {
  readonly bench: Bench
  /** Closed before everything else: nothing waits for its results. */
  readonly foreign: Foreign
  readonly listeners: Listeners
  /** Ends connections that use no listener of the bench. */
  readonly endConnections: () => void
  /** Is closing from the first call on, and is ending once the bench begins to release its store. */
  readonly stage: { isClosing: boolean; isEnding: boolean }
  readonly log: Log
}): () => Promise<void> {
  const { bench, foreign, listeners, endConnections, stage, log } = given
  const { platform, platformTls, merchant, merchantTls, workbench } = listeners

  const attempt = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      log('error', `${what} did not close cleanly. Everything that was acknowledged is saved.`, error)
    }
  }
  const run = async (): Promise<void> => {
    stage.isClosing = true
    await attempt('The process for untrusted data', () => foreign.close())
    await attempt('A listener', () =>
      Promise.all(
        [platform, platformTls, ...(workbench === null ? [] : [workbench])].map((listener) =>
          listener.close({ graceMs: CALLERS_GRACE_MS }),
        ),
      ),
    )
    stage.isEnding = true
    await attempt('The bench', () => bench.close())
    endConnections()
    await attempt('A listener', () =>
      Promise.all([merchant, merchantTls].map((listener) => listener.close({ graceMs: CAPTURES_GRACE_MS }))),
    )
  }

  const close = async (): Promise<void> => {
    if (await isDoneWithin(CLOSING_LIMIT_MS, run())) return
    log('warning', 'Some work was still in flight when Paybench closed. It continues at the next start.')
  }

  let closing: Promise<void> | null = null
  return () => {
    closing ??= close()
    return closing
  }
}
