import type { BenchInfo } from '#protocol/bench'
import type { BenchClient, ConnectionStatus } from '#protocol/client'
import { type MethodName, METHODS } from '#protocol/methods'
import { closeSession, infoStore, useInfo } from './info'
import { showToast } from './toasts'

/** Commands are refused, not queued: once the window reconnects, the tester may no longer want them. */
export const NOT_CONNECTED =
  'Not connected to Paybench, so nothing is sent. Try again once the window reconnects.'

interface ConnectionState {
  readonly status: ConnectionStatus
  readonly info: Pick<BenchInfo, 'session'> | null
}

/** Name of the session that is open read-only; null if none is. */
const readOnlyName = ({ info }: ConnectionState): string | null => {
  const session = info?.session
  return session?.kind === 'imported' && session.mode === 'readOnly' ? session.name : null
}

/** Why a method cannot be called now, in words for the tester; null if it can. */
export function refusalIn(state: ConnectionState, does: MethodName): string | null {
  const { effect } = METHODS[does]
  if (effect === 'reads') return null
  if (state.status !== 'connected') return NOT_CONNECTED
  const name = effect === 'changes' ? readOnlyName(state) : null
  return name === null ? null : `"${name}" is open read-only. Open it live, or go back to your own session.`
}

/** {@link refusalIn} for a control that calls `does`; null if the control calls no method. */
export function useRefusal(does: MethodName | undefined): string | null {
  return useInfo((state) => (does === undefined ? null : refusalIn(state, does)))
}

/** True if `does` cannot be called now; a toast then gives the reason and the remedy. */
export function isRejected(bench: BenchClient, does: MethodName): boolean {
  const state = infoStore.getState()
  const text = refusalIn(state, does)
  if (text === null) return false
  const back =
    readOnlyName(state) === null || text === NOT_CONNECTED
      ? {}
      : { action: { label: 'Back to your own session', run: () => closeSession(bench) } }
  showToast({ icon: 'warn', text, ...back })
  return true
}
