import { z } from 'zod'
import { MAX_ANSWER_DELAY_MS } from '#protocol/answers'
import { assertNever } from '#lib/assert-never'
import type { ResponseStep } from '#domain/response-rule/response-rule'
import { parseSpan } from '#window/lib/time'

export const STEP_KINDS = ['reply', 'silence', 'reset', 'forward'] as const
export type StepKind = (typeof STEP_KINDS)[number]

/** One answer as it is typed. It keeps the fields of every kind, so that a change of the kind loses nothing. */
export const stepDraft = z.object({
  kind: z.enum(STEP_KINDS),
  status: z.string().catch('200'),
  /** A line a header: `Name: value`. */
  headers: z.string().catch(''),
  body: z.string().catch(''),
  /** `0 s`, `1.5 s`, `300 ms`; a bare number means seconds. */
  delay: z.string().catch(''),
  url: z.string().catch(''),
  appendPath: z.boolean().catch(false),
  verifyCertificate: z.boolean().catch(true),
})
export type StepDraft = Readonly<z.infer<typeof stepDraft>>

export interface StepError {
  readonly field: string
  readonly message: string
  readonly isEmpty: boolean
}

export const STEP_NAMES: Readonly<Record<StepKind, string>> = {
  reply: 'Response',
  silence: 'Never respond',
  reset: 'Reset the connection',
  forward: 'Pass on to a server',
}

export function emptyStep(kind: StepKind): StepDraft {
  return {
    kind,
    status: '200',
    headers: '',
    body: '',
    delay: '',
    url: '',
    appendPath: false,
    verifyCertificate: true,
  }
}

export function stepDraftOf(step: ResponseStep): StepDraft {
  const draft = emptyStep(step.kind)
  switch (step.kind) {
    case 'reply':
      return {
        ...draft,
        status: String(step.status),
        headers: step.headers.map(([name, value]) => `${name}: ${value}`).join('\n'),
        body: step.body,
        delay: delayText(step.delayMs),
      }
    case 'silence':
      return draft
    case 'reset':
      return { ...draft, delay: delayText(step.delayMs) }
    case 'forward': {
      const { url, appendPath, verifyCertificate } = step
      return { ...draft, url, appendPath, verifyCertificate }
    }
    default:
      return assertNever(step)
  }
}

/** The step with what cannot be read as the contract would refuse it, and why, in words for the tester. */
export function readStep(draft: StepDraft): {
  readonly step: ResponseStep
  readonly errors: readonly StepError[]
} {
  const delayMs = readDelay(draft.delay)
  const delayErrors = delayMs === null ? [error('delay', 'Enter a time such as 1.5 s or 300 ms.')] : []
  const tooLong =
    delayMs !== null && delayMs > MAX_ANSWER_DELAY_MS
      ? [error('delay', `The delay is too long. Enter at most ${String(MAX_ANSWER_DELAY_MS / 1000)} s.`)]
      : []
  const delay = [...delayErrors, ...tooLong].map((one) => ({ ...one, field: 'delayMs' }))
  switch (draft.kind) {
    case 'reply': {
      const status = readStatus(draft.status)
      const headers = readHeaders(draft.headers)
      return {
        step: {
          kind: 'reply',
          status: status ?? 0,
          headers: headers.pairs,
          body: draft.body,
          delayMs: delayMs ?? -1,
        },
        errors: [
          ...(status === null ? [error('status', 'Enter a status from 200 to 599.')] : []),
          ...headers.odd.map((line) =>
            error(
              'headers',
              `Header line ${String(line)} has no name before a colon. Write it as Name: value.`,
            ),
          ),
          ...delay,
        ],
      }
    }
    case 'silence':
      return { step: { kind: 'silence' }, errors: [] }
    case 'reset':
      return { step: { kind: 'reset', delayMs: delayMs ?? -1 }, errors: delay }
    case 'forward': {
      const { appendPath, verifyCertificate } = draft
      const url = draft.url.trim()
      const missing =
        url === '' ? [{ ...error('url', 'Enter the address of your server.'), isEmpty: true }] : []
      return { step: { kind: 'forward', url, appendPath, verifyCertificate }, errors: missing }
    }
    default:
      return assertNever(draft.kind)
  }
}

/** A status of an answer that ends a request; null where the text is none. */
export function readStatus(text: string): number | null {
  const status = Number(text.trim())
  return /^\s*\d{3}\s*$/.test(text) && status >= 200 && status <= 599 ? status : null
}

/** Whole milliseconds; nothing typed means at once; null where the text is not a time. */
export function readDelay(text: string): number | null {
  const trimmed = text.trim()
  if (trimmed === '') return 0
  return /^\d+(?:\.\d+)?$/.test(trimmed) ? Math.round(Number(trimmed) * 1000) : parseSpan(trimmed)
}

export function delayText(ms: number): string {
  if (ms === 0) return ''
  return ms < 1000 ? `${String(ms)} ms` : `${String(ms / 1000)} s`
}

function readHeaders(text: string): {
  readonly pairs: readonly (readonly [string, string])[]
  readonly odd: readonly number[]
} {
  const lines = text.split(/\r?\n/).map((line, index) => ({ line: line.trim(), number: index + 1 }))
  const written = lines.filter(({ line }) => line !== '')
  return {
    pairs: written.flatMap(({ line }) => {
      const colon = line.indexOf(':')
      return colon < 1 ? [] : [[line.slice(0, colon).trimEnd(), line.slice(colon + 1).trim()] as const]
    }),
    odd: written.filter(({ line }) => line.indexOf(':') < 1).map(({ number }) => number),
  }
}

const error = (field: string, message: string): StepError => ({ field, message, isEmpty: false })
