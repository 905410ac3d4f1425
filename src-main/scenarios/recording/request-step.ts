import { isRecord, type Members } from '#lib/json/node'
import { readPaRes } from '#domain/payment/pa-res'
import { exponentOf } from '#lib/money/minor-units'
import { firstContent, laterContent } from '#scenarios/running/acts/merchant'
import { writeAmount } from '#scenarios/vocabulary/fields'
import { cardLike, checkTexts, editsBetween } from './recorded-values'
import { act, type Fact } from './facts'

/** A request of the merchant as recorded: its JSON with masked card data. */
export interface RecordedRequest {
  readonly verb: 'sale' | 'auth' | 'capture' | 'cancel' | 'refund' | 'status' | 'clarify' | 'challenge result'
  readonly body: Members
  readonly signature: 'valid' | 'wrong' | 'missing' | 'empty'
  /** The platform's response; null if the tester acted in the window, without a request. */
  readonly response: { readonly http: number; readonly body: unknown } | null
  /** For a 3-D Secure result: whether the customer typed the code that passes. */
  readonly isPassed?: boolean
}

/** The step that sends the request again, and expects the same response. */
export function requestAct(request: RecordedRequest): Fact {
  const { verb, response } = request
  const begins = verb === 'sale' || verb === 'auth'
  return act(({ name, isMade, newName, expected }) => {
    const args = !begins
      ? laterArgs(request, name)
      : isMade
        ? beginningArgs(request, newName(), `\${${name}.id}`)
        : beginningArgs(request, name, null)
    const expect = response === null ? {} : { expect: { http: response.http, body: expected(response.body) } }
    return { [verb]: args, ...expect }
  }, begins)
}

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

const signatureArgs = ({ signature }: RecordedRequest): Members =>
  signature === 'valid' ? {} : { signature }

/** Arguments of a step that begins a payment, or reuses `id`. @throws CannotRecord for a text or card it cannot hold */
function beginningArgs(request: RecordedRequest, as: string, id: string | null): Members {
  const content = contentOf(request)
  const { pan, cvv: _, ...card } = membersOf(content['card'])
  const amount = amountOf(membersOf(content['payment'])) ?? '1.00 EUR'
  const args = {
    as,
    ...(id === null ? {} : { id }),
    amount,
    card: pan === undefined ? 'success' : cardLike(pan),
  }
  const own = firstContent(args)
  const { pan: ownPan, cvv, ...ownCard } = own.card
  const wanted = isRecord(content['card'])
    ? { ...content, card: { ...card, ...(pan === undefined ? {} : { pan: ownPan }), cvv } }
    : content
  const body = editsBetween({ ...own, card: { ...ownCard, pan: ownPan, cvv }, general: {} }, wanted)
  return { ...args, ...signatureArgs(request), ...(body === undefined ? {} : { body }) }
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
  return { of, challenge, ...signatureArgs(request), ...(Object.keys(body).length === 0 ? {} : { body }) }
}

/** Arguments of a step about an earlier payment. @throws CannotRecord for a text with a special meaning */
function laterArgs(request: RecordedRequest, of: string): Members {
  if (request.verb === 'challenge result') return challengeArgs(request, of)
  const content = contentOf(request)
  const payment = membersOf(content['payment'])
  const amount = request.verb === 'status' || request.verb === 'clarify' ? undefined : amountOf(payment)
  const args = {
    of,
    ...(amount === undefined ? {} : { amount }),
    ...(request.verb === 'clarify' ? answerArgs(content['additional_data']) : {}),
  }
  const body = editsBetween({ ...laterContent(request.verb, args), general: {} }, content)
  return { ...args, ...signatureArgs(request), ...(body === undefined ? {} : { body }) }
}
