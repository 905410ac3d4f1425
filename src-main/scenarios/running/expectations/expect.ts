import { TASKS } from '#scenarios/foreign/foreign'
import { type Candidate, fromWords } from '#scenarios/matching/from-words'
import type { ArgsOf, ResponsePattern } from '#scenarios/vocabulary/scenario-shape'
import { readAmount, writeAmount } from '#scenarios/vocabulary/fields'
import { msOf } from '#scenarios/running/texts'
import {
  keyOf,
  namePayment,
  paymentNamed,
  type ResponseSeen,
  type RunContext,
} from '#scenarios/running/context'
import { StepFailure, type Evidence } from '#scenarios/running/result'
import { withinText } from '#scenarios/running/waiting'
import { callbackWithId, LISTS, paymentSeen, signatureOfResponse, type Seen } from './views'

const DEFAULT_WITHIN = '5 s'

/** What an expectation found. */
export interface Met {
  readonly summary: string
  readonly evidence: readonly Evidence[]
}

type Words = Readonly<Record<string, unknown>>

function wordsOf(members: Words): Words {
  const words = Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
  const read = fromWords(words)
  if (read.ok) return words
  throw new StepFailure(`${read.path.join('.')} ${read.message}`)
}

interface Found<Item> {
  readonly item: Item
  readonly bodies: Words
}

const plainOf = (items: readonly Candidate[]): readonly Candidate[] =>
  items.map(({ label, view, bodies }) => ({ label, view, bodies }))

async function firstMatch<Item extends Candidate>(
  { foreign, signal }: RunContext,
  words: Words,
  items: readonly Item[],
): Promise<Found<Item> | null> {
  const found = await foreign.run(TASKS.findMatch, { words, candidates: plainOf(items) }, signal)
  const item = items[found?.index ?? -1]
  return found === null || item === undefined ? null : { item, bodies: found.bodies }
}

type Kind = keyof typeof LISTS

async function listMessages(run: RunContext, kind: Kind, of: string | undefined): Promise<readonly Seen[]> {
  if (of === undefined) return LISTS[kind](run, null)
  const named = run.messages.get(of)
  if (named !== undefined) return [await callbackWithId(run, named.id)]
  const key = await keyOf(run, paymentNamed(run, of))
  return key === null ? [] : LISTS[kind](run, key)
}

interface MessageArgs extends Words {
  readonly of?: string | undefined
  readonly as?: string | undefined
  readonly within?: string | undefined
}

/** Waits for a matching callback, capture or request of the merchant, which then satisfies no later expectation. */
export async function expectMessage(run: RunContext, kind: Kind, args: MessageArgs): Promise<Met> {
  const { of, as, within = DEFAULT_WITHIN, ...members } = args
  const words = wordsOf(members)
  const withinMs = msOf(within)
  let seen: readonly Seen[] = []
  const look = async (): Promise<Found<Seen> | null> => {
    seen = await listMessages(run, kind, of)
    return firstMatch(run, words, seen)
  }
  const found = await run.waiting.until(look, withinMs, run.external || kind === 'received')
  if (found === null) throw await miss(run, `expect ${kind}, ${withinText(withinMs)}`, words, seen)
  const { item } = found
  run.used.add(item.id)
  if (as !== undefined) nameFound(run, kind, as, found)
  return { summary: item.label, evidence: [await item.evidence()] }
}

function nameFound(run: RunContext, kind: Kind, as: string, { item, bodies }: Found<Seen>): void {
  const body = bodies['body']
  if (kind === 'received') {
    namePayment(run, as, item.paymentId, { body })
    return
  }
  run.messages.set(as, { id: item.id, body: item.body })
  run.names.set(as, { id: item.id, body, headers: item.view['headers'] })
}

/** Lets a span of virtual time pass in which nothing new of these kinds may arrive. */
export async function expectNothing(run: RunContext, args: ArgsOf<'expect nothing'>): Promise<Met> {
  const kinds: readonly Kind[] = args.kinds ?? ['callback', 'captured', 'received']
  const spanMs = msOf(args.for)
  const all = async (): Promise<readonly Seen[]> =>
    (await Promise.all(kinds.map((kind) => listMessages(run, kind, args.of)))).flat()
  await run.waiting.settle()
  const before = new Set((await all()).map(({ id }) => id))
  const found = await run.waiting.during(
    async () => (await all()).find(({ id }) => !before.has(id)) ?? null,
    spanMs,
    run.external,
  )
  if (found === null) return { summary: `Nothing came for ${args.for}`, evidence: [] }
  throw new StepFailure(`No message was expected for ${args.for}, but one came: ${found.label}.`, {
    expected: 'no message',
    evidence: [await found.evidence()],
  })
}

export async function expectPayment(
  run: RunContext,
  { of, within = DEFAULT_WITHIN, ...members }: ArgsOf<'expect payment'>,
): Promise<Met> {
  const { code, amount } = members
  const sum = amount === undefined ? null : readAmount(amount)
  const words = wordsOf({
    ...members,
    code: typeof code === 'number' ? String(code) : code,
    amount: sum === null ? amount : writeAmount(sum),
  })
  const withinMs = msOf(within)
  let seen: readonly Seen[] = []
  const look = async (): Promise<Found<Seen> | null> => {
    const key = await keyOf(run, paymentNamed(run, of))
    seen = key === null ? [] : [await paymentSeen(run, key)]
    return firstMatch(run, words, seen)
  }
  const found = await run.waiting.until(look, withinMs, run.external)
  if (found !== null) {
    const { label, view, evidence } = found.item
    return { summary: `${label}: ${String(view['status'])}`, evidence: [await evidence()] }
  }
  if (seen.length > 0) throw await miss(run, `expect payment ${of}, ${withinText(withinMs)}`, words, seen)
  const isNoneExpected = (await firstMatch(run, words, [{ label: of, view: {}, bodies: {} }])) !== null
  if (isNoneExpected) return { summary: `The platform has no payment ${of}`, evidence: [] }
  throw new StepFailure(`The platform has no payment ${paymentNamed(run, of).id} (${of}).`)
}

/** The last response to a request of this name. */
export function responseOf(run: RunContext, name: string): ResponseSeen {
  const seen = run.responses.get(name)
  if (seen === undefined)
    throw new StepFailure(`No request of ${name} has had a response yet. Send one in an earlier step.`)
  return seen
}

export async function expectResponse(
  run: RunContext,
  seen: ResponseSeen,
  expected: ResponsePattern,
): Promise<Met> {
  const { response, evidence } = seen
  const view = {
    http: response.status,
    headers: response.headers,
    view: seen.view ?? undefined,
    ...(expected.signature === undefined ? {} : { signature: await signatureOfResponse(run, response.text) }),
  }
  const words = wordsOf(expected)
  const item: Seen = {
    id: '',
    label: `the response of ${evidence.title}`,
    view,
    bodies: { body: response.text },
    body: null,
    paymentId: '',
    evidence: () => Promise.resolve(evidence),
  }
  if ((await firstMatch(run, words, [item])) !== null)
    return { summary: `HTTP ${response.status}`, evidence: [evidence] }
  throw await miss(run, 'The response differs', words, [item])
}

const MAX_EVIDENCE = 3

/** The failure if nothing matches: how the nearest candidate differs, and the evidence of the nearest few. */
async function miss(
  { foreign, signal }: RunContext,
  what: string,
  words: Words,
  seen: readonly Seen[],
): Promise<StepFailure> {
  const compared = { words, candidates: plainOf(seen) }
  const { expected, lines, order, members } = await foreign.run(TASKS.explainMiss, compared, signal)
  const nearest = order.slice(0, MAX_EVIDENCE).flatMap((index) => seen[index] ?? [])
  return new StepFailure(`${what}: ${nearestText(nearest, seen.length)}.`, {
    expected,
    lines,
    ...(members === null ? {} : { members }),
    evidence: await Promise.all(nearest.map((item) => item.evidence())),
  })
}

function nearestText([nearest]: readonly Seen[], count: number): string {
  if (nearest === undefined) return 'none came'
  return count === 1 ? `it was compared with ${nearest.label}` : `the nearest of ${count} is ${nearest.label}`
}
