import { assertNever } from '#lib/assert-never'
import type { FormUpdate } from '#domain/form/wire'
import { methodMessage, refusalMessages, sentMessages } from './form-messages'
import {
  type FormEffect,
  type FormState,
  type PageSettings,
  post,
  type ShownView,
  type Step,
} from './form-state'
import type { PlatformResponse } from './platform'

/** Polling goes on while the platform is unreachable, but more slowly. */
const UNREACHABLE_POLL_MS = 5_000
/** After so many failed polls in a row the customer sees a notice. */
const FAILED_POLLS_TO_NOTICE = 2

export const HIDE_LOADER: FormEffect = post('embedded_mode.hide_loader')
export const HIDE_NOTICE: FormEffect = { type: 'show notice', text: '', canResend: false }

/** The response to a request of the customer. */
export function responseReceived(settings: PageSettings, state: FormState, response: PlatformResponse): Step {
  const { activity } = state
  if (activity.kind !== 'sending') return { state, effects: [] }
  const { request } = activity
  const idle: FormState = { ...state, activity: { kind: 'idle' }, failedPolls: 0 }
  switch (response.kind) {
    case 'update':
      return updated(settings, idle, response.update, true, sentMessages(request))
    case 'refused':
      return withoutLoader(idle, (shown) =>
        withPoll(shown, shown.shown.pollAfterMs, [
          { type: 'show refusal', refusal: response.refusal },
          ...refusalMessages(settings, request, response.refusal),
        ]),
      )
    // A request is never answered with "nothing has changed"; if it is, it can be sent again.
    case 'unchanged':
    case 'unreachable': {
      const text = settings.texts.unreachable
      return withoutLoader({ ...idle, unanswered: request }, (shown) =>
        withPoll(shown, shown.shown.pollAfterMs === null ? null : UNREACHABLE_POLL_MS, [
          { type: 'show notice', text, canResend: true },
        ]),
      )
    }
    default:
      return assertNever(response)
  }
}

/** The response to the question whether the page still shows the current state. */
export function pollAnswered(settings: PageSettings, state: FormState, response: PlatformResponse): Step {
  switch (response.kind) {
    case 'update':
      return updated(settings, { ...state, failedPolls: 0 }, response.update, false, reachedAgain(state))
    case 'unchanged': {
      const clock: readonly FormEffect[] =
        response.clock === null ? [] : [{ type: 'set clock', clock: response.clock, isUpdate: false }]
      return withPoll({ ...state, failedPolls: 0 }, state.shown.pollAfterMs, [
        ...reachedAgain(state),
        ...clock,
      ])
    }
    case 'refused':
      return {
        state: { ...state, polling: 'off' },
        effects: [{ type: 'show notice', text: response.refusal.message, canResend: false }],
      }
    case 'unreachable': {
      const failedPolls = state.failedPolls + 1
      const notice: readonly FormEffect[] =
        failedPolls === FAILED_POLLS_TO_NOTICE && state.unanswered === null
          ? [{ type: 'show notice', text: settings.texts.unreachable, canResend: false }]
          : []
      return withPoll({ ...state, failedPolls }, UNREACHABLE_POLL_MS, notice)
    }
    default:
      return assertNever(response)
  }
}

/** Hides the notice about polls that failed. */
function reachedAgain({ failedPolls, unanswered }: FormState): readonly FormEffect[] {
  return failedPolls >= FAILED_POLLS_TO_NOTICE && unanswered === null ? [HIDE_NOTICE] : []
}

/** Draws the view of an update and forwards its messages, in the order of contract 8.9. */
function updated(
  settings: PageSettings,
  state: FormState,
  update: FormUpdate,
  isResponse: boolean,
  first: readonly FormEffect[],
): Step {
  const shown: ShownView = update
  const isOtherView = shown.view !== state.shown.view
  const drawing: readonly FormEffect[] =
    shown.rev === state.shown.rev ? [] : [{ type: 'draw', html: update.html, isOtherView, isResponse }]
  return announced(settings, { ...state, shown, unanswered: null }, [
    ...first,
    { type: 'set clock', clock: shown.clock, isUpdate: true },
    ...drawing,
  ])
}

/** Work after a view is drawn. */
export function announced(settings: PageSettings, state: FormState, first: readonly FormEffect[]): Step {
  const { shown } = state
  const effects: FormEffect[] = [...first, { type: 'enter view', view: shown }]
  const announcesMethod = shown.view === 'card' && !state.isMethodAnnounced
  if (announcesMethod) effects.push(methodMessage(settings), { type: 'announce chosen card' })
  let { isLoaderShown } = state
  const hideLoader = (): void => {
    if (isLoaderShown) effects.push(HIDE_LOADER)
    isLoaderShown = false
  }
  shown.messages.forEach(({ message, data }) => {
    // Whether the platform is quick or slow, the loader goes only after the request is registered.
    if (!/^epframe\.payment_(?:sent|submit_result)$/.test(message)) hideLoader()
    effects.push(post(message.replace(/^epframe\./, ''), data))
  })
  if (shown.view !== 'waiting') hideLoader()
  if (shown.view === 'challenge') effects.push({ type: 'ask shop for issuer page' })
  if (shown.leave !== null) effects.push({ type: 'leave', to: shown.leave })
  const isMethodAnnounced = state.isMethodAnnounced || announcesMethod
  return withPoll({ ...state, isMethodAnnounced, isLoaderShown }, shown.pollAfterMs, effects)
}

/** `afterMs` null: no further poll is needed. */
export function withPoll(state: FormState, afterMs: number | null, effects: readonly FormEffect[]): Step {
  return afterMs === null
    ? { state: { ...state, polling: 'off' }, effects: [...effects, { type: 'stop polling' }] }
    : { state: { ...state, polling: 'scheduled' }, effects: [...effects, { type: 'schedule poll', afterMs }] }
}

function withoutLoader(state: FormState, next: (state: FormState) => Step): Step {
  const step = next({ ...state, isLoaderShown: false })
  return state.isLoaderShown ? { state: step.state, effects: [HIDE_LOADER, ...step.effects] } : step
}
