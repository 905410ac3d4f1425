import type { PageState } from '#domain/form/page-state'
import { isLuhnValid } from '#domain/card/card-number'
import type { FieldProblem, ProblemReason } from '#domain/form/view'
import { phoneDigits } from '#domain/form/phone-number'
import { brandOf } from '#domain/card/brand'
import { digitsOf, hasCodeOnFront, readExpiry, showBrand, showCardInputs } from './card-typing'
import { controls, first, isShown, shownForm } from './dom'
import { preparePage, showLock } from './draw-page'
import { createFormEffects } from './form-effects'
import {
  type FormEvent,
  type FormRequest,
  type FormState,
  initialState,
  isBusy,
  mayShopSubmit,
  type PageContent,
  type SubmitSource,
} from './form-state'
import { transition } from './form-transition'
import type { ParentWindow } from './parent-window'
import { isObject, type JsonObject, readJson } from './platform'
import { confirmBody, fieldValues, takeFields, typedValues } from './request-body'

/** What the customer and the embedding page can do with the form. */
export type FormController = ReturnType<typeof createFormController>

/** Connects {@link transition} with the page, the platform and the embedding page. */
export function createFormController(page: PageState, parent: ParentWindow) {
  const { texts } = page
  let state: FormState = initialState(page.update)
  let isDispatching = false
  const waiting: FormEvent[] = []
  const effects = createFormEffects(page, parent, dispatch)

  /** An effect may bring about an event; it is handled after the other effects. */
  function dispatch(event: FormEvent): void {
    waiting.push(event)
    if (isDispatching) return
    isDispatching = true
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const step = transition(page, state, next)
      const isLockChanged =
        isBusy(step.state) !== isBusy(state) || step.state.isLockedByShop !== state.isLockedByShop
      state = step.state
      if (isLockChanged) updateLock()
      step.effects.forEach((effect) => {
        effects.run(effect)
        // The buttons of a new page are not locked yet.
        if (effect.type === 'draw') updateLock()
      })
    }
    isDispatching = false
  }

  function updateLock(): void {
    const busy = isBusy(state)
    showLock({ isBusy: busy, isLocked: busy || state.isLockedByShop }, texts.busy)
  }

  const readPage = (additional: JsonObject | null = null, reportsProblems = false): PageContent | null => {
    const form = shownForm()
    const request = form === null ? null : requestOf(form, additional, reportsProblems)
    return form === null || request === null ? null : { problems: findProblems(form, effects.now()), request }
  }

  return {
    leaving: effects.leaving,
    start: (): void => {
      preparePage(texts)
      dispatch({ type: 'started' })
    },
    submit: (source: SubmitSource): void => {
      dispatch({ type: 'submitted', source, page: readPage(null, source === 'embedding page') })
    },
    /** The embedding page fills in fields and submits the form (contract 8.7, `embedded_mode.submit`). */
    submitWith: (fields: JsonObject): void => {
      const form = shownForm()
      if (form === null || !mayShopSubmit(page, state, readPage())) return
      const additional = takeFields(form, fields)
      showBrand(document)
      dispatch({ type: 'submitted with fields', page: readPage(additional) })
    },
    check: (): void => {
      const form = shownForm()
      const values = form === null ? {} : typedValues(form)
      dispatch({ type: 'check requested', page: readPage(), values })
    },
    /** `body` is the shop's answer to the question whether the payment may start (contract 8.9, step 4). */
    takeConsent: (body: JsonObject): void => {
      const answer = isObject(body['data']) ? body['data'] : {}
      if (answer['result'] === true) dispatch({ type: 'shop agreed', page: readPage(additionalIn(answer)) })
      else dispatch({ type: 'shop refused' })
    },
    setLocked: (isLocked: boolean): void => dispatch({ type: 'lock changed', isLocked }),
    cancel: (): void => dispatch({ type: 'cancelled' }),
    removeCard: (id: number): void => {
      const radio = first(document, `input[name="saved_card"][value="${id}"]`)
      dispatch({ type: 'card removed', id, card: readJson(radio?.getAttribute('data-wallet') ?? '') })
    },
    chooseCard: (): void => {
      showCardInputs(document)
      showBrand(document)
      effects.announceChosenCard()
    },
    resend: (): void => dispatch({ type: 'resent' }),
  }
}

function requestOf(
  form: HTMLElement,
  additional: JsonObject | null,
  reportsProblems: boolean,
): FormRequest | null {
  switch (form.getAttribute('data-action')) {
    case 'confirm':
      return { path: 'confirm', body: confirmBody(form, additional), reportsProblems }
    case 'details':
      return { path: 'details', body: { fields: fieldValues(form) }, reportsProblems }
    case 'clarification':
      return { path: 'clarification', body: { fields: fieldValues(form) }, reportsProblems }
    case 'retry':
      return { path: 'retry', body: {}, reportsProblems }
    default:
      return null
  }
}

/** What the shop gives besides its consent (contract 8.9, step 4a); null if nothing. */
function additionalIn(answer: JsonObject): JsonObject | null {
  const names = Object.keys(answer).filter((name) => name !== 'result')
  if (names.length === 0) return null
  const additional: Record<string, unknown> = {}
  names.forEach((name) => {
    additional[name] = answer[name]
  })
  return additional
}

/**
 * What is wrong with the shown inputs, before anything is sent (contract 7.4, 5.8). The platform checks all of it again.
 * `now` in epoch milliseconds on the virtual clock.
 */
function findProblems(form: ParentNode, now: number): readonly FieldProblem[] {
  const problems: FieldProblem[] = []
  controls(form).forEach((control) => {
    const check = control.getAttribute('data-check')
    if (check === null || !isShown(control)) return
    const reason = findProblem(form, check, control.value.trim(), now)
    if (reason !== null) problems.push({ name: control.name, reason })
  })
  return problems
}

function findProblem(form: ParentNode, check: string, value: string, now: number): ProblemReason | null {
  const [kind = '', optional] = check.split(' ')
  if (value === '') return optional === 'optional' ? null : 'required'
  switch (kind) {
    case 'pan':
      return numberProblem(digitsOf(value))
    case 'expiry':
      return expiryProblem(value, now)
    case 'cvv':
      return codeProblem(form, value)
    case 'holder':
      // A latin letter for each of two names (contract 7.4).
      return /[A-Za-z]\S*\s+.*[A-Za-z]/.test(value) ? null : 'card_holder'
    case 'email':
      return /^[^@\s]+@[^@\s.]+(?:\.[^@\s.]+)+$/.test(value) ? null : 'email'
    case 'date':
      return isDay(value) ? null : 'date'
    case 'tel':
      return /^[0-9]{4,24}$/.test(phoneDigits(value)) ? null : 'phone'
    case 'code':
      return /^[0-9]{4,8}$/.test(value) ? null : 'one_time_code'
    default:
      return null
  }
}

function numberProblem(digits: string): ProblemReason | null {
  const amex = brandOf(digits) === 'amex'
  const long = amex ? digits.length === 15 : digits.length >= 16 && digits.length <= 19
  return long && isLuhnValid(digits) ? null : 'card_number'
}

function expiryProblem(text: string, now: number): ProblemReason | null {
  const expiry = readExpiry(text)
  if (expiry === null) return 'card_expiry'
  const today = new Date(now)
  const months = (expiry.year - today.getUTCFullYear()) * 12 + expiry.month - 1 - today.getUTCMonth()
  return months < 0 ? 'card_expired' : null
}

function codeProblem(form: ParentNode, code: string): ProblemReason | null {
  return code.length === (hasCodeOnFront(form) ? 4 : 3) ? null : 'card_code'
}

/** DD-MM-YYYY, and a day that the calendar has. */
function isDay(text: string): boolean {
  const parts = /^(\d{2})-(\d{2})-(\d{4})$/.exec(text)
  if (parts === null) return false
  const month = Number(parts[2]) - 1
  const day = new Date(Date.UTC(Number(parts[3]), month, Number(parts[1])))
  return day.getUTCMonth() === month && day.getUTCDate() === Number(parts[1])
}
