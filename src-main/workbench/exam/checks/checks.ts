import { notFound } from '#core/errors'
import { LIMITS } from '#lib/limits/limit-table'
import { BenchError } from '#protocol/connection'
import {
  type CallbackCheck,
  type CheckedMessage,
  QUICK_CHECK_WORDS,
  QUICK_CHECKS,
  type QuickCheck,
} from '#protocol/exam'
import type { Handlers } from '#protocol/methods'
import type { BenchContext } from '#workbench/payment-engine'
import type { CallbackDetail, CallbackState } from '#protocol/messages'
import { iso } from '#core/views'
import {
  type CheckMessage,
  type CheckPlan,
  type CheckResponse,
  judgeCheck,
  planCheck,
} from '#exam/checks/quick-checks'
import { EXAM_RULES } from '#exam/rules/exam-rules'
import { cutEvidence, putNewest } from '#lib/limits/bounded-text'
import { parseJsonBytes } from '#lib/json/parse'
import { DAY_MS, wireTime } from '#lib/time/time'
import { heard } from '#scenarios/running/heard'
import { evidenceOfCallback } from '#scenarios/running/texts'
import { callbackDetail, findCallback } from '#workbench/callbacks/callback-detail'
import { makeOutgoing, readOrigin, sendOutgoing } from '#workbench/replay/message/outgoing'

/** Keeps the latest result of each check in memory, for the most recently checked callbacks. */
export function createQuickChecks(context: BenchContext) {
  const kept = new Map<string, ReadonlyMap<QuickCheck, CallbackCheck>>()
  let runningChecks = 0

  const handlers: Pick<Handlers, 'callbacks.check' | 'callbacks.checks'> = {
    'callbacks.check': async ({ id, check }) => {
      if (runningChecks >= LIMITS.checksAtOnce) {
        const message = `${LIMITS.checksAtOnce} checks are running. Wait until one of them has ended.`
        throw new BenchError('conflict', message)
      }
      runningChecks += 1
      try {
        const result = await runCheck(context, id, check)
        const before = kept.get(id) ?? new Map<QuickCheck, CallbackCheck>()
        putNewest(kept, id, new Map([...before, [result.check, result]]), LIMITS.checkedCallbacks)
        context.changes.callback(id, false)
        return result
      } finally {
        runningChecks -= 1
      }
    },
    'callbacks.checks': ({ id }) => {
      if (context.store.callbacks.row(id) === null) throw notFound('callback', id)
      const results = kept.get(id)
      return { items: QUICK_CHECKS.flatMap((check) => results?.get(check) ?? []) }
    },
  }
  return {
    handlers,
    /** Call it on a reset, which removes the messages of the checks. */
    forget: (): void => kept.clear(),
  }
}

const OVER: readonly CallbackState[] = ['delivered', 'failed', 'held', 'dropped']

/**
 * Resolves to true once an attempt has ended or the callback will not be sent, to false if neither happens
 * within the limit.
 * @throws BenchError `unavailable` if the bench closes first
 */
async function callbackEnds({ store, events, ending }: BenchContext, id: string): Promise<boolean> {
  const isOver = (): boolean => {
    const row = store.callbacks.row(id)
    return row === null || OVER.includes(row.state)
  }
  await store.committed()
  if (isOver()) return true
  const isEnd = ({ event }: Parameters<Parameters<typeof events.subscribe>[0]>[0]): boolean => {
    const isAbout = event.type === 'callback.changed' && event.callback.id === id
    return (isAbout || event.type === 'bench.reset') && isOver()
  }
  const hasEnded = await heard(events.subscribe, isEnd, LIMITS.checkResponseMs, ending)
  if (ending.aborted) throw new BenchError('unavailable', 'Paybench is closing.')
  return hasEnded
}

/**
 * Sends each message after the response to the previous one, and judges the responses.
 * @throws BenchError `not_found`, or `wrong_state` if this kind of check is not possible for the message
 */
async function runCheck(context: BenchContext, id: string, check: QuickCheck): Promise<CallbackCheck> {
  const plan = planFor(context, id, check)
  const resultId = plan.messages.some(({ from }) => from === 'result') ? resultOf(context, id) : id
  const sent: CheckedMessage[] = []
  const responses: CheckResponse[] = []
  for (const message of plan.messages) {
    const sentId = send(context, check, message, message.from === 'this' ? id : resultId)
    const isOver = await callbackEnds(context, sentId)
    const detail = callbackDetail(context, sentId)
    const response = responseOf(detail, isOver)
    responses.push(response)
    sent.push(viewOf(detail, message, response))
    if (response.problem !== null) break
  }
  const { title = '', remedy = '' } = EXAM_RULES.find(({ number }) => number === plan.rule) ?? {}
  const judgement = judgeCheck(plan, responses)
  const { exchanges } = context.store
  // A forwarded message also has a mark about the merchant's response.
  const isOwn = sent.some((message) =>
    exchanges.capturesOf(message.id).some(({ marks }) => marks.every(({ ruleId }) => ruleId !== null)),
  )
  return {
    check,
    rule: plan.rule,
    title,
    look: plan.look,
    ...(isOwn ? NO_MERCHANT : { ...judgement, remedy: judgement.verdict === 'failed' ? remedy : '' }),
    at: iso(context.now()),
    sent,
  }
}

const NO_MERCHANT: Pick<CallbackCheck, 'verdict' | 'reason' | 'remedy'> = {
  verdict: 'not observed',
  reason: 'Paybench’s own capture server answered; no merchant code was involved.',
  remedy:
    'Enter the address of the merchant’s server under “Callback address” in the settings of the project, or add a response rule that passes callbacks on to it, and check again.',
}

function planFor(context: BenchContext, id: string, check: QuickCheck): CheckPlan {
  const callback = findCallback(context, id)
  const json = parseJsonBytes(callback.body)
  const plan = planCheck(check, {
    json: json.ok ? json.plain : undefined,
    isResult: callback.kind === 'result',
    tenDaysAgo: wireTime(context.now() - 10 * DAY_MS),
    part: context.randomHex(8),
  })
  if (!('cannot' in plan)) return plan
  throw new BenchError('wrong_state', `${QUICK_CHECK_WORDS[check].name}: ${plan.cannot}`)
}

/** The newest result callback that the platform itself created for the payment. */
function resultOf({ store }: BenchContext, id: string): string {
  const key = store.callbacks.row(id)?.paymentKey ?? null
  const results = key === null ? [] : store.callbacks.byPayment(key)
  const newest = results.findLast(({ kind, replayOf }) => kind === 'result' && replayOf === null)
  if (newest !== undefined) return newest.id
  const what = 'The payment has no result callback yet, so there is nothing to send before this one.'
  throw new BenchError('wrong_state', `Reorder: ${what} Complete the payment first.`)
}

function send(
  context: BenchContext,
  check: QuickCheck,
  { body, signing }: CheckMessage,
  from: string,
): string {
  const edit = { signing, ...(body === null ? {} : { body }) }
  const outgoing = makeOutgoing(context, readOrigin(context, from), edit)
  const change = `Check “${QUICK_CHECK_WORDS[check].name}”; ${outgoing.change.toLowerCase()}`
  return sendOutgoing(context, { ...outgoing, change }, false)
}

function responseOf(
  { state, attempts, marks, note, lastStatus }: CallbackDetail,
  isOver: boolean,
): CheckResponse {
  const last = attempts.at(-1)
  const rule = [...marks, ...(last?.marks ?? [])].find(({ ruleId }) => ruleId !== null)
  const status = lastStatus ?? null
  if (rule !== undefined) {
    const text = rule.text.replace(/\.$/, '')
    return { status, problem: `a fault rule was at work (${text}). Switch it off and check again.` }
  }
  if (isOver && state !== 'held' && state !== 'dropped' && status !== null) return { status, problem: null }
  const problem = !isOver
    ? `it was not answered within ${LIMITS.checkResponseMs / 1000} s. Check whether other callbacks of the payment are still to be sent.`
    : state === 'held' || state === 'dropped'
      ? `it was ${state}. ${note ?? 'Make Paybench send it, and check again.'}`
      : `it got no response. ${last?.error?.message ?? 'The receiver gave no response.'}`
  return { status: null, problem }
}

function viewOf(
  detail: CallbackDetail,
  { what, role }: CheckMessage,
  { status }: CheckResponse,
): CheckedMessage {
  const { request, response } = evidenceOfCallback(detail)
  return {
    id: detail.id,
    what,
    expected: role === 'refused' ? 'not 200' : '200',
    status,
    request: cutEvidence(request ?? ''),
    response: response === null ? null : cutEvidence(response),
  }
}
