import { isRecord } from '../../lib/json/record'
import { parseJson } from '../../lib/json/parse'

/** Where an open form stands. */
export interface FormState {
  /** Path of its session. */
  readonly base: string
  readonly rev: string
  readonly view: string
}

/** What the page of the form shows; null where the page is none of the form, such as an error page. */
export function formStateIn(page: string): FormState | null {
  const text = /id="form-state">\s*([\s\S]*?)\s*<\/script>/.exec(page)?.[1]
  const reading = text === undefined ? null : parseJson(text)
  if (reading?.ok !== true || !isRecord(reading.plain)) return null
  const { base, update } = reading.plain
  const shown = updateIn(update)
  return typeof base === 'string' && shown !== null ? { base, ...shown } : null
}

/** What an answer of the form's session shows from now on; null where it is a refusal. */
export function updateIn(value: unknown): { readonly rev: string; readonly view: string } | null {
  if (!isRecord(value)) return null
  const { rev, view } = value
  return typeof rev === 'string' && typeof view === 'string' ? { rev, view } : null
}
