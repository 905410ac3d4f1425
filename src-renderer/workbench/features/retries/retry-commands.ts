import type { BenchClient } from '#protocol/client'
import { refusalOfRetry } from '#protocol/retry-refusal'
import type { CallbackState, CallbackSummary, RetryAction } from '#protocol/messages'
import { type Command, runCommand } from '#window/commands/command'
import { useShown } from '#window/list/shown-rows'
import { openDialog } from '#window/state/dialogs'
import { preferencesStore, setPlace } from '#window/state/preferences'
import { showToast, UNDO } from '#window/state/toasts'

interface Scheduled {
  readonly id: string
  readonly callback: Pick<CallbackSummary, 'state' | 'attemptCount' | 'nextAttemptAt' | 'target'> | null
}

const retryCommand = (
  action: RetryAction,
  words: Pick<Command<Scheduled>, 'icon' | 'sentence' | 'keys'> & { readonly label: string },
): Command<Scheduled> => ({
  sentence: `${words.label} this callback`,
  ...words,
  id: `retry ${action}`,
  does: `callbacks.${action}`,
  whyNot: ({ callback }) =>
    callback === null
      ? null
      : refusalOfRetry(action, {
          ...callback,
          isPlanned: callback.nextAttemptAt !== undefined,
          hasTarget: callback.target !== null,
        }),
  run: (bench, { id }) => retry(bench, action, id),
})

export const RETRIES: Readonly<Record<RetryAction, Command<Scheduled>>> = {
  sendNow: retryCommand('sendNow', {
    icon: 'play',
    label: 'Send now',
    sentence: 'Send this callback now',
    keys: 'S',
  }),
  hold: retryCommand('hold', { icon: 'state-held', label: 'Hold', keys: 'H' }),
  release: retryCommand('release', { icon: 'arrow', label: 'Release', keys: 'L' }),
  cancel: retryCommand('cancel', { icon: 'state-dropped', label: 'Drop', keys: 'X' }),
  retarget: retryCommand('retarget', {
    icon: 'swap',
    label: 'Change target…',
    sentence: 'Change the target of this callback…',
    keys: 'T',
  }),
  resend: retryCommand('resend', {
    icon: 'undo',
    label: 'Resend',
    sentence: 'Resend this callback itself, with a new retry schedule',
    keys: 'Shift R',
  }),
}

export const RETRY_COMMANDS = Object.values(RETRIES)

const DONE: Readonly<Record<Exclude<RetryAction, 'retarget'>, string>> = {
  sendNow: 'Sent now',
  hold: 'On hold: nothing is sent until you release it',
  release: 'Released',
  cancel: 'Dropped: no more attempts',
  resend: 'Resent with a new schedule',
}

/** Actions that a release undoes, with the state that each leads to. */
const STOPS: Partial<Readonly<Record<RetryAction, CallbackState>>> = { hold: 'held', cancel: 'dropped' }

/** Selects the shown row before an action, so that it stays shown even if the filter no longer matches it. */
function keepShown(id: string): void {
  const { page, callbacks } = preferencesStore.getState()
  if (page !== 'callbacks' || callbacks.selection !== null || useShown.getState().messages?.id !== id) return
  setPlace('callbacks', { selection: id })
}

async function retry(bench: BenchClient, action: RetryAction, id: string): Promise<void> {
  keepShown(id)
  if (action === 'retarget') {
    const { target } = await bench.call('callbacks.get', { id })
    openDialog({ kind: 'retarget', id, present: target ?? '' })
    return
  }
  await bench.call(`callbacks.${action}`, { id })
  const state = STOPS[action]
  showToast({
    icon: 'callbacks',
    text: DONE[action],
    ...(state === undefined
      ? {}
      : {
          action: { label: UNDO, run: () => runCommand(bench, RETRIES.release, { id, callback: null }) },
          callback: { id, state },
        }),
  })
}
