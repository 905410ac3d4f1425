import { boundedText } from '#lib/limits/bounded-text'
import { ruleOf, type Rule } from './pattern'

const MAX_VALUE_CHARS = 200

/** A value as JSON-like text with matchers by name, cut at `maxChars`. Visits only parts of the value that fit. */
export function describeValue(value: unknown, maxChars: number = MAX_VALUE_CHARS): string {
  const parts: string[] = []
  let left = maxChars + 1
  const add = (text: string): void => {
    if (left <= 0) return
    parts.push(text)
    left -= text.length
  }
  const addAll = (open: string, close: string, items: readonly (() => void)[], separator = ', '): void => {
    add(open)
    for (const [at, item] of items.entries()) {
      if (left <= 0) return
      if (at > 0) add(separator)
      item()
    }
    add(close)
  }
  // Every item takes at least one character. `left` includes one more than fits, which makes the cut visible.
  const itemsOf = (list: readonly unknown[]): readonly (() => void)[] =>
    list.slice(0, Math.max(1, left)).map((item) => () => {
      write(item)
    })
  const addList = (open: string, close: string, list: readonly unknown[]): void => {
    addAll(open, close, itemsOf(list))
  }
  const writeRule = (rule: Rule): void => {
    switch (rule.kind) {
      case 'any':
      case 'absent':
        add(rule.kind)
        return
      case 'one of':
        addAll('', '', itemsOf(rule.patterns), ' or ')
        return
      case 'not':
        add('not ')
        write(rule.pattern)
        return
      case 'unordered':
        addList('in any order [', ']', rule.items)
        return
      case 'matching':
        add(String(rule.expression))
        return
      case 'compared':
        add(`${rule.relation} ${rule.bound}`)
        return
    }
  }
  const write = (item: unknown): void => {
    const rule = ruleOf(item)
    if (rule !== null) writeRule(rule)
    else if (typeof item === 'string') add(JSON.stringify(boundedText(item, Math.max(2, left))))
    else if (Array.isArray(item)) addList('[', ']', item as readonly unknown[])
    else if (typeof item === 'object' && item !== null) {
      const members = Object.entries(item)
        .filter(([, member]) => member !== undefined)
        .slice(0, Math.max(1, left))
      addAll(
        '{',
        '}',
        members.map(([key, member]) => () => {
          add(/^[a-z_$][\w$]*$/i.test(key) ? `${key}: ` : `${JSON.stringify(key)}: `)
          write(member)
        }),
      )
    } else add(String(item))
  }
  if (value === undefined) return 'nothing'
  write(value)
  return boundedText(parts.join(''), maxChars)
}
