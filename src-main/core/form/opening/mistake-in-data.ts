import { equalTexts } from '../../bytes/constant-time'
import type { JsonNode } from '../../json/node'
import { canonicalise } from '../../signature/canonical'
import { dialects } from '../../signature/dialects'
import { signatureOf } from '../../signature/sign'
import { decodedOnce, htmlEscaped, htmlUnescaped, jsonEscaped, mapTexts, withoutMember } from './rewrite'
import { shown } from './shown'
import { isSignedAs, MOST_TRIED } from './wrong-signature'
import type { WrongSignature } from './wrong-signature'

/** The string to sign was made from other values than those that arrived (contract 2.8); null where nothing fits. */
export function mistakeInData(wrong: WrongSignature): string | null {
  return damagedValues(wrong) ?? otherData(wrong)
}

/** The values arrived otherwise than they were signed. */
function damagedValues(wrong: WrongSignature): string | null {
  const { root, encoding } = wrong
  const fits = (changed: JsonNode): boolean => isSignedAs(wrong, changed)
  if (encoding !== 'json' && fits(mapTexts(root, spacesToPlus))) {
    return 'The signed values held +, which arrived as spaces. In a query and in form encoding write + as %2B.'
  }
  for (const { key, value } of encoding === 'json' ? [] : root.members.slice(0, MOST_TRIED)) {
    if (value.type !== 'string' || !value.value.includes(' ')) continue
    const members = root.members.map((member) =>
      member.key === key ? { key, value: mapTexts(value, spacesToPlus) } : member,
    )
    if (fits({ type: 'object', members })) {
      return `The signed value of ${shown(key)} held +, which arrived as a space. In a query and in form encoding write + as %2B.`
    }
  }
  const rewritings: readonly (readonly [says: string, rewrite: (text: string) => string])[] = [
    [
      'The values were percent-encoded before they were signed. Sign them as they are and encode them afterwards.',
      encodeURIComponent,
    ],
    [
      'The values were percent-encoded twice: %xx is still in them after decoding. Encode them once.',
      decodedOnce,
    ],
    ['The values arrived HTML-escaped (&amp; for &). Send what was signed.', htmlUnescaped],
    [
      'The values were HTML-escaped (&amp; for &) before they were signed. Sign them as they are.',
      htmlEscaped,
    ],
    [
      'The values were signed as they are escaped in JSON (\\/ or \\u00e9). Sign the characters themselves.',
      (text) => jsonEscaped(text, true),
    ],
    [
      'The values were signed with \\/ for every /, as in JSON. Sign the characters themselves.',
      (text) => text.replaceAll('/', '\\/'),
    ],
    [
      'Characters outside ASCII were signed as \\uXXXX, as in JSON. Sign the characters themselves.',
      (text) => jsonEscaped(text, false),
    ],
    [
      'The values were taken apart into base letters and marks (NFD) before they were signed.',
      (text) => text.normalize('NFD'),
    ],
    [
      'The values arrived taken apart into base letters and marks (NFD); send what was signed.',
      (text) => text.normalize('NFC'),
    ],
    [
      'Values that were not there are written as the word None or null, although an empty value was signed. Leave such parameters out, before signing too.',
      (text) => (text === 'None' || text === 'null' ? '' : text),
    ],
    ['Values were signed without the white space around them. Sign what is sent.', (text) => text.trim()],
  ]
  return rewritings.find(([, rewrite]) => fits(mapTexts(root, rewrite)))?.[0] ?? null
}

/** Something was signed that did not come along, or came along that was not signed. */
function otherData(wrong: WrongSignature): string | null {
  const { root, secret, crypto, received } = wrong
  const everything = canonicalise(root, dialects.REF, 'api')
  if (everything.ok && equalTexts(signatureOf(everything.text, secret, crypto), received)) {
    return 'frame_mode or names that start with _ were signed. Leave them out of the string to sign; the library adds them later.'
  }
  for (const { key, value } of root.members.slice(0, MOST_TRIED)) {
    // Empty values that were left out are told as such.
    const isEmpty = value.type === 'null' || (value.type === 'string' && value.value === '')
    if (key === 'signature' || isEmpty || !isSignedAs(wrong, withoutMember(root, key))) continue
    if (value.type === 'string' && value.value === '[object Object]') {
      return `${shown(key)} was added after signing: the library wrote an object as [object Object], as it does when it opens by GET. Open by POST, or sign and send JSON.stringify of it.`
    }
    if (value.type === 'string' && value.value === 'undefined') {
      return `${shown(key)} was not signed, but the library sent it as the word undefined. Leave the key out where there is no value.`
    }
    return `It fits when ${shown(key)} is left out: that parameter was added after signing. Sign after every parameter is set.`
  }
  return null
}

function spacesToPlus(text: string): string {
  return text.replaceAll(' ', '+')
}
