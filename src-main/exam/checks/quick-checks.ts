import { isRecord } from '#lib/json/node'
import type { CheckVerdict, QuickCheck } from '#protocol/exam'
import { edited } from '#scenarios/running/texts'
import { AS_SUCCESS, dated, neverOrdered, stillProcessing } from '#exam/trials/callbacks'
import type { StepText } from '#exam/trials/trial'

/** A message of a check. */
export interface CheckMessage {
  /** Describes the message in the report. */
  readonly what: string
  /** The message that it is made from: the checked one, or the result callback of its payment. */
  readonly from: 'this' | 'result'
  /** The edited body; null: send the original bytes. */
  readonly body: string | null
  readonly signing: 'keep' | 'resign' | 'corrupt' | 'omit'
  /**
   * The expected response: `genuine` and `accepted` have to get 200, `refused` must not. The check is void unless
   * `genuine` does.
   */
  readonly role: 'genuine' | 'accepted' | 'refused'
  /** The sentence to report where the merchant responds otherwise; empty for a genuine message. */
  readonly fails: string
}

/** The messages of a check, and what to report afterwards. */
export interface CheckPlan {
  /** Number of the rule in contract 10. */
  readonly rule: number
  /** In the order of sending. */
  readonly messages: readonly CheckMessage[]
  /** The sentence to report where every response is as expected. */
  readonly passed: string
  /** What the tester has to check at the merchant, as a sentence. */
  readonly look: string
}

/** The callback that a check starts from. */
export interface Checked {
  /** The JSON value of the body; undefined where the body is not JSON. */
  readonly json: unknown
  readonly isResult: boolean
  /** A date in the format of callbacks (contract 3.1). */
  readonly tenDaysAgo: string
  /** A string that no other check has. */
  readonly part: string
}

/** The plan of a check. `cannot`: why this callback cannot be checked so, and what to do instead. */
export type CheckPlanning =
  { readonly ok: true; readonly plan: CheckPlan } | { readonly ok: false; readonly cannot: string }

const GENUINE: CheckMessage = {
  what: 'The callback as it is',
  from: 'this',
  body: null,
  signing: 'keep',
  role: 'genuine',
  fails: '',
}

/** Plans the messages of a check. Uses the same edits as the trials of the exam. */
export function planCheck(check: QuickCheck, checked: Checked): CheckPlanning {
  const { json } = checked
  if (check === 'sendTwice') return { ok: true, plan: SEND_TWICE }
  if (!isRecord(json)) {
    return {
      ok: false,
      cannot: 'Its body is not a JSON object, so it cannot be edited. Only Send twice is possible.',
    }
  }
  switch (check) {
    case 'forge':
      return { ok: true, plan: forge(json, checked) }
    case 'reorder':
      return { ok: true, plan: reorder(json, checked) }
    case 'late':
      return late(json, checked)
    case 'unknownOrder':
      return unknownOrder(json, checked)
  }
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
  look: 'Look at the order: its goods must have left once.',
}

type Body = Readonly<Record<string, unknown>>

const textOf = (json: Body, edit: StepText): string => JSON.stringify(edited(json, edit))

/** Chooses the edit of a forger: a claimed success, or another member where the callback already is a success. */
function forgedEdit(json: Body, { isResult }: Checked): StepText {
  const changesBody = isResult && textOf(json, AS_SUCCESS) !== textOf(json, {})
  return changesBody ? AS_SUCCESS : { description: 'Changed after it was signed' }
}

function forge(json: Body, checked: Checked): CheckPlan {
  const body = textOf(json, forgedEdit(json, checked))
  const forged = (what: string, signing: CheckMessage['signing'], how: string): CheckMessage => ({
    what,
    from: 'this',
    body,
    signing,
    role: 'refused',
    fails: `A callback ${how} was answered with 200.`,
  })
  return {
    rule: 2,
    messages: [
      forged('With a wrong signature', 'corrupt', 'with a wrong signature'),
      forged('Altered, with its earlier signature', 'keep', 'that was altered after signing'),
      forged('Without a signature', 'omit', 'without a signature'),
      GENUINE,
    ],
    passed: 'No forged callback was answered with 200, and the genuine one was.',
    look: 'Look at the order: no forged callback may have changed it.',
  }
}

function reorder(json: Body, { isResult, tenDaysAgo }: Checked): CheckPlan {
  const fails = 'A callback that came after the result was not answered with 200.'
  const overtaken: CheckMessage = isResult
    ? {
        what: 'An earlier “processing” callback',
        from: 'this',
        signing: 'resign',
        role: 'accepted',
        fails,
        body: textOf(json, stillProcessing(tenDaysAgo)),
      }
    : { ...GENUINE, what: 'This callback after it', role: 'accepted', fails }
  return {
    rule: 8,
    messages: [
      { ...GENUINE, what: 'The result of the payment', from: isResult ? 'this' : 'result' },
      overtaken,
    ],
    passed: 'The callback that came after the result was answered with 200.',
    look: 'Look at the order: it must have the state of the result.',
  }
}

function late(json: Body, { tenDaysAgo }: Checked): CheckPlanning {
  const body = textOf(json, presentPart(json, dated(tenDaysAgo)))
  if (body === textOf(json, {})) {
    return {
      ok: false,
      cannot: 'It has no date that could be changed. Check the result callback of a payment.',
    }
  }
  return {
    ok: true,
    plan: {
      rule: 7,
      messages: [
        {
          what: 'Dated ten days ago',
          from: 'this',
          body,
          signing: 'resign',
          role: 'accepted',
          fails: 'A callback dated ten days ago was not answered with 200.',
        },
        GENUINE,
      ],
      passed: 'A callback dated ten days ago was answered with 200.',
      look: 'Look at the order: the callback must have counted.',
    },
  }
}

/** Returns the part of an edit that changes members which the body has. */
function presentPart(json: Body, edit: StepText): StepText {
  return Object.fromEntries(
    Object.entries(edit).flatMap(([key, value]) => {
      const present = json[key]
      if (present === undefined) return []
      return [[key, isRecord(value) && isRecord(present) ? presentPart(present, value) : value]]
    }),
  )
}

function unknownOrder(json: Body, { part }: Checked): CheckPlanning {
  const payment = json['payment']
  if (!isRecord(payment) || payment['id'] === undefined) {
    return { ok: false, cannot: 'It names no payment. Check a callback of a payment.' }
  }
  return {
    ok: true,
    plan: {
      rule: 31,
      messages: [
        {
          what: 'About an order that does not exist',
          from: 'this',
          signing: 'resign',
          role: 'refused',
          body: textOf(json, neverOrdered(part)),
          fails: 'A callback about an order that does not exist was answered with 200.',
        },
        GENUINE,
      ],
      passed:
        'A callback about an order that does not exist was not answered with 200, and the genuine one was.',
      look: 'Look at the orders: none may have been made for it.',
    },
  }
}

/** The response to one message of a check. */
export interface CheckResponse {
  readonly status: number | null
  /** Why the response cannot be judged: there was none, or a rule of the bench changed the message. Null: it can. */
  readonly problem: string | null
}

/** The verdict of a check, with a sentence that explains it. */
export interface CheckJudgement {
  readonly verdict: CheckVerdict
  readonly reason: string
}

/**
 * Judges the responses to the messages of a check. A rule fails only on proof: where the merchant refuses the genuine
 * callback as well, it is not known why it refuses the others.
 * @param responses one for each message of the plan, in its order
 */
export function judgeCheck(
  { messages, passed }: CheckPlan,
  responses: readonly CheckResponse[],
): CheckJudgement {
  const sent = messages.map((message, at) => ({
    message,
    response: responses[at] ?? { status: null, problem: 'It was not sent.' },
  }))
  const find = (role: CheckMessage['role'], isMatch: (status: number | null) => boolean) =>
    sent.find(
      ({ message, response }) =>
        message.role === role && response.problem === null && isMatch(response.status),
    )

  const acceptedForgery = find('refused', (status) => status === 200)
  if (acceptedForgery !== undefined) return { verdict: 'failed', reason: acceptedForgery.message.fails }
  const unjudged = sent.find(({ response }) => response.problem !== null)
  if (unjudged !== undefined) {
    const { message, response } = unjudged
    return { verdict: 'not observed', reason: `${message.what}: ${response.problem ?? ''}` }
  }
  const refusedGenuine = find('genuine', (status) => status !== 200)
  if (refusedGenuine !== undefined) {
    const reason = `The genuine callback was answered with ${refusedGenuine.response.status ?? 'nothing'}, so the other responses say nothing. Check a callback that the merchant answers with 200.`
    return { verdict: 'not observed', reason }
  }
  const rejected = find('accepted', (status) => status !== 200)
  if (rejected !== undefined) {
    const { message, response } = rejected
    return {
      verdict: 'failed',
      reason: `${message.fails} It was answered with ${response.status ?? 'nothing'}.`,
    }
  }
  return { verdict: 'passed', reason: passed }
}
