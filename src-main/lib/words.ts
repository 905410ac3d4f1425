/** With thousands separators: `2,418`. */
export const formatCount = (count: number): string => count.toLocaleString('en-US')

/** `1 rule`, `2,418 rules`; for nouns that take an s. */
export const counted = (count: number, thing: string): string =>
  `${formatCount(count)} ${thing}${count === 1 ? '' : 's'}`

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
