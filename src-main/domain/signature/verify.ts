import { equalTexts } from '#lib/bytes/constant-time'
import type { JsonNode } from '#lib/json/node'
import { holdsBooleanWord, withBooleanWords } from './boolean-words'
import { doAllSteps, type Steps } from '#lib/steps'
import { canonicalise } from './canonical'
import type { Surface } from './recipe'
import { dialects, type DialectId } from './dialects'
import { findSignature, type SignaturePlace } from './place'
import { signatureOf } from './sign'
import type { SignatureCrypto } from './crypto'

export interface Verification {
  readonly root: JsonNode
  readonly secret: string
  readonly crypto: SignatureCrypto
  readonly surface: Surface
  /** Also accepts the texts of the JavaScript and Python SDKs (a project switch). */
  readonly lenient: boolean
  /** Required place of the signature; default: wherever readers look for it (contract 2.1). */
  readonly place?: SignaturePlace | undefined
}

export type Verdict =
  | {
      readonly state: 'valid'
      readonly dialect: DialectId
      /** Whether the signature matches only with `true` and `false` read as booleans (forms only). */
      readonly booleanWords: boolean
      readonly place: SignaturePlace
    }
  | {
      readonly state: 'invalid'
      readonly expected: string
      readonly received: string
      readonly place: SignaturePlace
    }
  | { readonly state: 'missing' }
  | { readonly state: 'empty'; readonly place: SignaturePlace }

interface Reading {
  readonly dialect: DialectId
  readonly booleanWords: boolean
}

const readingsFor = (surface: Surface, lenient: boolean): readonly Reading[] => [
  ...(surface === 'form' ? [{ dialect: 'REF', booleanWords: true } as const] : []),
  ...(lenient ? (['JS', 'PY'] as const).map((dialect) => ({ dialect, booleanWords: false })) : []),
]

/** Compares in constant time with the reference, on forms also with boolean words, if lenient also with two SDKs. */
export const verifySignature = (verification: Verification): Verdict => doAllSteps(verifying(verification))

/** {@link verifySignature} in steps of one string to sign. */
export function* verifying({
  root,
  secret,
  crypto,
  surface,
  lenient,
  place: wanted,
}: Verification): Steps<Verdict> {
  const received = findSignature(root, wanted)
  if (received === undefined) return { state: 'missing' }
  const { place, text } = received
  if (text === '') return { state: 'empty', place }

  const signatureBy = ({ dialect, booleanWords }: Reading): string => {
    const canonical = canonicalise(booleanWords ? withBooleanWords(root) : root, dialects[dialect], surface)
    return canonical.ok ? signatureOf(canonical.text, secret, crypto) : ''
  }

  const expected = signatureBy({ dialect: 'REF', booleanWords: false })
  if (equalTexts(expected, text)) return { state: 'valid', dialect: 'REF', booleanWords: false, place }
  for (const reading of readingsFor(surface, lenient)) {
    if (reading.booleanWords && !holdsBooleanWord(root)) continue
    yield
    if (equalTexts(signatureBy(reading), text)) return { state: 'valid', ...reading, place }
  }
  return { state: 'invalid', expected, received: text, place }
}
