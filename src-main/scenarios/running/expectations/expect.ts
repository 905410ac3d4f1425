import type { PaymentKey } from '../../../domain/ids'
import { compareWith, type Difference } from '../../../lib/match/compare'
import type { Pattern } from '../../../lib/match/pattern'
import { fromWords } from '../../matching/from-words'
import type { ArgsOf, ResponsePattern } from '../../vocabulary/scenario-shape'
import { readAmount, writeAmount } from '../../vocabulary/units'
import { msOf } from '../acts/bench'
import type { ResponseSeen, RunContext } from '../context'
import { keyOf, namePayment, paymentNamed } from '../payments'
import { StepFailure, type Evidence, type FailedMember } from '../result'
import { bodyOf } from '../texts'
import { withinText } from '../waiting'
import {
  callbacksSeen,
  callbackWithId,
  capturesSeen,
  paymentSeen,
  requestsSeen,
  signatureOfResponse,
  type Seen,
} from './views'
import { describeValue } from '../../../lib/match/describe'
import { explainCandidates, nearestFirst } from '../../../lib/match/nearest'

const DEFAULT_WITHIN = '5 s'

/** What an expectation found. */
export interface Met {
  readonly summary: string
  readonly evidence: readonly Evidence[]
}

/** @throws StepFailure for a matcher that cannot be read once its variables are known */
function patternOf(members: Readonly<Record<string, unknown>>): Pattern {
  const read = fromWords(
    Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)),
  )
  if (read.ok) return read.pattern
  throw new StepFailure(`${read.path.join('.')} ${read.message}`)
}

type Kind = 'callback' | 'captured' | 'received'
const LISTS: Readonly<Record<Kind, (run: RunContext, key: PaymentKey | null) => Promise<readonly Seen[]>>> = {
  callback: callbacksSeen,
  captured: capturesSeen,
  received: requestsSeen,
}

async function listed(run: RunContext, kind: Kind, of: string | undefined): Promise<readonly Seen[]> {
  const named = of === undefined ? undefined : run.messages.get(of)
  if (named !== undefined) return [await callbackWithId(run, named.id)]
  const key = of === undefined ? null : await keyOf(run, paymentNamed(run, of))
  return of !== undefined && key === null ? [] : LISTS[kind](run, key)
}

interface MessageArgs extends Readonly<Record<string, unknown>> {
  readonly of?: string | undefined
  readonly as?: string | undefined
  readonly within?: string | undefined
}

/**
 * Waits for a callback, a capture or a request of the merchant that matches. It satisfies no later expectation.
 * @throws StepFailure where none comes in time, with the nearest ones
 */
export async function expectMessage(run: RunContext, kind: Kind, args: MessageArgs): Promise<Met> {
  const { of, as, within, ...members } = args
  const pattern = patternOf(members)
  const withinMs = msOf(within ?? DEFAULT_WITHIN)
  let seen: readonly Seen[] = []
  const look = async (): Promise<Seen | null> => {
    seen = await listed(run, kind, of)
    return seen.find(({ view }) => compareWith(pattern, view).matches) ?? null
  }
  const found = await run.waiting.until(look, withinMs, run.external || kind === 'received')
  if (found === null) throw await miss(`expect ${kind}, ${withinText(withinMs)}`, pattern, seen)
  run.used.add(found.id)
  if (as !== undefined) nameFound(run, kind, as, found)
  return { summary: found.label, evidence: [await found.evidence()] }
}

function nameFound(run: RunContext, kind: Kind, as: string, found: Seen): void {
  if (kind === 'received') {
    namePayment(run, as, found.paymentId, { body: found.view['body'] })
    return
  }
  run.messages.set(as, { id: found.id, body: found.body })
  run.names.set(as, { id: found.id, body: found.view['body'], headers: found.view['headers'] })
}

/**
 * Lets a span of virtual time pass in which nothing new of these kinds may come.
 * @throws StepFailure with the first message that comes
 */
export async function expectNothing(run: RunContext, args: ArgsOf<'expect nothing'>): Promise<Met> {
  const kinds: readonly Kind[] = args.kinds ?? ['callback', 'captured', 'received']
  const spanMs = msOf(args.for)
  const all = async (): Promise<readonly Seen[]> =>
    (await Promise.all(kinds.map((kind) => listed(run, kind, args.of)))).flat()
  await run.waiting.settle()
  const before = new Set((await all()).map(({ id }) => id))
  const found = await run.waiting.during(
    async () => (await all()).find(({ id }) => !before.has(id)) ?? null,
    spanMs,
    run.external,
  )
  if (found === null) return { summary: `Nothing for ${args.for}`, evidence: [] }
  throw new StepFailure(`Something came within ${args.for}: ${found.label}.`, {
    expected: 'nothing',
    evidence: [await found.evidence()],
  })
}

/**
 * Waits until a payment is as expected.
 * @throws StepFailure where it is not in time
 */
export async function expectPayment(
  run: RunContext,
  { of, within, ...members }: ArgsOf<'expect payment'>,
): Promise<Met> {
  const amount = members.amount === undefined ? null : readAmount(members.amount)
  const code = typeof members.code === 'number' ? String(members.code) : members.code
  const pattern = patternOf({ ...members, code, ...(amount === null ? {} : { amount: writeAmount(amount) }) })
  const withinMs = msOf(within ?? DEFAULT_WITHIN)
  let seen: readonly Seen[] = []
  const look = async (): Promise<Seen | null> => {
    const key = await keyOf(run, paymentNamed(run, of))
    seen = key === null ? [] : [await paymentSeen(run, key)]
    return seen.find(({ view }) => compareWith(pattern, view).matches) ?? null
  }
  const found = await run.waiting.until(look, withinMs, run.external)
  if (found !== null) {
    return { summary: `${found.label}: ${String(found.view['status'])}`, evidence: [await found.evidence()] }
  }
  if (seen.length > 0) throw await miss(`expect payment ${of}, ${withinText(withinMs)}`, pattern, seen)
  if (compareWith(pattern, {}).matches) return { summary: `The platform has no payment ${of}`, evidence: [] }
  throw new StepFailure(`The platform has no payment ${paymentNamed(run, of).id} (${of}).`)
}

/**
 * The last response that is kept under a name.
 * @throws StepFailure where there is none
 */
export function responseOf(run: RunContext, name: string): ResponseSeen {
  const seen = run.responses.get(name)
  if (seen === undefined)
    throw new StepFailure(`No request of ${name} has had a response yet. Send one in an earlier step.`)
  return seen
}

/**
 * Compares a response with what is expected.
 * @throws StepFailure where it differs
 */
export async function expectResponse(
  run: RunContext,
  seen: ResponseSeen,
  expected: ResponsePattern,
): Promise<Met> {
  const { response, evidence } = seen
  const view = {
    http: response.status,
    body: bodyOf(response.text),
    headers: response.headers,
    view: seen.view ?? undefined,
    ...(expected.signature === undefined ? {} : { signature: await signatureOfResponse(run, response.text) }),
  }
  const pattern = patternOf(expected)
  const label = `the response of ${evidence.title}`
  if (compareWith(pattern, view).matches) return { summary: `HTTP ${response.status}`, evidence: [evidence] }
  const item: Seen = {
    id: '',
    label,
    view,
    body: null,
    paymentId: '',
    evidence: () => Promise.resolve(evidence),
  }
  const failure = await miss('expect response', pattern, [item])
  throw new StepFailure('The response is not as expected.', {
    ...failure.failure,
    expected: failure.failure.expected ?? '',
    evidence: [evidence],
  })
}

const MAX_EXPECTED_CHARS = 2_000
const MAX_EVIDENCE = 3

/** The failure of an expectation that nothing satisfies: what came instead, nearest first, with the bytes of the first few. */
async function miss(what: string, pattern: Pattern, seen: readonly Seen[]): Promise<StepFailure> {
  const ranked = nearestFirst(pattern, seen, ({ view }) => view)
  const [nearest] = ranked
  const evidence = await Promise.all(ranked.slice(0, MAX_EVIDENCE).map(({ item }) => item.evidence()))
  return new StepFailure(`${what}: ${countSeen(seen.length)}.`, {
    expected: describeValue(pattern, MAX_EXPECTED_CHARS),
    lines: explainCandidates(ranked, ({ label }) => label),
    ...(nearest === undefined ? {} : { members: nearest.comparison.differences.map(memberOf) }),
    evidence,
  })
}

const memberOf = ({ path, actual }: Difference): FailedMember => ({ path, actual })

function countSeen(count: number): string {
  if (count === 0) return 'nothing of the kind came'
  return count === 1
    ? 'one was seen, which is not as expected'
    : `${count} were seen, none of them as expected`
}
