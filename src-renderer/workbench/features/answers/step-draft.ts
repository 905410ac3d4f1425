import { z } from 'zod'
import { MAX_RESPONSE_DELAY_MS, type ResponseStep } from '#domain/response-rule/response-rule'
import type { FieldError } from '#window/features/rules/rule-family'
import { headersText } from '#window/message-view/wire'
import { delayText, readDelay } from '#window/features/rules/delay'

/** A response as typed, with the fields of every kind, so that changing the kind loses nothing. */
export const stepDraft = z.object({
  kind: z.enum(['reply', 'silence', 'reset', 'forward']),
  status: z.string().catch('200'),
  /** One `Name: value` per line. */
  headers: z.string().catch(''),
  body: z.string().catch(''),
  /** `0 s`, `1.5 s`, `300 ms`; a bare number means seconds. */
  delay: z.string().catch(''),
  url: z.string().catch(''),
  appendPath: z.boolean().catch(false),
  verifyCertificate: z.boolean().catch(true),
})
export type StepDraft = Readonly<z.infer<typeof stepDraft>>
type StepKind = StepDraft['kind']

export const emptyStep = (kind: StepKind): StepDraft => stepDraft.parse({ kind })

export const STEP_OPTIONS = [
  { value: 'reply', label: 'Response' },
  { value: 'silence', label: 'Never respond' },
  { value: 'reset', label: 'Reset the connection' },
  { value: 'forward', label: 'Pass on to a server' },
] as const satisfies readonly { readonly value: StepKind; readonly label: string }[]

export const stepDraftOf = (step: ResponseStep): StepDraft => ({
  ...emptyStep(step.kind),
  ...(step.kind === 'forward' ? step : {}),
  ...(step.kind === 'reply'
    ? { status: String(step.status), headers: headersText(step.headers), body: step.body }
    : {}),
  ...('delayMs' in step ? { delay: delayText(step.delayMs) } : {}),
})

const error = (field: string, message: string, isEmpty = false): FieldError => ({ field, message, isEmpty })

/** Unreadable fields become values that the schema refuses; the errors are worded for the tester. */
export function readStep(draft: StepDraft): { readonly step: ResponseStep; readonly errors: FieldError[] } {
  const { appendPath, verifyCertificate, body } = draft
  const delayMs = readDelay(draft.delay)
  const most = MAX_RESPONSE_DELAY_MS / 1000
  const delayErrors =
    delayMs === null
      ? [error('delayMs', 'Enter a time such as 1.5 s or 300 ms.')]
      : delayMs > MAX_RESPONSE_DELAY_MS
        ? [error('delayMs', `The delay is too long. Enter at most ${String(most)} s.`)]
        : []
  switch (draft.kind) {
    case 'silence':
      return { step: { kind: 'silence' }, errors: [] }
    case 'reset':
      return { step: { kind: 'reset', delayMs: delayMs ?? -1 }, errors: delayErrors }
    case 'forward': {
      const url = draft.url.trim()
      return {
        step: { kind: 'forward', url, appendPath, verifyCertificate },
        errors: url === '' ? [error('url', 'Enter the address of your server.', true)] : [],
      }
    }
    case 'reply': {
      const status = /^[2-5]\d\d$/.test(draft.status.trim()) ? Number(draft.status) : 0
      const headers: [string, string][] = []
      const errors = status === 0 ? [error('status', 'Enter a status from 200 to 599.')] : []
      for (const [index, line] of draft.headers.split(/\r?\n/).entries()) {
        const [, name, value = ''] = /^\s*([^:]+?)\s*:(.*)$/.exec(line) ?? []
        if (name !== undefined) headers.push([name, value.trim()])
        else if (line.trim() !== '') {
          const text = `Header line ${String(index + 1)} has no name before a colon. Write it as Name: value.`
          errors.push(error('headers', text))
        }
      }
      return {
        step: { kind: 'reply', status, headers, body, delayMs: delayMs ?? -1 },
        errors: [...errors, ...delayErrors],
      }
    }
  }
}
