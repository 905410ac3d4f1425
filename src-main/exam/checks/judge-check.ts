import type { CheckVerdict } from '#protocol/checks'
import type { CheckMessage, CheckPlan } from './quick-checks'

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
