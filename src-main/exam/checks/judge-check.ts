import type { CheckVerdict } from '../../protocol/checks'
import type { CheckMessage, CheckPlan } from './quick-checks'

/** What became of a message of a check. */
export interface CheckResponse {
  readonly status: number | null
  /** Why it says nothing about the merchant: there was no response, or a rule of the bench changed the message. */
  readonly problem: string | null
}

export interface CheckJudgement {
  readonly verdict: CheckVerdict
  readonly reason: string
}

/**
 * What the responses say about the rule of a check; one for each message of the plan. Nothing is failed on a guess: a
 * merchant that refuses the genuine callback too has not shown why.
 */
export function judgeCheck(
  { messages, passed }: CheckPlan,
  responses: readonly CheckResponse[],
): CheckJudgement {
  const seen = messages.map((message, at) => ({
    message,
    response: responses[at] ?? { status: null, problem: 'It was not sent.' },
  }))
  const having = (role: CheckMessage['role'], is: (status: number | null) => boolean) =>
    seen.find(
      ({ message, response }) => message.role === role && response.problem === null && is(response.status),
    )

  const believed = having('refused', (status) => status === 200)
  if (believed !== undefined) return { verdict: 'failed', reason: believed.message.fails }
  const unseen = seen.find(({ response }) => response.problem !== null)
  if (unseen !== undefined) {
    const { message, response } = unseen
    return { verdict: 'not observed', reason: `${message.what}: ${response.problem ?? ''}` }
  }
  const doubted = having('genuine', (status) => status !== 200)
  if (doubted !== undefined) {
    const reason = `The genuine callback was answered with ${doubted.response.status ?? 'nothing'}, so the other responses say nothing. Check a callback that the merchant answers with 200.`
    return { verdict: 'not observed', reason }
  }
  const rejected = having('accepted', (status) => status !== 200)
  if (rejected !== undefined) {
    const { message, response } = rejected
    return {
      verdict: 'failed',
      reason: `${message.fails} It was answered with ${response.status ?? 'nothing'}.`,
    }
  }
  return { verdict: 'passed', reason: passed }
}
