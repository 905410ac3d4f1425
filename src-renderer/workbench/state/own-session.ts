import type { BenchClient } from '#protocol/client'
import { announce } from './announcements'
import { showFailure, showToast } from './toasts'

/** Goes back to the tester's own session. */
export function closeSession(bench: BenchClient): void {
  bench.call('sessions.close', {}).then(() => {
    announce('Your own session is open again.')
    showToast({ icon: 'back', text: 'Back in your own session' })
  }, showFailure)
}
