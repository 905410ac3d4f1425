import { encodeBase64 } from '#lib/bytes/base64'
import { equalBytes } from '#lib/bytes/constant-time'
import { encodeUtf8 } from '#lib/bytes/utf8'
import type { Steps } from '#lib/steps'
import type { DiagnosticCrypto, HashName } from '#domain/signature/crypto'
import { MAX_TOGETHER, type Mistake } from './mistake'
import { MISTAKES_IN_DATA } from './mistakes-in-data'
import { MISTAKES_IN_BYTES, MISTAKES_IN_DIGEST } from './mistakes-in-digest'
import { mistakesInMembers } from './mistakes-in-members'
import { MISTAKES_OF_JOINING, MISTAKES_OF_LINES, MISTAKES_OF_ORDER, SAMPLES } from './mistakes-in-text'
import { MISTAKES_IN_VALUES } from './mistakes-in-values'
import { lossOf, receivedDigests } from './received-text'
import { REFERENCE, type Change, type Recipe } from '#domain/signature/recipe'
import type { SignedTexts } from './signed-texts'

export interface Search {
  /** Every possible reading of the message. */
  readonly readings: readonly SignedTexts[]
  readonly secret: string
  readonly wrongKeys: readonly Mistake[]
  readonly crypto: DiagnosticCrypto
  readonly received: string
  readonly maxTries: number
}

/** Mistakes, and the string to sign that they lead to. */
export interface Found {
  readonly mistakes: readonly Mistake[]
  readonly texts: SignedTexts
  readonly recipe: Recipe
  readonly text: string
}

interface SearchResult {
  readonly found: readonly Found[]
  readonly tries: number
  /** False if the search used up its tries. */
  readonly complete: boolean
}

const MISTAKES: readonly Mistake[] = [
  ...MISTAKES_OF_ORDER,
  ...MISTAKES_OF_LINES,
  ...MISTAKES_OF_JOINING,
  ...MISTAKES_IN_VALUES,
  ...MISTAKES_IN_DATA,
  ...SAMPLES,
]

/** A search is complete once all combinations of up to this size were tried, even if larger ones were not. */
const PROMISED = 2

/** With fewer tries, only mistakes in the received signature are sought: a string to sign costs as much as a try. */
const MIN_FOR_MISTAKES = 100

/** Longest string to sign for which three mistakes made before the encoding are combined. */
const MAX_FOR_THREE = 4_000

/** Looks for the fewest mistakes that lead to a signature (contract 2.8); yields after each string and combination. */
export function* searching(search: Search): Steps<SearchResult> {
  const { readings, crypto, received, maxTries } = search
  const secret = encodeUtf8(search.secret)
  const targets = receivedDigests(received)
  const digest = ({ recipe, text }: Found, hash: HashName): Uint8Array =>
    recipe.mac(crypto, hash, recipe.key ?? secret, recipe.bytes(text))

  const references: Found[] = []
  for (const texts of readings) {
    references.push({ mistakes: [], texts, recipe: REFERENCE, text: texts.textOf(REFERENCE) ?? '' })
    yield
  }
  let tries = references.length
  const damaged = references.flatMap((reference) => {
    const loss = lossOf(encodeBase64(digest(reference, 'sha512')), received)
    return loss === undefined ? [] : [{ ...reference, mistakes: [loss] }]
  })
  if (damaged.length > 0) return { found: damaged, tries, complete: true }

  const isThorough = maxTries >= MIN_FOR_MISTAKES
  const sources: Source[] = []
  for (const reference of references) {
    sources.push(isThorough ? yield* sourceFor(reference, search) : { reference, candidates: [], alone: [] })
  }
  const found = new Map<string, Found>()
  for (let level = 1; level <= MAX_TOGETHER && found.size === 0; level += 1) {
    for (let count = 0; count <= level; count += 1) {
      const open = targets.filter(({ mistakes }) => mistakes.length + count === level)
      if (open.length === 0) continue
      for (const attempt of attemptsOf(sources, count)) {
        if (attempt === undefined) {
          yield
          continue
        }
        for (const target of open) {
          if (tries >= maxTries) return { found: [...found.values()], tries, complete: level > PROMISED }
          tries += 1
          if (!equalBytes(digest(attempt, target.hash), target.digest)) continue
          const mistakes = [...attempt.mistakes, ...target.mistakes]
          const name = mistakes.map(({ message }) => message).join(' ')
          if (!found.has(name)) found.set(name, { ...attempt, mistakes })
        }
        yield
      }
    }
  }
  return { found: [...found.values()], tries, complete: isThorough }
}

interface Source {
  readonly reference: Found
  readonly candidates: readonly Candidate[]
  /** Mistakes that are never combined; their texts are made one by one. */
  readonly alone: readonly Mistake[]
}

interface Candidate extends Found {
  readonly change: Change
  /** False if the mistake is made after the string to sign, which is then that of the reference. */
  readonly changesText: boolean
  /** Maximum number of mistakes in a combination that includes this one. */
  readonly together: number
}

function* sourceFor(reference: Found, { wrongKeys }: Search): Steps<Source> {
  const mistakes = [
    ...MISTAKES,
    ...wrongKeys,
    ...MISTAKES_IN_BYTES,
    ...MISTAKES_IN_DIGEST,
    ...mistakesInMembers(reference.texts),
  ]
  const candidates: Candidate[] = []
  for (const mistake of mistakes) {
    if (mistake.together === 1) continue
    for (const candidate of variantsOf(mistake, reference)) {
      if (candidate !== undefined) candidates.push(candidate)
      yield
    }
  }
  return { reference, candidates, alone: mistakes.filter(({ together }) => together === 1) }
}

const AFTER_THE_TEXT: ReadonlySet<string> = new Set(['bytes', 'key', 'mac'] satisfies (keyof Recipe)[])

/** A mistake's variants; undefined for one that changes nothing. Only the likeliest is combined with two others. */
function* variantsOf(mistake: Mistake, { texts, text: reference }: Found): Generator<Candidate | undefined> {
  const known = new Set([reference])
  let { together = MAX_TOGETHER } = mistake
  for (const change of mistake.changes ?? []) {
    const recipe = { ...REFERENCE, ...change }
    const changesText = Object.keys(change).some((field) => !AFTER_THE_TEXT.has(field))
    const text = changesText ? texts.textOf(recipe) : reference
    if (text === undefined || (changesText && known.has(text))) {
      yield
      continue
    }
    known.add(text)
    yield { mistakes: [mistake], texts, recipe, text, change, changesText, together }
    together = Math.min(together, PROMISED)
  }
}

/** Every combination of `count` mistakes made before the digest is encoded; undefined for one without a new text. */
function* attemptsOf(sources: readonly Source[], count: number): Generator<Found | undefined> {
  for (const { reference, candidates, alone } of sources) {
    if (count === 0) yield reference
    if (count === 1) {
      yield* candidates
      for (const mistake of alone) yield* variantsOf(mistake, reference)
    }
    if (count < 2 || (count > 2 && reference.text.length > MAX_FOR_THREE)) continue
    const able = candidates.filter(({ together }) => together >= count)
    for (const choice of choices(count, able.length)) {
      yield combine(
        choice.flatMap((index) => able[index] ?? []),
        reference,
      )
    }
  }
}

/** Undefined if two mistakes change the same step, or if one hides another: that text was already tried. */
const combine = (parts: readonly Candidate[], { texts, text: reference }: Found): Found | undefined => {
  const change = parts.reduce<Change>((all, part) => ({ ...all, ...part.change }), {})
  const steps = parts.reduce((sum, part) => sum + Object.keys(part.change).length, 0)
  if (Object.keys(change).length < steps) return undefined
  const recipe = { ...REFERENCE, ...change }
  const changing = parts.filter(({ changesText }) => changesText)
  const text = changing.length < 2 ? (changing[0]?.text ?? reference) : texts.textOf(recipe)
  if (text === undefined || (changing.length > 1 && changing.some((part) => part.text === text)))
    return undefined
  return { mistakes: parts.flatMap(({ mistakes }) => mistakes), texts, recipe, text }
}

/** Every choice of `count` numbers below `limit`, in the order of their sums: the likeliest mistakes first. */
function* choices(count: number, limit: number): Generator<readonly number[]> {
  for (let sum = 0; sum < count * limit; sum += 1) yield* choicesWithSum(sum, count, 0, limit)
}

function* choicesWithSum(
  sum: number,
  count: number,
  from: number,
  limit: number,
): Generator<readonly number[]> {
  if (count === 1) {
    if (sum >= from && sum < limit) yield [sum]
    return
  }
  for (let first = from; first * count < sum; first += 1) {
    for (const others of choicesWithSum(sum - first, count - 1, first + 1, limit)) yield [first, ...others]
  }
}
