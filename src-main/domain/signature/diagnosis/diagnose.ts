import { doAllSteps, type Steps } from '#lib/steps'
import { hasMoreValues } from '#lib/json/parse'
import type { JsonNode } from '#lib/json/node'
import { quotedText } from '#lib/limits/bounded-text'
import { LIMITS } from '#lib/limits/limit-table'
import { pick } from '#lib/members'
import { holdsBooleanWord, withBooleanWords } from '#domain/signature/boolean-words'
import { canonicalise } from '#domain/signature/canonical'
import { REFERENCE } from '#domain/signature/recipe'
import type { DiagnosticCrypto } from '#domain/signature/crypto'
import { dialects } from '#domain/signature/dialects'
import { type Verification, verifying } from '#domain/signature/verify'
import { OBJECT_WORD } from './language-texts'
import { wrongKeys, type OtherSecret } from './mistakes-in-digest'
import { searching, type Found } from './search'
import { createSignedTexts } from './signed-texts'
import type { Mistake } from './mistake'

export interface DiagnosisRequest extends Verification {
  /** The original JSON text, for merchants who sign it; undefined for forms that are not JSON. */
  readonly bodyText?: string | undefined
  readonly encoding: 'json' | 'query' | 'form'
  readonly otherSecrets: readonly OtherSecret[]
  /** Whether the strings that the JavaScript and Python SDKs sign are accepted instead of reported as mistakes. */
  readonly lenient: boolean
  readonly crypto: DiagnosticCrypto
  /** Maximum number of signatures to compute for a string of that length; see {@link triesWithin}. */
  readonly maxTries: (textLength: number) => number
}

/** Result of the search for mistakes (contract 2.8). */
export type Diagnosis =
  | { readonly state: 'right' }
  /** Every explanation yields exactly the received signature; the likeliest comes first. */
  | {
      readonly state: 'explained'
      readonly explanations: readonly [Explanation, ...Explanation[]]
      readonly tries: number
      readonly complete: boolean
    }
  /** No known mistake fits. `complete` false: the search ended before everything was tried. */
  | {
      readonly state: 'unexplained'
      readonly message: string
      readonly fix: string
      readonly tries: number
      readonly complete: boolean
    }
  | { readonly state: 'unreadable'; readonly message: string; readonly fix: string }

/** Enough for every pair of mistakes in any message. */
const ALL_TRIES = 100_000

/** How many tries for a text keep within `totalBytes` of hashing. 100 MB take about half a second. */
export const triesWithin =
  (totalBytes: number) =>
  (textLength: number): number =>
    Math.min(ALL_TRIES, Math.floor(totalBytes / Math.max(textLength, 512)))

/** A line or two for the response to the merchant; null if nothing is wrong. */
export const shortVerdict = (diagnosis: Diagnosis): string | null => {
  switch (diagnosis.state) {
    case 'right':
      return null
    case 'explained': {
      const [{ message, fix }, ...others] = diagnosis.explanations
      const names = others.slice(0, 3).map(({ mistakes }) => mistakes.map(({ name }) => name).join(' with '))
      return `${message} ${fix}${names.length === 0 ? '' : ` Other mistakes with the same result: ${names.join('; ')}.`}`
    }
    case 'unexplained':
    case 'unreadable':
      return `${diagnosis.message} ${diagnosis.fix}`
  }
}

/** Bytes to hash: about a tenth of a second, most of it spent on making the strings to sign. */
const HASHED_AT_ONCE = 2_000_000

/** Runs {@link diagnosing} for a tenth of a second, but not on more than {@link LIMITS.valuesSearchedAtOnce} values. */
export const diagnoseAtOnce = (request: Omit<DiagnosisRequest, 'maxTries'>): Diagnosis =>
  hasMoreValues(request.root, LIMITS.valuesSearchedAtOnce)
    ? NOT_YET
    : doAllSteps(diagnosing({ ...request, maxTries: triesWithin(HASHED_AT_ONCE) }))

const NOT_YET: Diagnosis = {
  state: 'unexplained',
  message: 'The message has too many values to search for the mistake before responding.',
  fix: 'The Traffic page of Paybench shows what was found afterwards.',
  tries: 0,
  complete: false,
}

/** Searches for the mistake of a wrong signature (contract 2.8); each step makes one text or one signature. */
export function* diagnosing(request: DiagnosisRequest): Steps<Diagnosis> {
  const { root, surface, secret, crypto, lenient, place: required } = request
  const verdict = yield* verifying({ root, secret, crypto, surface, lenient, place: required })
  if (verdict.state === 'valid') return { state: 'right' }
  if (verdict.state === 'missing') {
    return {
      state: 'unreadable',
      message: 'There is no signature in the message.',
      fix: 'Put it at the top level, or into general for API requests, after everything else is set.',
    }
  }
  if (verdict.state === 'empty') {
    return {
      state: 'unreadable',
      message: 'The signature is empty.',
      fix: 'Compute it after every other value is set, and send it.',
    }
  }
  yield
  const canonical = canonicalise(root, dialects.REF, surface)
  yield
  if (!canonical.ok) return { state: 'unreadable', message: canonical.failure, fix: 'Send less.' }
  // Some mistakes also sign what the reference omits, such as a `signature` that is an object: the limits
  // apply to that too.
  const everything = canonicalise(root, NOTHING_LEFT_OUT, surface)
  yield
  if (!everything.ok) return { state: 'unreadable', message: everything.failure, fix: 'Send less.' }
  const { received } = verdict

  // Forms accept boolean words as booleans too (contract 2.6).
  const readings = surface === 'form' && holdsBooleanWord(root) ? [root, withBooleanWords(root)] : [root]
  const { found, tries, complete } = yield* searching({
    readings: readings.map((reading) =>
      createSignedTexts({
        root: reading,
        surface,
        place: verdict.place,
        bodyText: request.bodyText,
        isFormEncoded: request.encoding !== 'json',
      }),
    ),
    secret,
    wrongKeys: wrongKeys(root, secret, request.otherSecrets),
    crypto,
    received,
    maxTries: request.maxTries(Math.max(canonical.text.length, everything.text.length)),
  })
  const [first, ...others] = found.map(explanationOf)
  return first === undefined
    ? { state: 'unexplained', ...unexplainedAdvice(received, complete, objectWordIn(root)), tries, complete }
    : { state: 'explained', explanations: [first, ...others], tries, complete }
}

const NOTHING_LEFT_OUT = { ...dialects.REF, change: { signs: () => true } }

/** The first parameter that arrived as `[object Object]`, so that its signed contents are lost. */
const objectWordIn = (root: JsonNode): string | null => {
  const members = root.type === 'object' ? root.members : []
  return members.find(({ value }) => value.type === 'string' && value.value === OBJECT_WORD)?.key ?? null
}

const RIGHT_LENGTH = 88

const unexplainedAdvice = (
  received: string,
  complete: boolean,
  objectWord: string | null,
): { readonly message: string; readonly fix: string } => {
  const { length } = received
  if (length !== RIGHT_LENGTH) {
    return {
      message: `It has ${String(length)} characters; the base64 of HMAC-SHA-512 always has 88 and ends with ==.`,
      fix: 'Make the HMAC with SHA-512 and encode its 64 raw bytes as base64.',
    }
  }
  if (objectWord !== null) {
    return {
      message: `${quotedText(objectWord)} arrived as [object Object], which JavaScript writes for any object: its contents, which were signed, are lost.`,
      fix: 'Send JSON.stringify of it and sign that text, or open the form by POST with JSON.',
    }
  }
  return {
    message: complete
      ? 'No known mistake, and no two of them together, produce this signature from this data and secret.'
      : 'None of the mistakes tried produces this signature from this data and secret; the search was cut short.',
    fix: 'Check that the secret is that of this project, that every value was set before signing, and that nothing changed in transit; then compare the string to sign line by line.',
  }
}

interface Explanation {
  readonly mistakes: readonly Pick<Mistake, 'id' | 'stage' | 'name' | 'message' | 'fix' | 'topics'>[]
  readonly message: string
  readonly fix: string
  /** The string that was signed in this case. */
  readonly text: string
  readonly lines: readonly string[]
  /** Where that string first differs from the reference's; null if it does not. */
  readonly difference: Difference | null
}

/** Two lines; `number` counts from 1. A line is null if its string has no line with that number. */
interface Difference {
  readonly number: number
  readonly ours: string | null
  readonly theirs: string | null
}

const explanationOf = ({ mistakes, texts, recipe, text }: Found): Explanation => {
  const lines = texts.linesOf(recipe)
  return {
    mistakes: mistakes.map((mistake) => pick(mistake, 'id', 'stage', 'name', 'message', 'fix', 'topics')),
    message: mistakes.map(({ message }) => message).join(' '),
    fix: [...new Set(mistakes.map(({ fix }) => fix))].join(' '),
    text,
    lines,
    difference: firstDifference(texts.linesOf(REFERENCE), lines, text),
  }
}

const firstDifference = (
  reference: readonly string[],
  lines: readonly string[],
  text: string,
): Difference | null => {
  const ours = reference.join(';')
  if (ours === text) return null
  const at = Array.from({ length: Math.max(reference.length, lines.length) }, (_, index) => index).find(
    (index) => reference[index] !== lines[index],
  )
  if (at !== undefined) return { number: at + 1, ours: reference[at] ?? null, theirs: lines[at] ?? null }
  return joiningDifference(reference, text)
}

/** For strings with the same lines: they differ between or after the lines. */
const joiningDifference = (reference: readonly string[], text: string): Difference => {
  const [first = '', second = ''] = reference
  const last = reference.at(-1) ?? ''
  const between = reference.length < 2 ? ';' : text.slice(first.length, text.indexOf(second, first.length))
  return between === ';'
    ? { number: reference.length, ours: last, theirs: `${last};` }
    : { number: 1, ours: `${first};`, theirs: `${first}${between}` }
}
