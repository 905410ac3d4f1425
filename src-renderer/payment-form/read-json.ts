import type { PageState } from '#domain/form/page-state'
import type { FormRefusal, FormUpdate } from '#domain/form/wire'

/** An object from the platform or the embedding page, whose members are checked before they are used. */
export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value of a JSON text; undefined where it is none. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function isUpdateHead(value: JsonObject): boolean {
  const { clock, leave, messages, pollAfterMs, rev, view } = value
  return (
    typeof view === 'string' &&
    typeof rev === 'string' &&
    Array.isArray(messages) &&
    (pollAfterMs === null || typeof pollAfterMs === 'number') &&
    (leave === null || isObject(leave)) &&
    isObject(clock) &&
    typeof clock['now'] === 'number' &&
    typeof clock['rate'] === 'number'
  )
}

export function isUpdate(value: unknown): value is FormUpdate {
  return isObject(value) && typeof value['html'] === 'string' && isUpdateHead(value)
}

export function isRefusal(value: unknown): value is FormRefusal {
  return isObject(value) && Array.isArray(value['problems']) && typeof value['message'] === 'string'
}

export function isPageState(value: unknown): value is PageState {
  return (
    isObject(value) &&
    typeof value['base'] === 'string' &&
    typeof value['frameMode'] === 'string' &&
    typeof value['shopsButton'] === 'boolean' &&
    isObject(value['texts']) &&
    (value['styleSheet'] === null || typeof value['styleSheet'] === 'string') &&
    isObject(value['update']) &&
    isUpdateHead(value['update'])
  )
}
