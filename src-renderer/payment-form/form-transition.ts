import { assertNever } from '#lib/assert-never'
import { problemMessages, problemTexts } from './form-messages'
import {
  type FormEffect,
  type FormEvent,
  type FormRequest,
  type FormState,
  isBeforeConfirmation,
  isBusy,
  mayShopSubmit,
  post,
  type PageContent,
  type PageSettings,
  type Step,
  type SubmitSource,
} from './form-state'
import { announced, HIDE_LOADER, HIDE_NOTICE, pollAnswered, responseReceived, withPoll } from './form-update'

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
