import { encodeBase64 } from '#lib/bytes/base64'
import { equalBytes, equalTexts } from '#lib/bytes/constant-time'
import type { HashName } from '#domain/signature/crypto'
import { digestOf } from './digest'
import type { Attempt, Found, Search, SearchResult } from './found'
import { laterChanges } from './later-changes'
import type { Mistake, MistakeId } from './mistake'
import { keyMistake, MISTAKES_IN_DIGEST, MISTAKES_OF_WRITING } from './mistakes-in-digest'
import { MISTAKES_IN_DATA } from './mistakes-in-data'
import { MISTAKES_IN_TEXT, SAMPLES } from './mistakes-in-text'
import { MISTAKES_IN_VALUES } from './mistakes-in-values'
import { receivedDigests, type ReceivedDigest } from './received-digest'
import { otherLanguages } from './other-languages'
import { REFERENCE, type Change } from './recipe'

/** A variant of a mistake whose text or digest differs from the reference's. */
interface Candidate extends Attempt {
  readonly change: Change
  readonly fields: readonly string[]
  /** False: the text is the reference's own, the mistake comes after it. */
  readonly changesText: boolean
  readonly rank: number
}

/** Mistakes that change the string to sign, the likeliest kinds first. */
const MISTAKES: readonly Mistake[] = [
  ...MISTAKES_IN_TEXT,
  ...MISTAKES_IN_VALUES,
  ...MISTAKES_IN_DATA,
  ...SAMPLES,
]

const AFTER_THE_TEXT: ReadonlySet<string> = new Set(['bytes', 'key', 'mac'])

/**
 * Looks for the mistakes that make a received signature (contract 2.8): first single ones, then one member added or
 * filled later, then pairs that change different things. What is seen in the received text itself, such as
 * hexadecimal or another hash, counts as one. Stops after the first of these levels that explains it, with everything
 * found there; a third level is for one thing alone, the hexadecimal text of a plain SHA-256 or SHA-1. Yields after each
 * text made and each signature computed, so that a caller can do other work in between.
 */
export function* searching(search: Search): Generator<undefined, SearchResult> {
  const { texts, keys, crypto, received, maxTries } = search
  const targets = receivedDigests(received).map((target) => ({ ...target, seen: seenIn(target) }))
  const keyById = new Map(keys.map((key) => [key.id, key.bytes]))
  const digest = (attempt: Attempt, hash: HashName): Uint8Array =>
    digestOf(attempt, hash, keyById.get(attempt.recipe.key) ?? new Uint8Array(), crypto)

  const plain = yield* plainAttempts(search)
  const damaged: Found[] = []
  for (const attempt of plain) {
    const damage = damagedSignature(encodeBase64(digest(attempt, 'sha512')), received)
    if (damage !== null) damaged.push({ ...made(attempt), mistakes: [damage], signature: received })
    yield
  }
  if (damaged.length > 0) return { found: damaged, tries: plain.length, complete: true }

  // Making the text of every mistake costs as much as trying it.
  const candidates = maxTries < MIN_FOR_MISTAKES ? [] : yield* candidatesFor(search, plain)
  const found = new Map<string, Found>()
  let tries = plain.length
  for (const level of [1, 2, 3] as const) {
    for (const count of [0, 1, 2] as const) {
      if (level === 3 && count !== 1) continue
      const open = targets.filter(({ seen }) => seen.length + count === level)
      if (open.length === 0) continue
      if (count > 0 && maxTries < MIN_FOR_MISTAKES) continue
      for (const attempt of attemptsOf(count, level, search, plain, candidates)) {
        for (const target of open) {
          if (tries >= maxTries) return { found: [...found.values()], tries, complete: false }
          tries += 1
          const own = digest(attempt, target.hash)
          if (!equalBytes(own, target.digest)) continue
          const signature = target.write(own)
          if (!equalTexts(signature, received)) continue
          const mistakes = [...attempt.mistakes.map(inHash(target.hash)), ...target.seen]
          const name = mistakes.map(({ message }) => message).join(' ')
          if (!found.has(name)) found.set(name, { ...made(attempt), mistakes, signature })
        }
        yield
      }
    }
    if (found.size > 0) break
  }
  return { found: [...found.values()], tries, complete: maxTries >= MIN_FOR_MISTAKES }

  function made({ text, recipe, reading, lines }: Attempt): Pick<Found, 'text' | 'lines' | 'reading'> {
    return { text, lines: lines?.() ?? texts.linesOf(recipe, reading), reading }
  }
}

/** With fewer tries, a search looks only for mistakes that show in the received text. */
const MIN_FOR_MISTAKES = 100

/** Every attempt with that many mistakes before the digest is written. A member added later is looked for alone. */
function* attemptsOf(
  count: 0 | 1 | 2,
  level: 1 | 2 | 3,
  search: Search,
  plain: readonly Attempt[],
  candidates: readonly Candidate[],
): Generator<Attempt> {
  switch (count) {
    case 0:
      return yield* plain
    case 1:
      if (level === 3) return yield* candidates.filter(({ mistakes }) => mistakes.every(isPlainHash))
      for (const candidate of candidates) {
        if (level === 1 || candidate.mistakes.every(({ alone }) => alone !== true)) yield candidate
      }
      if (level === 1) {
        yield* laterChanges(search)
        yield* otherLanguages(search)
      }
      return
    case 2:
      yield* pairAttempts(search, candidates)
  }
}

/** The reference's own recipe, in each reading. */
function* plainAttempts({ texts, readings }: Search): Generator<undefined, readonly Attempt[]> {
  const attempts: Attempt[] = []
  for (const reading of readings) {
    const text = texts.textOf(REFERENCE, reading) ?? ''
    attempts.push({ mistakes: [], recipe: REFERENCE, reading, text })
    yield
  }
  return attempts
}

function* pairAttempts({ texts }: Search, candidates: readonly Candidate[]): Generator<Attempt> {
  for (const [first, second] of pairsOf(candidates)) {
    const recipe = { ...REFERENCE, ...first.change, ...second.change }
    const { reading } = first
    const mistakes = [...first.mistakes, ...second.mistakes]
    if (!first.changesText || !second.changesText) {
      yield { mistakes, recipe, reading, text: first.changesText ? first.text : second.text }
      continue
    }
    const text = texts.textOf(recipe, reading)
    // Where one mistake hides the other, it has been tried alone.
    if (text !== undefined && text !== first.text && text !== second.text) {
      yield { mistakes, recipe, reading, text }
    }
  }
}

const rowOfWriting = (id: MistakeId): Mistake[] => MISTAKES_OF_WRITING.filter((row) => row.id === id)

const isPlainHash = ({ id }: Mistake): boolean => id === 'plainHash'

/** The row of a hash without HMAC names SHA-512; another hash is a mistake of its own, so then the sentence names none. */
const inHash =
  (hash: HashName) =>
  (mistake: Mistake): Mistake =>
    hash === 'sha512' || !isPlainHash(mistake)
      ? mistake
      : { ...mistake, message: 'A plain hash was made, without HMAC.' }

/** The mistakes that are seen in a received text; another hash counts as one. */
const seenIn = ({ mistakes, hash }: ReceivedDigest): readonly Mistake[] => [
  ...(hash === 'sha512' ? [] : rowOfWriting(hash)),
  ...mistakes.flatMap(rowOfWriting),
]

/** Finds damage that cannot be undone by doing it to the right signature: a cut, or another letter case. */
const damagedSignature = (right: string, received: string): Mistake | null => {
  const { length } = received
  if (length >= MIN_CUT && length < right.length && !equalTexts(right.replace(/=+$/, ''), received)) {
    if (equalTexts(right.slice(0, length), received)) return rowOfWriting('cutOff')[0] ?? null
  }
  const cased = [right.toLowerCase(), right.toUpperCase()].some((text) => equalTexts(text, received))
  return cased ? (rowOfWriting('lowerCased')[0] ?? null) : null
}

/** Fewer characters could be a beginning by chance. */
const MIN_CUT = 16

/** Every single mistake with its text; yields after each text made. */
function* candidatesFor(
  { texts, keys }: Search,
  plain: readonly Attempt[],
): Generator<undefined, readonly Candidate[]> {
  const rows = [...MISTAKES, ...keys.slice(1).map(keyMistake), ...MISTAKES_IN_DIGEST]
  const candidates: Candidate[] = []
  for (const { reading, text: reference } of plain) {
    const isAscii = !/[\u0080-\uffff]/.test(reference)
    for (const [rank, mistake] of rows.entries()) {
      const known = new Set([reference])
      for (const change of mistake.changes) {
        const fields = Object.keys(change)
        const recipe = { ...REFERENCE, ...change }
        const shared = { mistakes: [mistake], change, fields, recipe, reading, rank }
        if (fields.every((field) => AFTER_THE_TEXT.has(field))) {
          const isNothing = change.bytes === 'lowBytes' && isAscii
          if (!isNothing) candidates.push({ ...shared, text: reference, changesText: false })
          continue
        }
        const text = texts.textOf(recipe, reading)
        yield
        if (text === undefined || known.has(text)) continue
        known.add(text)
        candidates.push({ ...shared, text, changesText: true })
      }
    }
  }
  return candidates
}

/** Pairs that change different things, the likeliest first. */
const pairsOf = (candidates: readonly Candidate[]): readonly (readonly [Candidate, Candidate])[] => {
  const able = candidates.filter(({ mistakes }) => mistakes.every(({ alone }) => alone !== true))
  const pairs = able.flatMap((first, at) =>
    able.slice(at + 1).flatMap((second) => (meet(first, second) ? [[first, second] as const] : [])),
  )
  return pairs.sort((left, right) => left[0].rank + left[1].rank - right[0].rank - right[1].rank)
}

const meet = (first: Candidate, second: Candidate): boolean =>
  first.reading === second.reading &&
  first.rank !== second.rank &&
  !first.fields.some((field) => second.fields.includes(field))
