import { constants } from 'node:os'

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/** One Ctrl+C can arrive more than once: from the terminal, and handed on by npm and by the start script. */
const SAME_WISH_MS = 1_000

/** Runs `leave` at the first signal; a further signal, after a moment, ends the process at once. */
export function endOnSignals(leave: () => Promise<never>): void {
  let askedAt: number | null = null
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      const now = performance.now()
      if (askedAt === null) {
        askedAt = now
        void leave()
      } else if (now - askedAt > SAME_WISH_MS) {
        process.exit(128 + constants.signals[signal])
      }
    })
  }
}
