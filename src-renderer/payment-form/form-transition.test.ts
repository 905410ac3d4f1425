import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pageTexts } from '#domain/form/page-state'
import type { FormUpdate } from '#domain/form/wire'
import { FORM_STRINGS } from '#platform/form/strings/index'
import {
  type FormEffect,
  type FormEvent,
  type FormRequest,
  type FormState,
  initialState,
  isBusy,
  type PageContent,
  type PageSettings,
  type ShownView,
} from './form-state'
import { transition } from './form-transition'

const SETTINGS: PageSettings = {
  mode: 'purchase',
  frameMode: 'iframe',
  shopsButton: false,
  texts: pageTexts(FORM_STRINGS.en, 'en'),
}
const EMBEDDED: PageSettings = { ...SETTINGS, frameMode: 'embedded', shopsButton: true }

const aView = (changes: Partial<ShownView> = {}): ShownView => ({
  view: 'card',
  rev: '1',
  messages: [],
  pollAfterMs: null,
  clock: { now: 0, rate: 1 },
  leave: null,
  ...changes,
})
const anUpdate = (changes: Partial<FormUpdate> = {}): FormUpdate => ({ ...aView(), html: '', ...changes })

const CONFIRM: FormRequest = { path: 'confirm', body: {}, reportsProblems: false }
const CLARIFICATION: FormRequest = { path: 'clarification', body: { fields: {} }, reportsProblems: false }
const aPage = (request: FormRequest = CONFIRM, problems: PageContent['problems'] = []): PageContent => ({
  problems,
  request,
})

/** Runs events one after the other; the result is the last state and the effects of all of them. */
function run(
  settings: PageSettings,
  shown: ShownView,
  events: readonly FormEvent[],
): { readonly state: FormState; readonly effects: readonly FormEffect[] } {
  let state = initialState(shown)
  const effects: FormEffect[] = []
  for (const event of events) {
    const step = transition(settings, state, event)
    state = step.state
    effects.push(...step.effects)
  }
  return { state, effects }
}

const messagesIn = (effects: readonly FormEffect[]): readonly string[] =>
  effects.flatMap((effect) => (effect.type === 'post' ? [effect.message] : []))
const typesIn = (effects: readonly FormEffect[]): readonly string[] => effects.map(({ type }) => type)

const submitted = (
  page: PageContent | null = aPage(),
  source: 'form' | 'embedding page' | 'shop button' = 'form',
): FormEvent => ({ type: 'submitted', source, page })
const received = (update: FormUpdate): FormEvent => ({
  type: 'response received',
  response: { kind: 'update', update },
})
const UNREACHABLE: FormEvent = { type: 'response received', response: { kind: 'unreachable' } }

describe('the state machine of the form', () => {
  it('sends a page without problems and takes no second submission until the response', () => {
    const { state, effects } = run(SETTINGS, aView(), [submitted(), submitted(), { type: 'cancelled' }])
    expect(typesIn(effects)).toEqual(['show problems', 'stop polling', 'show notice', 'send'])
    expect(state.activity).toEqual({ kind: 'sending', request: CONFIRM })
  })

  it('shows problems, reports them to an embedding page and sends nothing', () => {
    const problems = [{ name: 'pan', reason: 'card_number' }] as const
    const { state, effects } = run(EMBEDDED, aView(), [submitted(aPage(CONFIRM, problems), 'shop button')])
    expect(typesIn(effects)).toEqual(['show problems', 'post'])
    expect(messagesIn(effects)).toEqual(['embedded_mode.validation_error'])
    expect(isBusy(state)).toBe(false)
  })

  it('asks the shop before it sends the card from an embedded form', () => {
    const asked = run(EMBEDDED, aView(), [submitted(aPage(), 'shop button')])
    expect(messagesIn(asked.effects)).toEqual(['embedded_mode.check_submit'])
    expect(typesIn(asked.effects)).not.toContain('send')
    const agreed = transition(EMBEDDED, asked.state, { type: 'shop agreed', page: aPage() })
    expect(messagesIn(agreed.effects)).toEqual(['embedded_mode.show_loader'])
    expect(typesIn(agreed.effects)).toContain('send')
  })

  it('polls again after the shop refused, because polls answered meanwhile were ignored', () => {
    const shown = aView({ pollAfterMs: 2000 })
    const { state, effects } = run(EMBEDDED, shown, [
      { type: 'started' },
      submitted(aPage(), 'shop button'),
      { type: 'poll due' },
      { type: 'shop refused' },
    ])
    expect(effects.at(-1)).toEqual({ type: 'schedule poll', afterMs: 2000 })
    expect(state.activity).toEqual({ kind: 'idle' })
  })

  it('leaves a page before the confirmation to the button of the shop', () => {
    expect(run(EMBEDDED, aView(), [submitted()]).effects).toEqual([])
    expect(typesIn(run(EMBEDDED, aView(), [submitted(aPage(CLARIFICATION))]).effects)).toContain('send')
  })

  it('announces a clarification once, although the same request is sent again', () => {
    const { effects } = run(SETTINGS, aView({ view: 'clarification' }), [
      submitted(aPage(CLARIFICATION)),
      UNREACHABLE,
      { type: 'resent' },
    ])
    expect(messagesIn(effects)).toEqual(['submit_clarification_form'])
    expect(effects.filter(({ type }) => type === 'send')).toEqual([
      { type: 'send', request: CLARIFICATION, rev: '1' },
      { type: 'send', request: CLARIFICATION, rev: '1' },
    ])
  })

  it('goes on polling after a request without a response, and offers to resend it until the view changes', () => {
    const shown = aView({ view: 'clarification', pollAfterMs: 1000 })
    const lost = run(SETTINGS, shown, [submitted(aPage(CLARIFICATION)), UNREACHABLE])
    expect(lost.effects.at(-1)).toEqual({ type: 'schedule poll', afterMs: 5000 })
    expect(lost.state.unanswered).toBe(CLARIFICATION)
    const update = anUpdate({ view: 'result', rev: '2' })
    const seen = transition(SETTINGS, lost.state, {
      type: 'poll answered',
      rev: '1',
      response: { kind: 'update', update },
    })
    expect(transition(SETTINGS, seen.state, { type: 'resent' }).effects).toEqual([])
  })

  it('passes on the messages of an update after it has drawn the view', () => {
    const messages = [{ message: 'epframe.payment_success', data: { status: 'success' } }]
    const update = anUpdate({ view: 'result', rev: '2', messages, leave: { url: '/', mode: 'iframe' } })
    const { effects } = run(SETTINGS, aView(), [submitted(), received(update)])
    const after = typesIn(effects).slice(typesIn(effects).indexOf('send') + 1)
    expect(after).toEqual(['set clock', 'draw', 'enter view', 'post', 'leave', 'stop polling'])
  })

  it('shows a notice at the second poll without a response, and hides it at the next response', () => {
    const failed: FormEvent = { type: 'poll answered', rev: '1', response: { kind: 'unreachable' } }
    const answered: FormEvent = {
      type: 'poll answered',
      rev: '1',
      response: { kind: 'unchanged', clock: null },
    }
    const notices = run(SETTINGS, aView({ pollAfterMs: 400 }), [failed, failed, failed, answered])
      .effects.filter((effect) => effect.type === 'show notice')
      .map(({ text }) => text)
    expect(notices).toEqual([SETTINGS.texts.unreachable, ''])
  })
})

const VIEWS = ['card', 'details', 'waiting', 'challenge', 'clarification', 'result', 'expired'] as const
const MESSAGES = ['epframe.payment_sent', 'epframe.payment_submit_result', 'epframe.payment_fail'] as const

const updates: fc.Arbitrary<FormUpdate> = fc.record({
  view: fc.constantFrom(...VIEWS),
  rev: fc.constantFrom('1', '2', '3'),
  html: fc.constant(''),
  messages: fc.array(fc.record({ message: fc.constantFrom(...MESSAGES) }), { maxLength: 3 }),
  pollAfterMs: fc.constantFrom(null, 400, 2000),
  clock: fc.constant({ now: 0, rate: 1 }),
  leave: fc.constantFrom(null, { url: 'https://shop.test/', mode: 'iframe' as const }),
})
const problems = fc.constantFrom<PageContent['problems']>([], [], [{ name: 'pan', reason: 'required' }])
const refusals = problems.map((found) => ({
  kind: 'refused' as const,
  refusal: { problems: found, message: 'Not taken.' },
}))
const responses = fc.oneof(
  updates.map((update) => ({ kind: 'update' as const, update })),
  fc.constant({ kind: 'unreachable' as const }),
  fc.constant({ kind: 'unchanged' as const, clock: null }),
  refusals,
)
const pages = fc.option(
  fc.record({
    problems,
    request: fc.constantFrom<FormRequest>(
      CONFIRM,
      CONFIRM,
      CLARIFICATION,
      { path: 'details', body: { fields: {} }, reportsProblems: true },
      { path: 'retry', body: {}, reportsProblems: false },
    ),
  }),
)
/** What may happen at any moment; the platform's responses follow from the requests. */
const outsideEvents: fc.Arbitrary<FormEvent> = fc.oneof(
  fc.record({
    type: fc.constant('submitted' as const),
    source: fc.constantFrom('form' as const, 'embedding page' as const, 'shop button' as const),
    page: pages,
  }),
  pages.map((page) => ({ type: 'submitted with fields' as const, page })),
  pages.map((page) => ({ type: 'check requested' as const, page, values: {} })),
  pages.map((page) => ({ type: 'shop agreed' as const, page })),
  fc.constantFrom<FormEvent>(
    { type: 'shop refused' },
    { type: 'shop timed out' },
    { type: 'cancelled' },
    { type: 'resent' },
    { type: 'card removed', id: 7, card: {} },
    { type: 'lock changed', isLocked: true },
    { type: 'lock changed', isLocked: false },
    { type: 'poll due' },
  ),
)

type Happening =
  | { readonly kind: 'event'; readonly event: FormEvent }
  | { readonly kind: 'respond'; readonly response: Extract<FormEvent, { response: unknown }>['response'] }
  | { readonly kind: 'answer poll'; readonly response: Extract<FormEvent, { response: unknown }>['response'] }
  | { readonly kind: 'timer' }

const happenings: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 4, arbitrary: outsideEvents.map((event) => ({ kind: 'event' as const, event })) },
  responses.map((response) => ({ kind: 'respond' as const, response })),
  responses.map((response) => ({ kind: 'answer poll' as const, response })),
  fc.constant({ kind: 'timer' as const }),
)

/** A browser, a platform and a shop around the state machine, as far as the invariants concern them. */
function createWorld(settings: PageSettings, shown: ShownView) {
  let state = initialState(shown)
  let requests = 0
  let isTimerSet = false
  let isConsentAwaited = false
  let isLoaderShown = false
  let hasSessionEnded = false
  let methodMessages = 0
  const polls: string[] = []

  const carryOut = (effect: FormEffect): void => {
    switch (effect.type) {
      case 'send':
        requests += 1
        break
      case 'poll':
        polls.push(effect.rev)
        break
      case 'schedule poll':
        isTimerSet = true
        break
      case 'stop polling':
        isTimerSet = false
        break
      case 'await consent':
        expect(isConsentAwaited).toBe(false)
        isConsentAwaited = true
        break
      case 'end consent':
        isConsentAwaited = false
        break
      case 'post':
        if (effect.message === 'embedded_mode.show_loader') isLoaderShown = true
        if (effect.message === 'embedded_mode.hide_loader') isLoaderShown = false
        if (effect.message === 'payment_method_select') methodMessages += 1
        break
      case 'set clock':
      case 'draw':
      case 'enter view':
      case 'announce chosen card':
      case 'ask shop for issuer page':
      case 'leave':
      case 'show problems':
      case 'show refusal':
      case 'show notice':
        break
    }
  }

  const dispatch = (event: FormEvent): void => {
    const before = state
    const step = transition(settings, state, event)
    state = step.state
    step.effects.forEach(carryOut)

    const isCardSent = step.effects.some(
      (effect) => effect.type === 'send' && effect.request.path === 'confirm',
    )
    if (isCardSent && event.type === 'submitted') {
      const asksShop =
        event.source === 'shop button' ||
        (event.source === 'embedding page' && settings.frameMode === 'embedded')
      expect(asksShop).toBe(false)
      expect(before.isLockedByShop).toBe(false)
    }
    expect(requests).toBe(state.activity.kind === 'sending' ? 1 : 0)
    expect(isConsentAwaited).toBe(state.activity.kind === 'awaiting consent')
    expect(isLoaderShown).toBe(state.isLoaderShown)
    expect(methodMessages).toBeLessThanOrEqual(1)
    expect(state.unanswered === null || state.activity.kind !== 'sending').toBe(true)
    if (state.activity.kind === 'idle' && state.shown.pollAfterMs !== null && !hasSessionEnded) {
      expect(isTimerSet || polls.includes(state.shown.rev)).toBe(true)
    }
  }

  return {
    dispatch,
    happen: (happening: Happening): void => {
      if (happening.kind === 'event') dispatch(happening.event)
      else if (happening.kind === 'respond' && requests > 0) {
        requests -= 1
        dispatch({ type: 'response received', response: happening.response })
      } else if (happening.kind === 'answer poll' && polls.length > 0) {
        // The platform refuses a poll only if the form visit is gone, and then for good.
        if (happening.response.kind === 'refused') hasSessionEnded = true
        const rev = polls.shift() ?? ''
        dispatch({ type: 'poll answered', rev, response: happening.response })
      } else if (happening.kind === 'timer' && isTimerSet) {
        isTimerSet = false
        dispatch({ type: 'poll due' })
      }
    },
  }
}

describe('whatever happens in whatever order', () => {
  it('one request is in flight, an embedded card waits for the shop, the loader ends, and polling goes on', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(SETTINGS, EMBEDDED, { ...SETTINGS, shopsButton: true }),
        updates,
        fc.array(happenings, { minLength: 20, maxLength: 60 }),
        (settings, { html: _, ...shown }, events) => {
          const world = createWorld(settings, shown)
          world.dispatch({ type: 'started' })
          events.forEach(world.happen)
        },
      ),
      { numRuns: 500 },
    )
  })
})
