import { cutEvidence } from '#lib/limits/bounded-text'
import { LIMITS } from '#lib/limits/limit-table'
import { maskText } from '#domain/card/mask-text'
import { encodeBase64 } from '#lib/bytes/base64'
import { encodeUtf8 } from '#lib/bytes/utf8'

const hexadecimal = (code: number, digits: number): string =>
  code
    .toString(16)
    .padStart(digits, '0')
    .replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)

const CONTROLS: Readonly<Record<string, string>> = { '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't' }
const NAMED: Readonly<Record<string, string>> = { '"': 'quot', '&': 'amp', "'": 'apos', '<': 'lt', '>': 'gt' }

/** A pattern for all ways to write a character: as it is, in a URL, in JSON (even nested) or a script, or in a page. */
function writingsOf(character: string): string {
  const bytes = [...encodeUtf8(character)]
  const code = character.codePointAt(0) ?? 0
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
  const backslashes = String.raw`\\{1,8}`
  const ways = [
    String.raw`\\{0,8}${character.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)}`,
    bytes.map((byte) => `%(?:25){0,3}${hexadecimal(byte, 2)}`).join(''),
    bytes.map((byte) => `${backslashes}x${hexadecimal(byte, 2)}`).join(''),
    units.map((unit) => `${backslashes}u${hexadecimal(unit, 4)}`).join(''),
    String.raw`${backslashes}u\{0{0,5}${hexadecimal(code, 1)}\}`,
    `&(?:amp;){0,3}#(?:0{0,7}${code}|[xX]0{0,7}${hexadecimal(code, 1)});`,
  ]
  const control = CONTROLS[character]
  if (control !== undefined) ways.push(backslashes + control)
  const name = NAMED[character]
  if (name !== undefined) ways.push(`&(?:amp;){0,3}${name};`)
  // A form writes spaces as plus signs.
  if (character === ' ') ways.push(String.raw`\+`)
  return `(?:${ways.join('|')})`
}

const patternOfText = (text: string): string => Array.from(text, writingsOf).join('')

const BASE64_DIGIT = '[A-Za-z0-9+/_-]'

/** Pattern of bytes in base64 after `before` other bytes. Its first and last digits may share bits with neighbours. */
function base64PatternOf(bytes: Uint8Array, before: number): string {
  const digits = encodeBase64(Uint8Array.from([...new Uint8Array(before), ...bytes])).replaceAll('=', '')
  const isShared = (before + bytes.length) % 3 !== 0
  const own = digits.slice(Math.ceil((before * 8) / 6), isShared ? -1 : undefined)
  const ownDigits = Array.from(own, (digit) =>
    digit === '+' || digit === '/' ? `(?:${writingsOf(digit)}|[_-])` : digit,
  )
  return `${before === 0 ? '' : BASE64_DIGIT}${ownDigits.join('')}${isShared ? BASE64_DIGIT : ''}`
}

function patternOf(secret: string): string {
  const bytes = encodeUtf8(secret)
  const hex = Array.from(bytes, (byte) => hexadecimal(byte, 2)).join('')
  return [patternOfText(secret), ...[0, 1, 2].map((before) => base64PatternOf(bytes, before)), hex].join('|')
}

export const MASK = '•••'

/** Hides secrets in texts, in every encoding that messages use. */
export function createSecretMask(secrets: readonly string[]): (text: string) => string {
  // Longest first, because one secret may contain another.
  const sought = secrets.filter((secret) => secret !== '').toSorted((a, b) => b.length - a.length)
  if (sought.length === 0) return (text) => text
  const pattern = new RegExp(sought.map(patternOf).join('|'), 'g')
  return (text) => text.replaceAll(pattern, MASK)
}

/** A header field with credentials, and its continuation lines. */
const CREDENTIALS = /^((?:proxy-)?authorization|(?:set-)?cookie)[ \t]*:.*(?:\r?\n[ \t].*)*/gim

/** This much beyond a cut is masked too, as part of a secret would not match: at least the longest encoded secret. */
const CUT_CHARS = 8192

export type ReportMask = ReturnType<typeof createReportMask>

/** Hides card data, credentials, and the secrets of projects, tokens and variables. */
export function createReportMask(secrets: readonly string[]) {
  const hideSecrets = createSecretMask(secrets)
  const text = (shown: string): string => maskText(hideSecrets(shown)).text
  const head = (lines: string): string => text(lines.replaceAll(CREDENTIALS, `$1: ${MASK}`))
  const maskWhole = (message: string): string => {
    const end = message.indexOf('\n\n')
    return end < 0 ? head(message) : `${head(message.slice(0, end))}\n\n${text(message.slice(end + 2))}`
  }
  return {
    text,
    head,
    /** Masks a head, an empty line and a body, and cuts them to {@link LIMITS.scenarioEvidenceChars} characters. */
    message(message: string): string {
      const most = LIMITS.scenarioEvidenceChars + CUT_CHARS
      return message.length <= most
        ? cutEvidence(maskWhole(message))
        : cutEvidence(maskWhole(message.slice(0, most)).slice(0, -CUT_CHARS), false)
    },
  }
}
