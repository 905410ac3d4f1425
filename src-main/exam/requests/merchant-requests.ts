import { setImmediate as turn } from 'node:timers/promises'
import { LIMITS } from '#lib/limits/limit-table'
import type { CheckVerdict } from '#protocol/exam'
import type { Result } from '#protocol/methods'
import type { Evidence } from '#scenarios/running/result'
import { evidenceOfExchange } from '#scenarios/running/texts'
import type { ScenarioBench } from '#scenarios/running/http'
import type { Merchant } from '#exam/setup/exam-setup'

export type MerchantRequest = Result<'exchanges.get'>

export interface MerchantRequests {
  /** Requests of the back end to the API, oldest first. */
  readonly api: readonly MerchantRequest[]
  /** Openings of the form, with the parameters that the merchant gave to its customer. */
  readonly forms: readonly MerchantRequest[]
  /** The response of the checkout to the first order; null if no checkout was visited. */
  readonly page: {
    readonly text: string
    /** Where the checkout loads the library and its styles from. */
    readonly linked: readonly string[]
    readonly evidence: Evidence
  } | null
  readonly secret: string
  /** Origins of the platform, such as `http://127.0.0.1:8610`. */
  readonly platform: readonly string[]
}

export interface CheckResult {
  /** `not observed`: the exam could neither confirm nor disprove the rule. */
  readonly verdict: CheckVerdict
  /** What was observed, or why nothing was observed and what to do about it. */
  readonly reason: string
  readonly evidence: readonly Evidence[]
}

export type RequestCheck = (requests: MerchantRequests, merchant: Merchant) => CheckResult

/** The user agent that distinguishes the exam's own requests from the merchant's. */
export const EXAM_AGENT = 'paybench-exam'

const MAX_REQUESTS = 500
const MAX_EVIDENCE = 3

/** The latest requests of the merchant, limited in number and size, oldest first. */
export async function merchantRequests(
  bench: ScenarioBench,
  { projectId }: Pick<Merchant, 'projectId'>,
): Promise<Pick<MerchantRequests, 'api' | 'forms'>> {
  const { items } = await bench.call('traffic.list', {
    projectId,
    sources: ['api', 'form'],
    limit: MAX_REQUESTS,
  })
  const requests: MerchantRequest[] = []
  let chars = 0
  for (const { id } of items) {
    // Explaining signatures takes time: let other work run in between.
    await turn()
    const request = await bench.call('exchanges.get', { id })
    chars += (request.body?.length ?? 0) + (request.reply?.body?.length ?? 0)
    if (chars > LIMITS.examRequestChars) break
    requests.unshift(request)
  }
  return {
    api: requests.filter((request) => request.source === 'api' && !isFromExam(request)),
    forms: requests.filter(({ source, path }) => source === 'form' && /^\/payment(\?|$)/.test(path)),
  }
}

export const isSale = ({ path }: MerchantRequest): boolean => /\/card\/(sale|auth)(\/|$)/.test(path)

const isFromExam = ({ headers }: MerchantRequest): boolean =>
  headers.some(([name, value]) => name.toLowerCase() === 'user-agent' && value === EXAM_AGENT)

/** The first refused sale or auth or, without one, the first refused opening; null if nothing was refused. */
export async function refusedRequest(
  bench: ScenarioBench,
  merchant: Pick<Merchant, 'projectId'>,
): Promise<Pick<CheckResult, 'reason' | 'evidence'> | null> {
  const { api, forms } = await merchantRequests(bench, merchant)
  const refused = [...api.filter(isSale), ...forms].find(({ refusal }) => refusal !== undefined)
  if (refused?.refusal === undefined) return null
  const why = hasWrongSignature(refused)
    ? 'its signature is not correct (see rule 1).'
    : refused.refusal.message
  return {
    reason: `The merchant requested a payment, which the platform refused: ${why}`,
    evidence: [evidenceOfExchange(refused)],
  }
}

const WRONG = new Set(['invalid', 'missing', 'empty'])

/** Whether the signature is missing or wrong. */
export const hasWrongSignature = ({ signature }: MerchantRequest): boolean => WRONG.has(signature.state)

export const unobserved = (reason: string): CheckResult => ({ verdict: 'not observed', reason, evidence: [] })

/** Failed if any request is wrong, otherwise passed. */
export function verdictOn(
  all: readonly MerchantRequest[],
  wrong: readonly MerchantRequest[],
  { passed, failed }: { readonly passed: string; readonly failed: (first: MerchantRequest) => string },
): CheckResult {
  const [first] = wrong
  const shown = first === undefined ? all.slice(0, 1) : wrong.slice(0, MAX_EVIDENCE)
  const evidence = shown.map((request) => evidenceOfExchange(request))
  return first === undefined
    ? { verdict: 'passed', reason: passed, evidence }
    : { verdict: 'failed', reason: failed(first), evidence }
}

type Page = NonNullable<MerchantRequests['page']>

const checkOfPage =
  (
    passed: string,
    failed: (page: Page, requests: MerchantRequests) => string | null,
    cannot: (page: Page) => string | null = () => null,
  ): RequestCheck =>
  (requests, { problem, remedies }) => {
    const { page } = requests
    if (page === null) return unobserved(`No page of the merchant was seen. ${problem ?? remedies.checkout}`)
    const why = cannot(page)
    if (why !== null) return unobserved(why)
    const reason = failed(page, requests)
    const evidence = [page.evidence]
    return reason === null
      ? { verdict: 'passed', reason: passed, evidence }
      : { verdict: 'failed', reason, evidence }
  }

/** Rule 22: looks for the secret in the checkout's page, not for card numbers or other data. */
export const secretStaysOnTheServer = checkOfPage(
  'The secret is not in what the checkout sends.',
  ({ text }, { secret }) => (text.includes(secret) ? 'The checkout sends the secret to the browser.' : null),
)

/** Rule 23, for pages that load the library. */
export const libraryFromPlatform = checkOfPage(
  'The library and its styles come from the platform.',
  ({ linked }, { platform }) => {
    const isOurs = (file: string): boolean => platform.some((origin) => file.startsWith(`${origin}/shared/`))
    const copy = linked.find((file) => !isOurs(file))
    return copy === undefined ? null : `${copy} is not loaded from the platform.`
  },
  ({ linked }) =>
    linked.length > 0 ? null : 'The checkout loads no merchant.js: it opens the form without the library.',
)
