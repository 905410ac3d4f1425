import { z } from 'zod'
import { MAX_RESPONSE_DELAY_MS, type ResponseStep } from '#domain/response-rule/response-rule'
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

type StepOf<Kind extends StepKind> = Extract<ResponseStep, { readonly kind: Kind }>

interface ReadStep {
  readonly step: ResponseStep
  readonly errors: readonly StepError[]
}

/** A kind of answer: its name, and its fields in the form. */
interface StepRow<Kind extends StepKind> {
  readonly label: string
  draftOf(step: StepOf<Kind>): Partial<StepDraft>
  /** The step that the fields describe; what cannot be read is left as the contract would refuse it. */
  read(draft: StepDraft, delay: { readonly delayMs: number; readonly errors: readonly StepError[] }): ReadStep
}

const STEPS: { readonly [Kind in StepKind]: StepRow<Kind> } = {
  reply: {
    label: 'Response',
    draftOf: ({ status, headers, body, delayMs }) => ({
      status: String(status),
      headers: headers.map(([name, value]) => `${name}: ${value}`).join('\n'),
      body,
      delay: delayText(delayMs),
    }),
    read({ status: typed, headers: lines, body }, { delayMs, errors }) {
      const status = readStatus(typed)
      const { pairs, odd } = readHeaders(lines)
      return {
        step: { kind: 'reply', status: status ?? 0, headers: pairs, body, delayMs },
        errors: [
          ...(status === null ? [error('status', 'Enter a status from 200 to 599.')] : []),
          ...odd.map((line) =>
            error(
              'headers',
              `Header line ${String(line)} has no name before a colon. Write it as Name: value.`,
            ),
          ),
          ...errors,
        ],
      }
    },
  },
  silence: {
    label: 'Never respond',
    draftOf: () => ({}),
    read: () => ({ step: { kind: 'silence' }, errors: [] }),
  },
  reset: {
    label: 'Reset the connection',
    draftOf: ({ delayMs }) => ({ delay: delayText(delayMs) }),
    read: (_, { delayMs, errors }) => ({ step: { kind: 'reset', delayMs }, errors }),
  },
  forward: {
    label: 'Pass on to a server',
    draftOf: ({ kind: _, ...fields }) => fields,
    read({ url: typed, appendPath, verifyCertificate }) {
      const url = typed.trim()
      const missing = { ...error('url', 'Enter the address of your server.'), isEmpty: true }
      return {
        step: { kind: 'forward', url, appendPath, verifyCertificate },
        errors: url === '' ? [missing] : [],
      }
    },
  },
}

/** The kinds to choose from, with their names. */
export const STEP_OPTIONS = STEP_KINDS.map((value) => ({ value, label: STEPS[value].label }))

const draftOfKind = <Kind extends StepKind>(kind: Kind, step: StepOf<Kind>): Partial<StepDraft> =>
  STEPS[kind].draftOf(step)

export function stepDraftOf(step: ResponseStep): StepDraft {
  return { ...emptyStep(step.kind), ...draftOfKind(step.kind, step) }
}

/** The step with what cannot be read as the contract would refuse it, and why, in words for the tester. */
export function readStep(draft: StepDraft): ReadStep {
  const delayMs = readDelay(draft.delay)
  const wrong =
    delayMs === null
      ? 'Enter a time such as 1.5 s or 300 ms.'
      : delayMs > MAX_RESPONSE_DELAY_MS
        ? `The delay is too long. Enter at most ${String(MAX_RESPONSE_DELAY_MS / 1000)} s.`
        : null
  const errors = wrong === null ? [] : [error('delayMs', wrong)]
  return STEPS[draft.kind].read(draft, { delayMs: delayMs ?? -1, errors })
}

/** A status of an answer that ends a request; null where the text is none. */
function readStatus(text: string): number | null {
  const status = Number(text.trim())
  return /^\s*\d{3}\s*$/.test(text) && status >= 200 && status <= 599 ? status : null
}

/** Whole milliseconds; nothing typed means at once; null where the text is not a time. */
function readDelay(text: string): number | null {
  const trimmed = text.trim()
  if (trimmed === '') return 0
  return /^\d+(?:\.\d+)?$/.test(trimmed) ? Math.round(Number(trimmed) * 1000) : parseSpan(trimmed)
}

function delayText(ms: number): string {
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
