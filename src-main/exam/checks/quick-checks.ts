import { isRecord } from '#lib/json/node'
import type { CheckVerdict, QuickCheck } from '#protocol/exam'
import { edited } from '#scenarios/running/texts'
import { AS_SUCCESS, dated, neverOrdered, stillProcessing } from '#exam/trials/callbacks'
import type { StepText } from '#exam/trials/trial'

export interface CheckMessage {
  readonly what: string
  /** Which message to send: the checked one, or the result callback of its payment. */
  readonly from: 'this' | 'result'
  /** Null to send the original bytes. */
  readonly body: string | null
  readonly signing: 'keep' | 'resign' | 'corrupt' | 'omit'
  /** `genuine` and `accepted` require 200, `refused` forbids it. If `genuine` fails, only `refused` is judged. */
  readonly role: 'genuine' | 'accepted' | 'refused'
  /** The sentence for a response that `role` does not allow; empty for a genuine message. */
  readonly fails: string
}

export interface CheckPlan {
  /** Number of the rule in contract 10. */
  readonly rule: number
  readonly messages: readonly CheckMessage[]
  /** The sentence if every response is as expected. */
  readonly passed: string
  /** What the tester must check at the merchant, as a sentence. */
  readonly look: string
}

export interface Checked {
  /** Undefined if the body is not JSON. */
  readonly json: unknown
  readonly isResult: boolean
  /** A date in the format of callbacks (contract 3.1). */
  readonly tenDaysAgo: string
  /** A string that is unique to this check. */
  readonly part: string
}

/** Why this callback cannot be checked in this way, and what to do instead. */
interface Impossible {
  readonly cannot: string
}

export function planCheck(check: QuickCheck, checked: Checked): CheckPlan | Impossible {
  const { json } = checked
  if (check === 'sendTwice') return SEND_TWICE
  return isRecord(json)
    ? PLANS[check](json, checked)
    : { cannot: 'Its body is not a JSON object, so it cannot be edited. Only Send twice is possible.' }
}

const GENUINE: CheckMessage = {
  what: 'The callback as it is',
  from: 'this',
  body: null,
  signing: 'keep',
  role: 'genuine',
  fails: '',
}

const SEND_TWICE: CheckPlan = {
  rule: 5,
  messages: [
    GENUINE,
    {
      ...GENUINE,
      what: 'The same bytes again',
      role: 'accepted',
      fails: 'The same callback was not answered with 200 when it came again.',
    },
  ],
  passed: 'The callback was answered with 200 each time.',
  look: 'Look at the order: its goods must have been delivered only once.',
}

type Body = Readonly<Record<string, unknown>>

const textOf = (json: Body, edit: StepText): string => JSON.stringify(edited(json, edit))

const signAgain = (what: string, body: string, role: CheckMessage['role'], fails: string): CheckMessage => ({
  ...{ what, body, role, fails },
  from: 'this',
  signing: 'resign',
})

const PLANS: Readonly<
  Record<Exclude<QuickCheck, 'sendTwice'>, (json: Body, checked: Checked) => CheckPlan | Impossible>
> = {
  forge(json, { isResult }) {
    // Claims a success, or changes another member if the callback already reports a success.
    const success = textOf(json, AS_SUCCESS)
    const isClaim = isResult && success !== textOf(json, {})
    const body = isClaim ? success : textOf(json, { description: 'Changed after it was signed' })
    const forgedMessage = (what: string, signing: CheckMessage['signing'], how: string): CheckMessage => ({
      ...signAgain(what, body, 'refused', `A callback ${how} was answered with 200.`),
      signing,
    })
    return {
      rule: 2,
      messages: [
        forgedMessage('With a wrong signature', 'corrupt', 'with a wrong signature'),
        forgedMessage('Altered, with its earlier signature', 'keep', 'that was altered after signing'),
        forgedMessage('Without a signature', 'omit', 'without a signature'),
        GENUINE,
      ],
      passed: 'No forged callback was answered with 200, but the genuine one was.',
      look: 'Look at the order: it must be unchanged by the forged callbacks.',
    }
  },
  reorder(json, { isResult, tenDaysAgo }) {
    const fails = 'A callback that came after the result was not answered with 200.'
    const earlier = textOf(json, stillProcessing(tenDaysAgo))
    return {
      rule: 8,
      messages: [
        { ...GENUINE, what: 'The result of the payment', from: isResult ? 'this' : 'result' },
        isResult
          ? signAgain('An earlier “processing” callback', earlier, 'accepted', fails)
          : { ...GENUINE, what: 'This callback after the result', role: 'accepted', fails },
      ],
      passed: 'The callback that came after the result was answered with 200.',
      look: 'Look at the order: it must have the state of the result.',
    }
  },
  late(json, { tenDaysAgo }) {
    const body = textOf(json, presentPart(json, dated(tenDaysAgo)))
    if (body === textOf(json, {}))
      return { cannot: 'It has no date that could be changed. Check the result callback of a payment.' }
    const fails = 'A callback dated ten days ago was not answered with 200.'
    return {
      rule: 7,
      messages: [signAgain('Dated ten days ago', body, 'accepted', fails), GENUINE],
      passed: 'A callback dated ten days ago was answered with 200.',
      look: 'Look at the order: the callback must have taken effect.',
    }
  },
  unknownOrder(json, { part }) {
    const { payment } = json
    if (!isRecord(payment) || payment['id'] === undefined)
      return { cannot: 'It names no payment. Check a callback of a payment.' }
    const body = textOf(json, neverOrdered(part))
    const fails = 'A callback about an order that does not exist was answered with 200.'
    return {
      rule: 31,
      messages: [signAgain('About an order that does not exist', body, 'refused', fails), GENUINE],
      passed:
        'A callback about an order that does not exist was not answered with 200, but the genuine one was.',
      look: 'Look at the orders: there must be none for this callback.',
    }
  },
}

const presentPart = (json: Body, edit: StepText): StepText =>
  Object.fromEntries(
    Object.entries(edit)
      .filter(([key]) => json[key] !== undefined)
      .map(([key, value]) => {
        const present = json[key]
        return [key, isRecord(value) && isRecord(present) ? presentPart(present, value) : value]
      }),
  )

export interface CheckResponse {
  readonly status: number | null
  /** Why the response cannot be judged (none came, or a fault rule changed the message); null if it can. */
  readonly problem: string | null
}

/** Judges the responses to the messages of a plan. A merchant that also refuses the genuine callback proves nothing. */
export function judgeCheck(
  { messages, passed }: CheckPlan,
  responses: readonly CheckResponse[],
): { readonly verdict: CheckVerdict; readonly reason: string } {
  const sent = messages.map((message, at) => ({
    ...message,
    ...(responses[at] ?? { status: null, problem: 'It was not sent.' }),
  }))
  const judged = sent.filter(({ problem }) => problem === null)
  const forgery = judged.find(({ role, status }) => role === 'refused' && status === 200)
  if (forgery !== undefined) return { verdict: 'failed', reason: forgery.fails }
  for (const { problem, what } of sent)
    if (problem !== null) return { verdict: 'not observed', reason: `${what}: ${problem}` }
  const without200 = judged.filter(({ status }) => status !== 200)
  const genuine = without200.find(({ role }) => role === 'genuine')
  if (genuine !== undefined) {
    const reason = `The genuine callback was answered with ${genuine.status ?? 'nothing'}, so the other responses prove nothing. Check a callback that the merchant answers with 200.`
    return { verdict: 'not observed', reason }
  }
  const rejected = without200.find(({ role }) => role === 'accepted')
  return rejected === undefined
    ? { verdict: 'passed', reason: passed }
    : {
        verdict: 'failed',
        reason: `${rejected.fails} It was answered with ${rejected.status ?? 'nothing'}.`,
      }
}
