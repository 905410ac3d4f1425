import type { WidgetConfig } from './widget-types'

/** Whether a value is a plain object: not an element, an array or a date. */
const isPlain = (value: unknown): value is WidgetConfig =>
  Object.prototype.toString.call(value) === '[object Object]' &&
  (Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null)

/**
 * Merges the entries of the sources deeply into the target; later sources overwrite earlier ones (contract 12.29).
 * Sources that are not objects are skipped; without a target a new object is made.
 */
export function extendConfig(target: unknown, ...sources: readonly unknown[]): WidgetConfig {
  const into: WidgetConfig = typeof target === 'object' && target !== null ? (target as WidgetConfig) : {}
  sources.forEach((source) => {
    if (typeof source !== 'object' || source === null) return
    const given = source as WidgetConfig
    Object.keys(given).forEach((name) => {
      // This key would change the prototype of the target.
      if (name === '__proto__') return
      const value = given[name]
      const own = Object.prototype.hasOwnProperty.call(into, name) ? into[name] : undefined
      if (isPlain(value)) into[name] = extendConfig(isPlain(own) ? own : {}, value)
      else into[name] = Array.isArray(value) ? value.slice() : value
    })
  })
  return into
}
