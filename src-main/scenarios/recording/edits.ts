import { isRecord, type Members } from '#lib/json/record'
import { CannotRecord } from './facts'

/**
 * The edits that turn the content which a step sends by itself into the recorded one: members that differ, and `absent` for
 * those to leave out. Undefined where nothing differs.
 * @throws CannotRecord for a text that means something else in a scenario
 */
export function editsBetween(own: Members, wanted: Members): Members | undefined {
  const edits: [string, unknown][] = []
  for (const [key, value] of Object.entries(wanted)) {
    const before = own[key]
    if (isRecord(before) && isRecord(value)) {
      const inside = editsBetween(before, value)
      if (inside !== undefined) edits.push([key, inside])
    } else if (JSON.stringify(before) !== JSON.stringify(value)) {
      checkTexts(value)
      edits.push([key, value])
    }
  }
  for (const key of Object.keys(own)) if (!Object.hasOwn(wanted, key)) edits.push([key, 'absent'])
  return edits.length === 0 ? undefined : Object.fromEntries(edits)
}

/**
 * Checks the texts inside a value.
 * @throws CannotRecord for a text that means something else in a scenario
 */
export function checkTexts(value: unknown): void {
  if (typeof value === 'string' && (value === 'absent' || value.includes('${')))
    throw new CannotRecord(
      `A request holds the text “${value.slice(0, 80)}”, which has another meaning in a scenario.`,
    )
  if (Array.isArray(value)) for (const item of value) checkTexts(item)
  if (isRecord(value)) for (const item of Object.values(value)) checkTexts(item)
}
