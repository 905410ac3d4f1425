import { equalTexts } from '../../bytes/constant-time'
import { toPlain } from '../../json/node'
import type { JsonObject } from '../../json/node'
import { canonicalise } from '../../signature/canonical'
import type { CanonicalLine } from '../../signature/canonical'
import { dialects } from '../../signature/dialects'
import { compareNatural } from '../../signature/natural-order'
import { signatureOf } from '../../signature/sign'
import { mapBooleans, mapNulls, withoutMember } from './rewrite'
import { isSignedAs } from './wrong-signature'
import type { WrongSignature } from './wrong-signature'

/** The data was right, but the string to sign was put together in another way (contract 2.5, 2.8); null where nothing fits. */
export function mistakeInText(
  wrong: WrongSignature,
  text: string,
  lines: readonly CanonicalLine[],
): string | null {
  const { root, secret, crypto, received } = wrong
  const inOrder = linesAsGiven(root)
  const fits = (candidate: string): boolean => equalTexts(signatureOf(candidate, secret, crypto), received)
  const joined = (
    parts: readonly CanonicalLine[],
    tell: (line: CanonicalLine) => string,
    joiner = ';',
  ): string => parts.map(tell).join(joiner)
  const whole = ({ line }: CanonicalLine): string => line
  const candidates: readonly (readonly [says: string, candidate: string])[] = [
    ['The string to sign ends with ;. Put ; between the lines only.', `${text};`],
    ['The lines were joined with a line feed. Join them with ;.', joined(lines, whole, '\n')],
    ['The lines were joined with &. Join them with ;.', joined(lines, whole, '&')],
    ['The lines were joined with nothing between them. Join them with ;.', joined(lines, whole, '')],
    [
      'The lines were not sorted. Sort them by their names in natural order before joining.',
      joined(inOrder, whole),
    ],
    ['Only the values were signed. Every line is name:value.', joined(lines, ({ value }) => value)],
    [
      'The names were joined to the values with =. Every line is name:value.',
      joined(lines, ({ path, value }) => `${path}=${value}`),
    ],
    [
      'Parameters with an empty value were left out. An empty value stays as a line that ends with its colon.',
      joined(
        lines.filter(({ value }) => value !== ''),
        whole,
      ),
    ],
    [
      'A nested name was joined with a point. Join names with :.',
      joined(lines, ({ path, value }) => `${path.replaceAll(':', '.')}:${value}`),
    ],
    [
      'Names were signed without those around them. Write the whole path: recurring:type:U, not type:U.',
      joined(
        [...lines].map(withoutPath).sort((a, b) => compareNatural(a.path, b.path)),
        whole,
      ),
    ],
    [
      'The string to sign held an empty signature. Leave the signature out.',
      joined(withLine(lines, 'signature'), whole),
    ],
    [
      'The JSON text itself was signed. Sign the sorted lines name:value.',
      JSON.stringify(toPlain(withoutMember(root, 'signature'))),
    ],
  ]
  const found = candidates.find(([, candidate]) => candidate !== text && fits(candidate))?.[0]
  if (found !== undefined) return found
  for (const [yes, no, says] of [
    ['true', 'false', 'true and false'],
    ['True', 'False', 'True and False'],
    ['1', '', '1 and nothing'],
  ] as const) {
    if (isSignedAs(wrong, mapBooleans(root, yes, no))) {
      return `Booleans were signed as ${says}. Sign 1 for true and 0 for false.`
    }
  }
  for (const word of ['null', 'None']) {
    if (isSignedAs(wrong, mapNulls(root, word))) {
      return `null was signed as the word ${word}. Sign nothing behind the colon, or leave the parameter out.`
    }
  }
  for (const { id, name, explanation } of Object.values(dialects)) {
    const canonical = canonicalise(root, dialects[id], 'form')
    if (canonical.ok && fits(canonical.text)) {
      return `It was made the way of ${name}: ${explanation} Sign as the reference does, or switch "Lenient signatures" on if it is an SDK.`
    }
  }
  return null
}

function withoutPath({ path, value }: CanonicalLine): CanonicalLine {
  const name = path.slice(path.lastIndexOf(':') + 1)
  return { path: name, value, line: `${name}:${value}` }
}

/** The lines in the order in which the parameters came. */
function linesAsGiven(root: JsonObject): readonly CanonicalLine[] {
  return root.members.flatMap((member) => {
    const canonical = canonicalise({ type: 'object', members: [member] }, dialects.REF, 'form')
    return canonical.ok ? canonical.lines : []
  })
}

/** The sorted lines with one more at its place. */
function withLine(lines: readonly CanonicalLine[], path: string): readonly CanonicalLine[] {
  const at = lines.findIndex((line) => compareNatural(line.path, path) > 0)
  const place = at < 0 ? lines.length : at
  return [...lines.slice(0, place), { path, value: '', line: `${path}:` }, ...lines.slice(place)]
}
