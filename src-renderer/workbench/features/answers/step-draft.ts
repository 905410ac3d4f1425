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

/** A kind of answer: its name, its fields in the form, and its word in the line of all answers. */
interface StepRow<Kind extends StepKind> {
  readonly label: string
  draftOf(step: StepOf<Kind>): Partial<StepDraft>
  /** The step that the fields describe; what cannot be read is left as the contract would refuse it. */
  read(draft: StepDraft, delay: { readonly delayMs: number; readonly errors: readonly StepError[] }): ReadStep
  /** Without its delay. */
  word(draft: StepDraft): string
  isWord(word: string): boolean
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
    word: ({ status }) => status.trim(),
    isWord: (word) => readStatus(word) !== null,
  },
  silence: {
    label: 'Never respond',
    draftOf: () => ({}),
    read: () => ({ step: { kind: 'silence' }, errors: [] }),
    word: () => 'never',
    isWord: (word) => /^never(?: (?:respond|answer))?$/.test(word),
  },
  reset: {
    label: 'Reset the connection',
    draftOf: ({ delayMs }) => ({ delay: delayText(delayMs) }),
    read: (_, { delayMs, errors }) => ({ step: { kind: 'reset', delayMs }, errors }),
    word: () => 'reset',
    isWord: (word) => word === 'reset',
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
    word: () => 'pass on',
    isWord: (word) => word === 'pass on' || word === 'forward',
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

export type ReadScript =
  | { readonly steps: readonly StepDraft[]; readonly error: null }
  | { readonly steps: null; readonly error: string }

/** The answers in a line that can be typed: `500, 500, 200`, `never`, `reset`, `pass on`, `200 after 12 s`. */
export function scriptText(steps: readonly StepDraft[]): string {
  return steps
    .map((step) => {
      const delayMs = HAS_DELAY.includes(step.kind) ? readDelay(step.delay) : 0
      const late = delayMs === null || delayMs === 0 ? '' : ` after ${delayText(delayMs)}`
      return `${STEPS[step.kind].word(step)}${late}`
    })
    .join(', ')
}

/** Kinds that can come late. */
const HAS_DELAY: readonly StepKind[] = ['reply', 'reset']

/**
 * Reads such a line. What it does not say, as the body of an answer or the address to pass on to, is copied from
 * `before`: from the answer in the same place where it is of the same kind.
 */
export function readScript(text: string, before: readonly StepDraft[]): ReadScript {
  const parts = text
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (parts.length === 0)
    return { steps: null, error: 'Enter at least one response, for example 500, 500, 200.' }
  const steps: StepDraft[] = []
  for (const [at, part] of parts.entries()) {
    const step = readPart(part, before, at)
    if (step === null) {
      return {
        steps: null,
        error: `“${part}” is not a response. Use a status from 200 to 599, never, reset or pass on. Add a delay as in 200 after 3 s.`,
      }
    }
    steps.push(step)
  }
  return { steps, error: null }
}

function readPart(part: string, before: readonly StepDraft[], at: number): StepDraft | null {
  const [, what = '', delay = ''] = /^(.+?)(?:\s+after\s+(.+))?$/i.exec(part) ?? []
  const delayMs = readDelay(delay)
  const kind = kindOf(what)
  if (kind === null || delayMs === null) return null
  if (delay !== '' && !HAS_DELAY.includes(kind)) return null
  const same = before[at]?.kind === kind ? before[at] : undefined
  const known = same ?? (kind === 'forward' ? before.find((step) => step.kind === kind) : undefined)
  const step = { ...(known ?? emptyStep(kind)), kind, delay: delayText(delayMs) }
  return kind === 'reply' ? { ...step, status: what } : step
}

function kindOf(what: string): StepKind | null {
  const word = what.toLowerCase().replaceAll(/\s+/g, ' ')
  return STEP_KINDS.find((kind) => STEPS[kind].isWord(word)) ?? null
}
