import { equalTexts } from '#lib/bytes/constant-time'
import type { Steps } from '#lib/steps'
import { holdsBooleanWord, withBooleanWords } from './boolean-words'
import { canonicalise, type Canonical } from './canonical'
import { dialects, hasQuirk, type Dialect, type DialectId } from './dialects'
import { findSignature, lastSignature, type SignaturePlace } from './place'
import { signatureOf } from './sign'
import type { Verification } from './verify'

/** The text and signature of one dialect, and whether that signature is the one received. */
export type DialectVerdict =
  | {
      readonly ok: true
      readonly dialect: DialectId
      readonly text: string
      readonly lines: readonly string[]
      readonly signature: string
      readonly matches: boolean
    }
  | { readonly ok: false; readonly dialect: DialectId; readonly failure: string; readonly matches: false }

export interface SignatureExplanation {
  /** `booleanWords`: a form's signature matches only with boolean words read as booleans (contract 2.6). */
  readonly reading: 'asReceived' | 'booleanWords'
  /** The reference's string to sign in that reading. */
  readonly canonical: Canonical
  /** The reference's signature in that reading; undefined without a string to sign. */
  readonly expected: string | undefined
  readonly received: string | undefined
  readonly place: SignaturePlace | undefined
  /** In the order of {@link dialects}, the reference first. */
  readonly dialects: readonly DialectVerdict[]
  /** The reference with boolean words read as booleans; undefined unless that changes a form's string to sign. */
  readonly booleanWords: DialectVerdict | undefined
}

/** A message whose signature is to be explained, and the secret of its project. */
export type SignatureQuestion = Omit<Verification, 'lenient'>

/** Explains a signature: the reference's text and digest, and those of each dialect. Each step is one dialect. */
export function* explaining({
  root,
  secret,
  crypto,
  surface,
  place,
}: SignatureQuestion): Steps<SignatureExplanation> {
  const received = findSignature(root, place)

  const receivedBy = (dialect: Dialect): string | undefined =>
    surface === 'callback' && hasQuirk(dialect, 'readsLastSignature') ? lastSignature(root) : received?.text

  const verdictOf = (dialect: Dialect, canonical: Canonical): DialectVerdict => {
    const { id } = dialect
    if (!canonical.ok) return { ok: false, dialect: id, failure: canonical.failure, matches: false }
    const signature = signatureOf(canonical.text, secret, crypto)
    const matches = equalTexts(signature, receivedBy(dialect) ?? '')
    const lines = canonical.lines.map(({ line }) => line)
    return { ok: true, dialect: id, text: canonical.text, lines, signature, matches }
  }

  const canonical = canonicalise(root, dialects.REF, surface)
  const reference = verdictOf(dialects.REF, canonical)
  yield
  const read =
    surface === 'form' && holdsBooleanWord(root)
      ? canonicalise(withBooleanWords(root), dialects.REF, surface)
      : undefined
  const differs = read?.ok === true && canonical.ok && read.text !== canonical.text
  const booleanWords = read !== undefined && differs ? verdictOf(dialects.REF, read) : undefined
  const isReadWithBooleans = !reference.matches && booleanWords?.matches === true
  const decisive = isReadWithBooleans ? booleanWords : reference
  const verdicts = [reference]
  for (const dialect of Object.values(dialects)) {
    if (dialect.id === 'REF') continue
    yield
    verdicts.push(verdictOf(dialect, canonicalise(root, dialect, surface)))
  }
  return {
    reading: isReadWithBooleans ? 'booleanWords' : 'asReceived',
    canonical: isReadWithBooleans && read !== undefined ? read : canonical,
    expected: decisive.ok ? decisive.signature : undefined,
    received: received?.text,
    place: received?.place,
    dialects: verdicts,
    booleanWords,
  }
}
