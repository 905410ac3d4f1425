import { createReportMask, type ReportMask } from '#domain/masking/report-mask'
import { isRecord } from '#lib/json/record'
import { withReferences } from '#scenarios/vocabulary/references'
import { StepFailure } from './result'
import type { GivenValues } from './variables'

/** Values by name, as `${order.id}` reads them. */
export interface Names {
  set(name: string, value: unknown): void
  /**
   * Replaces every variable in the texts of a value. A text that is one variable becomes its value, of any type.
   * @throws StepFailure for a variable that has no value
   */
  resolve<Value>(value: Value): Value
  /** Hides what no report may show, the secrets among it. */
  readonly mask: ReportMask
}

/** `secrets`: values that no report may show. */
export function createNames(
  initial: ReadonlyMap<string, unknown>,
  secrets: readonly string[],
  remedyFor: GivenValues['remedyFor'],
): Names {
  const values = new Map(initial)

  const valueOf = (reference: string): unknown => {
    const [first = '', ...rest] = reference.split('.')
    let value = values.get(first)
    for (const [at, key] of rest.entries()) {
      const inside: unknown = Array.isArray(value)
        ? value[Number(key)]
        : isRecord(value)
          ? value[key]
          : undefined
      if (inside === undefined) {
        const place = [first, ...rest.slice(0, at)].join('.')
        const there = isRecord(value) ? Object.keys(value).slice(0, 20).join(', ') : ''
        throw new StepFailure(
          `\${${reference}}: ${place} has no ${key}. ${there === '' ? '' : `It has ${there}.`}`.trim(),
        )
      }
      value = inside
    }
    if (value === undefined) throw new StepFailure(`\${${reference}} has no value. ${remedyFor(first, {})}`)
    return value
  }

  const resolved = (value: unknown): unknown => {
    if (typeof value === 'string') {
      const whole = /^\$\{([^}]*)\}$/.exec(value)?.[1]
      if (whole !== undefined) return valueOf(whole)
      return withReferences(value, (reference) => {
        const inside = valueOf(reference)
        return typeof inside === 'string' ? inside : JSON.stringify(inside)
      })
    }
    if (Array.isArray(value)) return value.map(resolved)
    if (!isRecord(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolved(item)]))
  }

  return {
    set: (name, value) => void values.set(name, value),
    // Variables stand only where the shape has a text or any value.
    resolve: <Value>(value: Value) => resolved(value) as Value,
    mask: createReportMask(secrets),
  }
}
