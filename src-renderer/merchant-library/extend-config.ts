import type { WidgetConfig } from './widget-types'

/** An object written as such: no element of a page, no list, no date. */
const isPlain = (value: unknown): value is WidgetConfig =>
  Object.prototype.toString.call(value) === '[object Object]' &&
  (Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null)

/**
 * Puts the entries of the sources into the target, objects inside of objects too, later sources over earlier ones
 * (contract 12.29). What is no object is passed over, a missing target is a new one.
 */
export function extendConfig(target: unknown, ...sources: readonly unknown[]): WidgetConfig {
  const into: WidgetConfig = typeof target === 'object' && target !== null ? (target as WidgetConfig) : {}
  sources.forEach((source) => {
    if (typeof source !== 'object' || source === null) return
    const given = source as WidgetConfig
    Object.keys(given).forEach((name) => {
      // It would change what all objects have.
      if (name === '__proto__') return
      const value = given[name]
      const own = Object.prototype.hasOwnProperty.call(into, name) ? into[name] : undefined
      if (isPlain(value)) into[name] = extendConfig(isPlain(own) ? own : {}, value)
      else into[name] = Array.isArray(value) ? value.slice() : value
    })
  })
  return into
}
