import { assertNever } from '#lib/assert-never'
import { delayText, emptyStep, readDelay, readStatus, type StepDraft } from './step-draft'

export type ReadScript =
  | { readonly steps: readonly StepDraft[]; readonly error: null }
  | { readonly steps: null; readonly error: string }

/** The answers in a line that can be typed: `500, 500, 200`, `never`, `reset`, `pass on`, `200 after 12 s`. */
export function scriptText(steps: readonly StepDraft[]): string {
  return steps.map(partText).join(', ')
}

function partText(step: StepDraft): string {
  const delayMs = readDelay(step.delay)
  const late = delayMs === null || delayMs === 0 ? '' : ` after ${delayText(delayMs)}`
  switch (step.kind) {
    case 'reply':
      return `${step.status.trim()}${late}`
    case 'silence':
      return 'never'
    case 'reset':
      return `reset${late}`
    case 'forward':
      return 'pass on'
    default:
      return assertNever(step.kind)
  }
}

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
  if (delay !== '' && kind !== 'reply' && kind !== 'reset') return null
  const same = before[at]?.kind === kind ? before[at] : undefined
  const known = same ?? (kind === 'forward' ? before.find((step) => step.kind === kind) : undefined)
  const step = { ...(known ?? emptyStep(kind)), kind, delay: delayText(delayMs) }
  return kind === 'reply' ? { ...step, status: what } : step
}

function kindOf(what: string): StepDraft['kind'] | null {
  const word = what.toLowerCase().replaceAll(/\s+/g, ' ')
  if (/^never(?: (?:respond|answer))?$/.test(word)) return 'silence'
  if (word === 'reset') return 'reset'
  if (word === 'pass on' || word === 'forward') return 'forward'
  return readStatus(what) === null ? null : 'reply'
}
