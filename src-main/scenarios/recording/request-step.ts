import { isRecord, type Members } from '#lib/json/node'
import { readPaRes } from '#domain/payment/pa-res'
import type { Method } from '#domain/project/method-shape'
import { exponentOf } from '#lib/money/minor-units'
import { commonContent, firstContent, laterContent } from '#scenarios/running/acts/merchant'
import { sampleContent } from '#scenarios/running/acts/method-content'
import { writeAmount } from '#scenarios/vocabulary/fields'
import { cardLike, checkTexts, editsBetween, unmasked } from './recorded-values'
import { act, type Fact, type StepNames } from './facts'

/** A request of the merchant as recorded: its JSON with masked card data. */
export interface RecordedRequest {
  readonly verb:
    | 'sale'
    | 'auth'
    | 'capture'
    | 'cancel'
    | 'refund'
    | 'status'
    | 'clarify'
    | 'resend code'
    | 'challenge result'
    | 'post'
  /** Where it was sent; needed for `post`. */
  readonly address?: string
  /** For a sale by a method that is not a card; `row` is null if the project has no such method. */
  readonly method?: { readonly path: string; readonly row: Method | null }
  readonly body: Members
  readonly signature: 'valid' | 'wrong' | 'missing' | 'empty'
  /** The platform's response; null if the tester acted in the window, without a request. */
  readonly response: { readonly http: number; readonly body: unknown } | null
  /** For a 3-D Secure result: whether the customer typed the code that passes. */
  readonly isPassed?: boolean
}

/** The step that sends the request again, and expects the same response. */
export function requestAct(request: RecordedRequest): Fact {
  const { verb, address = '', response } = request
  const begins = verb === 'post' ? BEGINNING.test(address) : verb === 'sale' || verb === 'auth'
  const step = ({ name, isMade, newName, expected }: StepNames): Members => {
    const args =
      verb === 'post'
        ? postArgs(request, isMade ? { of: name } : { as: name })
        : !begins
          ? laterArgs(request, name)
          : isMade
            ? beginningArgs(request, newName(), `\${${name}.id}`)
            : beginningArgs(request, name, null)
    const expect = response === null ? {} : { expect: { http: response.http, body: expected(response.body) } }
    return { [verb]: args, ...expect }
  }
  return act(step, begins, verb === 'status')
}

/** Addresses at which a request begins a payment (contract 16.2, 16.8). */
const BEGINNING = /\/(?:auth|payout)$/

/** Addresses for callbacks, which a scenario does not need: its callbacks go to the capture server. */
const OWN_TARGETS = ['merchant_callback_url', 'callback', 'terminal_callback_url']

/** Objects of `additional_data` that are arguments of the step; others go into its `data`. */
const ANSWER_ARGUMENTS = ['avs_data', 'customer', 'account']

const membersOf = (value: unknown): Members => (isRecord(value) ? value : {})

const without = (members: Members, names: readonly string[]): Members =>
  Object.fromEntries(Object.entries(members).filter(([key]) => !names.includes(key)))

function contentOf({ body }: RecordedRequest): Members {
  const { general, ...rest } = body
  const more = without(membersOf(general), ['project_id', 'payment_id', 'signature', ...OWN_TARGETS])
  return { ...without(rest, OWN_TARGETS), general: more }
}

function amountOf(payment: Members): string | undefined {
  const { amount, currency } = payment
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount < 0) return undefined
  if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) return undefined
  return exponentOf(currency) > 3 ? undefined : writeAmount({ amount, currency })
}

/** The arguments for what differs from the step's own request. */
const changes = ({ signature }: RecordedRequest, body: Members | undefined): Members => ({
  ...(signature === 'valid' ? {} : { signature }),
  ...(body === undefined ? {} : { body }),
})

/** Arguments of a step that begins a payment, or reuses `id`. @throws CannotRecord for a text or card it cannot hold */
function beginningArgs(request: RecordedRequest, as: string, id: string | null): Members {
  const content = contentOf(request)
  const amount = amountOf(membersOf(content['payment'])) ?? '1.00 EUR'
  const common = { as, ...(id === null ? {} : { id }), amount }
  const { method } = request
  if (method !== undefined) {
    const sent = sampleContent(method.row, commonContent(common))
    const body = editsBetween({ ...sent, general: {} }, membersOf(unmasked(content)))
    return { ...common, method: method.path, ...changes(request, body) }
  }
  const { pan, cvv: _, ...card } = membersOf(content['card'])
  const args = { ...common, card: pan === undefined ? 'success' : cardLike(pan) }
  const own = firstContent(args)
  const { pan: ownPan, cvv, ...ownCard } = own.card
  const wanted = isRecord(content['card'])
    ? { ...content, card: { ...card, ...(pan === undefined ? {} : { pan: ownPan }), cvv } }
    : content
  const body = editsBetween({ ...own, card: { ...ownCard, pan: ownPan, cvv }, general: {} }, wanted)
  return { ...args, ...changes(request, body) }
}

/** Arguments of the step that sends any request. @throws CannotRecord for a text with a special meaning */
function postArgs(request: RecordedRequest, subject: Members): Members {
  const body = editsBetween({ general: {} }, membersOf(unmasked(contentOf(request))))
  return { ...subject, path: request.address, ...changes(request, body) }
}

function answerArgs(data: unknown): Members {
  const objects = Object.entries(membersOf(data)).filter(([, value]) => isRecord(value))
  for (const [, value] of objects) checkTexts(value)
  const named = objects.filter(([key]) => ANSWER_ARGUMENTS.includes(key))
  const others = objects.filter(([key]) => !ANSWER_ARGUMENTS.includes(key))
  return {
    ...Object.fromEntries(named),
    ...(others.length === 0 ? {} : { data: Object.fromEntries(others) }),
  }
}

/** The arguments of a challenge result, without `md`, `pares` and `cres`: they differ in every run. */
function challengeArgs(request: RecordedRequest, of: string): Members {
  const { md, pares, cres, ...rest } = contentOf(request)
  const entered = readPaRes(typeof pares === 'string' ? pares : typeof cres === 'string' ? cres : '')
  const challenge =
    entered === null ? 'fail' : entered.code === null ? 'leave' : request.isPassed === true ? 'pass' : 'fail'
  const body = {
    ...editsBetween({ general: {} }, rest),
    ...(md === undefined ? { md: 'absent' } : {}),
    ...(pares === undefined && cres === undefined ? { pares: 'absent' } : {}),
  }
  return { of, challenge, ...changes(request, Object.keys(body).length === 0 ? undefined : body) }
}

const WITH_AMOUNT: readonly RecordedRequest['verb'][] = ['capture', 'cancel', 'refund']

/** Arguments of a step about an earlier payment. @throws CannotRecord for a text with a special meaning */
function laterArgs(request: RecordedRequest, of: string): Members {
  if (request.verb === 'challenge result') return challengeArgs(request, of)
  const content = contentOf(request)
  const payment = membersOf(content['payment'])
  const amount = WITH_AMOUNT.includes(request.verb) ? amountOf(payment) : undefined
  const args = {
    of,
    ...(amount === undefined ? {} : { amount }),
    ...(request.verb === 'clarify' ? answerArgs(content['additional_data']) : {}),
  }
  const body = editsBetween({ ...laterContent(request.verb, args), general: {} }, content)
  return { ...args, ...changes(request, body) }
}
