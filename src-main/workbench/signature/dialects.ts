import type { Result } from '../../protocol/methods'
import { boundedExplanation } from '../../lib/limits/bounded-text'
import { dialects } from '../../domain/signature/dialects'
import type { DialectVerdict, SignatureExplanation } from '../../domain/signature/explain'

type DialectRows = Result<'signature.explain'>['dialects']

/** Another text to compare with that is not a dialect: boolean words are read as booleans. */
const WORDS_READ = {
  dialect: 'REF_WORDS',
  name: 'Reference, boolean words read',
  explanation:
    'The words true and false are read as 1 and 0: URL builders write booleans as words although 1 and 0 were signed. The form accepts both.',
}

/** What every dialect makes of a message. The number of the first line that differs counts from 1. */
export function dialectRows({ dialects: all, booleanWords }: SignatureExplanation): DialectRows {
  const [reference] = all
  const expected = reference?.ok === true ? reference.lines : []
  const [first, ...others] = all.map((verdict) => {
    const { name, explanation } = dialects[verdict.dialect]
    return rowOf(verdict, { dialect: verdict.dialect, name, explanation }, expected)
  })
  return [
    ...(first === undefined ? [] : [first]),
    ...(booleanWords === undefined ? [] : [rowOf(booleanWords, WORDS_READ, expected)]),
    ...others,
  ]
}

function rowOf(
  verdict: DialectVerdict,
  named: { readonly dialect: string; readonly name: string; readonly explanation: string },
  reference: readonly string[],
): DialectRows[number] {
  if (!verdict.ok) return { ...named, matches: false, failure: verdict.failure }
  const { text, lines, signature, matches } = verdict
  const at = lines.findIndex((line, index) => line !== reference[index])
  return {
    ...named,
    matches,
    ...(at < 0 ? {} : { differsAt: at + 1 }),
    canonical: boundedExplanation(text),
    signature,
  }
}
