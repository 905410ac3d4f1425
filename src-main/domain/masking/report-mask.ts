import { cutEvidence } from '#lib/limits/bounded-text'
import { LIMITS } from '#lib/limits/limit-table'
import { maskText } from '#domain/card/mask-text'
import { bytesOf, readingsOf } from './encoded-text'

/** Written instead of what is hidden. */
export const MASK = '•••'

/**
 * Makes a function that hides secrets in texts, however a message encodes them: see {@link readingsOf}. Other texts stay
 * as they are. Secrets are compared as UTF-8.
 */
export function createSecretMask(secrets: readonly string[]): (text: string) => string {
  // A form writes spaces as plus signs.
  const sought = new Set(secrets.flatMap((secret) => [secret, secret.replaceAll(' ', '+')]).map(bytesOf))
  sought.delete('')
  if (sought.size === 0) return (text) => text
  const least = Math.min(...[...sought].map(({ length }) => length))
  return (text) => {
    const spans: Span[] = []
    for (const { bytes, starts, ends } of readingsOf(text, least)) {
      for (const secret of sought) {
        for (let at = bytes.indexOf(secret); at >= 0; at = bytes.indexOf(secret, at + secret.length))
          spans.push({ start: starts[at] ?? 0, end: ends[at + secret.length - 1] ?? 0 })
      }
    }
    return hidden(text, spans)
  }
}

interface Span {
  readonly start: number
  readonly end: number
}

function hidden(text: string, spans: readonly Span[]): string {
  const parts: string[] = []
  let done = 0
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (start >= done && end > start) parts.push(text.slice(done, start), MASK)
    done = Math.max(done, end)
  }
  return parts.join('') + text.slice(done)
}

/** Hides what no report may show: secrets, card data and credentials. */
export interface ReportMask {
  /** A sentence, a value, an address or a body. */
  readonly text: (text: string) => string
  /** A start line and fields, one a line. */
  readonly head: (head: string) => string
  /** A head, an empty line and a body: at most {@link LIMITS.scenarioEvidenceChars} characters; a longer one says that it was cut. */
  readonly message: (message: string) => string
}

/** A field that holds credentials, with the lines that continue it. */
const CREDENTIALS = /^((?:proxy-)?authorization|(?:set-)?cookie)[ \t]*:.*(?:\r?\n[ \t].*)*/gim

/** Most characters that an encoded secret may take: what is hidden at a cut must be known as a whole. */
const CUT_CHARS = 8192

/** @param secrets what is hidden besides card data and credentials: secrets of projects, tokens, variables */
export function createReportMask(secrets: readonly string[]): ReportMask {
  const hideSecrets = createSecretMask(secrets)
  const text: ReportMask['text'] = (shown) => maskText(hideSecrets(shown)).text
  const head: ReportMask['head'] = (lines) => text(lines.replaceAll(CREDENTIALS, `$1: ${MASK}`))
  const whole = (message: string): string => {
    const end = message.indexOf('\n\n')
    return end < 0 ? head(message) : `${head(message.slice(0, end))}\n\n${text(message.slice(end + 2))}`
  }
  return {
    text,
    head,
    message(message) {
      const most = LIMITS.scenarioEvidenceChars + CUT_CHARS
      return message.length <= most
        ? cutEvidence(whole(message))
        : cutEvidence(whole(message.slice(0, most)).slice(0, -CUT_CHARS), false)
    },
  }
}
