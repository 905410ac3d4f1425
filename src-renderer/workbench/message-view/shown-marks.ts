import type { MessageMark } from '#protocol/messages'

/** Of more marks than these, the earlier ones are folded away. */
const MAX_SHOWN = 4
const NEWEST = 3

/**
 * Positions of the marks that are shown before the tester asks for all: the newest, and of the earlier ones the newest
 * that a rule made, because what a rule did to a message explains more than what the tester did to its schedule.
 */
export function shownMarks(marks: readonly Pick<MessageMark, 'ruleId'>[]): readonly number[] {
  const positions = [...marks.keys()]
  if (marks.length <= MAX_SHOWN) return positions
  const earlier = positions.slice(0, -NEWEST)
  const byRule = earlier.filter((position) => marks[position]?.ruleId !== null)
  return [...byRule.slice(-NEWEST), ...positions.slice(-NEWEST)]
}
