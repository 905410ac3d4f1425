import { assertNever } from '#lib/error-text'
import type { FormUpdate } from '#domain/form/wire'
import {
  type FormEffect,
  type FormEvent,
  type FormRequest,
  type FormState,
  isBeforeConfirmation,
  isBusy,
  mayShopSubmit,
  methodMessage,
  type PageContent,
  type PageSettings,
  post,
  problemMessages,
  problemTexts,
  refusalMessages,
  sentMessages,
  type ShownView,
  type Step,
  type SubmitSource,
} from './form-state'
import type { PlatformResponse } from './platform'

/** What an event does to the form: the state that follows and the effects on the page, the platform and the shop. Pure. */
export function transition(settings: PageSettings, state: FormState, event: FormEvent): Step {
  switch (event.type) {
    case 'started':
      return announced(settings, state, [{ type: 'set clock', clock: state.shown.clock, isUpdate: true }])
    case 'submitted':
      return submitted(settings, state, event.source, event.page)
    case 'submitted with fields':
      return event.page !== null && mayShopSubmit(settings, state, event.page)
        ? checkedThen(settings, state, event.page, sendPage)
        : unchanged(state)
    case 'check requested':
      return checkRequested(settings, state, event.page, event.values)
    case 'shop agreed':
      return shopAgreed(state, event.page)
    case 'shop refused':
      return shopRefused(state, settings.texts.shopRefused)
    case 'shop timed out':
      return shopRefused(state, settings.texts.shopSilent)
    case 'lock changed':
      return unchanged({ ...state, isLockedByShop: event.isLocked })
    case 'cancelled':
      return sendIfIdle(state, { path: 'give-up', body: {}, reportsProblems: false })
    case 'card removed': {
      const { id, card } = event
      return sendIfIdle(state, { path: 'cards/remove', body: { id }, card, reportsProblems: false })
    }
    case 'resent':
      return state.unanswered === null ? unchanged(state) : sendIfIdle(state, state.unanswered)
    case 'response received':
      return responseReceived(settings, state, event.response)
    case 'poll due':
      return isBusy(state)
        ? { state: { ...state, polling: 'off' }, effects: [{ type: 'stop polling' }] }
        : {
            state: { ...state, polling: 'in flight' },
            effects: [{ type: 'stop polling' }, { type: 'poll', rev: state.shown.rev }],
          }
    case 'poll answered':
      // The response to what the customer did meanwhile is newer, and polling goes on with it.
      return isBusy(state) || state.shown.rev !== event.rev
        ? unchanged(state)
        : pollAnswered(settings, state, event.response)
    default:
      return assertNever(event)
  }
}

function unchanged(state: FormState): Step {
  return { state, effects: [] }
}

function submitted(
  settings: PageSettings,
  state: FormState,
  source: SubmitSource,
  page: PageContent | null,
): Step {
  if (page === null || isBusy(state) || state.isLockedByShop) return unchanged(state)
  if (source === 'form' && settings.shopsButton && isBeforeConfirmation(page)) return unchanged(state)
  const asksShop =
    source === 'shop button' || (source === 'embedding page' && settings.frameMode === 'embedded')
  return checkedThen(settings, state, page, asksShop && page.request.path === 'confirm' ? askShop : sendPage)
}

/** Shows what is wrong with the fields; a page without a problem goes on. */
function checkedThen(
  settings: PageSettings,
  state: FormState,
  { problems, request }: PageContent,
  next: (state: FormState, request: FormRequest) => Step,
): Step {
  const shown: FormEffect = { type: 'show problems', problems }
  if (problems.length > 0) {
    return { state, effects: [shown, ...problemMessages(settings, problems, request.reportsProblems)] }
  }
  const { state: after, effects } = next(state, request)
  return { state: after, effects: [shown, ...effects] }
}

function askShop(state: FormState, { reportsProblems }: FormRequest): Step {
  return {
    state: { ...state, activity: { kind: 'awaiting consent', reportsProblems } },
    effects: [HIDE_NOTICE, { type: 'await consent' }, post('embedded_mode.check_submit', {})],
  }
}

function shopAgreed(state: FormState, page: PageContent | null): Step {
  const { activity } = state
  if (activity.kind !== 'awaiting consent') return unchanged(state)
  if (page === null) return afterConsent(state, [])
  const { reportsProblems } = activity
  const step = send({ ...state, isLoaderShown: true }, { ...page.request, reportsProblems })
  const effects: readonly FormEffect[] = [{ type: 'end consent' }, post('embedded_mode.show_loader')]
  return { state: step.state, effects: [...effects, ...step.effects] }
}

function shopRefused(state: FormState, text: string): Step {
  if (state.activity.kind !== 'awaiting consent') return unchanged(state)
  return afterConsent(state, [HIDE_LOADER, { type: 'show notice', text, canResend: false }])
}

/** Nothing is sent. A poll that was answered meanwhile was ignored, so polling starts again. */
function afterConsent(state: FormState, effects: readonly FormEffect[]): Step {
  return withPoll({ ...state, activity: { kind: 'idle' } }, state.shown.pollAfterMs, [
    { type: 'end consent' },
    ...effects,
  ])
}

function sendIfIdle(state: FormState, request: FormRequest): Step {
  return isBusy(state) ? unchanged(state) : send(state, request)
}

/** A clarification is announced when the customer submits it, and not again when the same request is sent once more. */
function sendPage(state: FormState, request: FormRequest): Step {
  const step = send(state, request)
  if (request.path !== 'clarification') return step
  const announcement: FormEffect = post('submit_clarification_form')
  return { state: step.state, effects: [announcement, ...step.effects] }
}

function send(state: FormState, request: FormRequest): Step {
  return {
    state: { ...state, activity: { kind: 'sending', request }, polling: 'off', unanswered: null },
    effects: [{ type: 'stop polling' }, HIDE_NOTICE, { type: 'send', request, rev: state.shown.rev }],
  }
}

function checkRequested(
  settings: PageSettings,
  state: FormState,
  page: PageContent | null,
  values: Readonly<Record<string, string>>,
): Step {
  if (page !== null && !settings.shopsButton && isBeforeConfirmation(page)) return unchanged(state)
  const problems = page === null ? [] : page.problems
  const shown: readonly FormEffect[] = page === null ? [] : [{ type: 'show problems', problems }]
  const data = problemTexts(settings, problems)
  return {
    state,
    effects: [...shown, post('embedded_mode.check_validation_response', data, { field_values: values })],
  }
}

/** Polling goes on while the platform is unreachable, but more slowly. */
const UNREACHABLE_POLL_MS = 5_000
/** After so many failed polls in a row the customer sees a notice. */
const FAILED_POLLS_TO_NOTICE = 2

const HIDE_LOADER: FormEffect = post('embedded_mode.hide_loader')
const HIDE_NOTICE: FormEffect = { type: 'show notice', text: '', canResend: false }

/** The response to a request of the customer. */
function responseReceived(settings: PageSettings, state: FormState, response: PlatformResponse): Step {
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
function pollAnswered(settings: PageSettings, state: FormState, response: PlatformResponse): Step {
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
function announced(settings: PageSettings, state: FormState, first: readonly FormEffect[]): Step {
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
function withPoll(state: FormState, afterMs: number | null, effects: readonly FormEffect[]): Step {
  return afterMs === null
    ? { state: { ...state, polling: 'off' }, effects: [...effects, { type: 'stop polling' }] }
    : { state: { ...state, polling: 'scheduled' }, effects: [...effects, { type: 'schedule poll', afterMs }] }
}

function withoutLoader(state: FormState, next: (state: FormState) => Step): Step {
  const step = next({ ...state, isLoaderShown: false })
  return state.isLoaderShown ? { state: step.state, effects: [HIDE_LOADER, ...step.effects] } : step
}
