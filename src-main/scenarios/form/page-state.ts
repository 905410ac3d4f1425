import { isRecord } from '#lib/json/record'
import { parseJson } from '#lib/json/parse'

/** The session of an open form and what it shows. */
export interface FormState {
  /** Path of its session. */
  readonly base: string
  readonly rev: string
  readonly view: string
}

/** Reads the state from a page of the form; null for any other page, such as an error page. */
export function formStateIn(page: string): FormState | null {
  const [, after] = page.split('id="form-state">', 2)
  const end = after?.indexOf('</script>') ?? -1
  const reading = after === undefined || end < 0 ? null : parseJson(after.slice(0, end))
  if (reading?.ok !== true || !isRecord(reading.plain)) return null
  const { base, update } = reading.plain
  const shown = updateIn(update)
  return typeof base === 'string' && shown !== null ? { base, ...shown } : null
}

/** Reads what the form shows from now on in a response of its session; null where it is a refusal. */
export function updateIn(value: unknown): { readonly rev: string; readonly view: string } | null {
  if (!isRecord(value)) return null
  const { rev, view } = value
  return typeof rev === 'string' && typeof view === 'string' ? { rev, view } : null
}
