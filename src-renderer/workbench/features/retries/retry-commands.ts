import type { BenchClient } from '#protocol/client'
import { refusalOfRetry } from '#protocol/retry-refusal'
import type { CallbackState, CallbackSummary, RetryAction } from '#protocol/messages'
import { shownStore } from '#window/list/shown-rows'
import { openDialog } from '#window/state/dialogs'
import { preferencesStore, setPlace } from '#window/state/preferences'
import { isRejected } from '#window/state/refusal'
import { showFailure, showToast, UNDO } from '#window/state/toasts'
import type { IconName } from '#window/lib/icon-paths.tsx'

/** A step of the retry control as buttons, menu, palette and keys show it. */
export interface RetryCommand {
  readonly action: RetryAction
  readonly does: `callbacks.${RetryAction}`
  readonly label: string
  /** The same where no callback stands beside it. */
  readonly sentence: string
  readonly icon: IconName
  /** Works while the callback is shown and no text is being typed, as the browser names the key. */
  readonly key: string
  /** The same for people. */
  readonly keyName: string
}

export const RETRY_COMMANDS: readonly RetryCommand[] = [
  {
    action: 'sendNow',
    does: 'callbacks.sendNow',
    label: 'Send now',
    sentence: 'Send this callback now',
    icon: 'play',
    key: 's',
    keyName: 'S',
  },
  {
    action: 'hold',
    does: 'callbacks.hold',
    label: 'Hold',
    sentence: 'Hold this callback',
    icon: 'state-held',
    key: 'h',
    keyName: 'H',
  },
  {
    action: 'release',
    does: 'callbacks.release',
    label: 'Release',
    sentence: 'Release this callback',
    icon: 'arrow',
    key: 'l',
    keyName: 'L',
  },
  {
    action: 'cancel',
    does: 'callbacks.cancel',
    label: 'Drop',
    sentence: 'Drop this callback',
    icon: 'state-dropped',
    key: 'x',
    keyName: 'X',
  },
  {
    action: 'retarget',
    does: 'callbacks.retarget',
    label: 'Change target…',
    sentence: 'Change the target of this callback…',
    icon: 'swap',
    key: 't',
    keyName: 'T',
  },
  {
    action: 'resend',
    does: 'callbacks.resend',
    label: 'Resend',
    sentence: 'Resend this callback',
    icon: 'undo',
    key: 'R',
    keyName: 'Shift R',
  },
]

type Steered = Pick<CallbackSummary, 'state' | 'attemptCount' | 'nextAttemptAt' | 'target'>

/** Why a step is not possible for the callback now; null where it is. */
export function retryReason(action: RetryAction, callback: Steered): string | null {
  const { state, attemptCount, nextAttemptAt, target } = callback
  return refusalOfRetry(action, {
    state,
    attemptCount,
    isPlanned: nextAttemptAt !== undefined,
    hasTarget: target !== null,
  })
}

const DONE: Readonly<Record<Exclude<RetryAction, 'retarget'>, string>> = {
  sendNow: 'Sent now',
  hold: 'On hold: nothing is sent until you release it',
  release: 'Released',
  cancel: 'Dropped: no more attempts',
  resend: 'Resent with a new schedule',
}

/** Steps that a release undoes, with the state that they lead to. */
const STOPS: Partial<Readonly<Record<RetryAction, CallbackState>>> = { hold: 'held', cancel: 'dropped' }

/** The list shows its newest row until one is selected: a step selects it, so that it stays when no filter matches it any more. */
function keepShown(id: string): void {
  const { page, callbacks } = preferencesStore.getState()
  if (page !== 'callbacks' || callbacks.selection !== null || shownStore.getState().messages?.id !== id)
    return
  setPlace('callbacks', { selection: id })
}

/** Runs the step, or opens the dialog for what is missing. A step that can be undone offers that. */
export function runRetry(bench: BenchClient, action: RetryAction, id: string): void {
  if (isRejected(bench, `callbacks.${action}`)) return
  keepShown(id)
  if (action === 'retarget') {
    openDialog({ kind: 'retarget', callbackId: id })
    return
  }
  bench
    .call(`callbacks.${action}`, { id })
    .then(() => {
      const stops = STOPS[action]
      showToast({
        icon: 'callbacks',
        text: DONE[action],
        ...(stops === undefined
          ? {}
          : {
              action: { label: UNDO, run: () => runRetry(bench, 'release', id) },
              callback: { id, state: stops },
            }),
      })
    })
    .catch(showFailure)
}
