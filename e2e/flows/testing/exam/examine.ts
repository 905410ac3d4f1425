import { differenceLine } from '#lib/match/nearest'
import { inThisThread } from '#scenarios/foreign/foreign'
import { beforeAll, expect } from 'vitest'
import type { ExamSetup, OrderView } from '#exam/setup/exam-setup'
import { type ExamResult, judgeGate, type Verdict } from '#exam/running/result'
import { runExam } from '#exam/running/run-exam'
import { COMMAND_LINE_REMEDIES } from '#hosts/cli/exam/exam-command'
import { sendMessage } from '#net/sender/send-message'
import { httpOver } from '#workbench/scenarios/runs/run-bench'
import { useScenarioBench } from '#e2e/flows/testing/scenario-runs'
import { openExamMerchant, type MerchantStyle } from './exam-merchant'
import { MUTATIONS, type Mutation, type MutationName } from './mutations'

/** An exam takes seconds; several at the same time, beside other work, take longer. */
export const EXAM_TEST_LIMIT_MS = 300_000

/**
 * Examines a merchant of this style with this mutation; `change`: members that replace those of the set-up; `secret`:
 * the secret that the merchant uses instead of that of its project.
 */
export type Examine = (
  style: MerchantStyle,
  mutation: MutationName | null,
  change?: Partial<Omit<ExamSetup, 'orders'>> & { readonly orders?: Partial<OrderView> | null },
  secret?: string,
) => Promise<ExamResult>

/** A bench for the exams of a test file, each in its own project. */
export function useExams(): Examine {
  const { bench, connection } = useScenarioBench()
  let projects = 7000
  beforeAll(async () => {
    await connection.call('clock.set', { mode: 'live' })
  })
  return async (style, mutation, change = {}, merchantSecret) => {
    projects += 1
    const projectId = projects
    const secret = `secret-of-${projectId}-Vq`
    const { platform } = bench.ready
    const merchant = await openExamMerchant(
      { platform, projectId, secret: merchantSecret ?? secret },
      style,
      mutation,
    )
    const setup: ExamSetup = {
      callbackUrl: `${merchant.url}/callbacks`,
      projectId,
      checkout: { method: 'POST', url: `${merchant.url}/checkout` },
      clarification: true,
      statusRequests:
        style === 'status' || (mutation !== null && (MUTATIONS[mutation] as Mutation).claimsStatus === true),
      ...change,
      orders:
        change.orders === null
          ? null
          : {
              url: `${merchant.url}/orders/{payment_id}`,
              state: ['order', 'state'],
              paid: ['paid'],
              declined: ['declined'],
              deliveries: ['order', 'deliveries'],
              amount: ['order', 'paidAmount'],
              ...change.orders,
            },
    }
    try {
      const result = await runExam(setup, {
        bench: connection,
        send: httpOver(sendMessage),
        foreign: inThisThread,
        secret,
        remedies: COMMAND_LINE_REMEDIES,
        runId: `e${projectId}`,
        now: Date.now(),
        signal: new AbortController().signal,
        limitMs: EXAM_TEST_LIMIT_MS - 10_000,
      })
      // A report may be given to anybody, so it contains no secret, whatever the merchant has sent.
      expect(JSON.stringify(result)).not.toContain(secret)
      return result
    } finally {
      await merchant.close()
    }
  }
}

/** The rules with this verdict, each with what was observed. */
export const having = ({ rules }: ExamResult, verdict: Verdict): readonly string[] =>
  rules.flatMap(({ rule, reason, trials, verdict: found }) =>
    found === verdict
      ? [
          `${rule.number}: ${reason} ${trials.flatMap(({ differences }) => differences.map(differenceLine)).join(' | ')}`,
        ]
      : [],
  )

/** Expects a mutated merchant to fail only the rules that it breaks; a silent one leaves its rule unobserved. */
export async function expectOneRuleFailed(examine: Examine, name: MutationName): Promise<void> {
  const { rule, style, isSilent = false, also = [] }: Mutation = MUTATIONS[name]
  const result = await examine(style, name)
  if (isSilent) {
    expect(having(result, 'failed')).toEqual([])
    expect(having(result, 'not observed')).toContainEqual(
      expect.stringMatching(new RegExp(`^${rule}: .*never sent`)),
    )
    return
  }
  expect(having(result, 'failed')).toEqual(
    [rule, ...also].map((number): unknown => expect.stringMatching(new RegExp(`^${number}: `))),
  )
  expect(judgeGate(result, { minGrade: 'B', required: [] }).outcome).toBe('failed')
}
