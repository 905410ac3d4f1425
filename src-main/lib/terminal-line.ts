/** Controls, separators of lines, and marks that change the direction of what follows. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

/** What makes a line a command of GitHub Actions. */
const COMMAND = /^(\s*):(?=:)|#(?=#\[)/g

const escaped = (character: string): string =>
  `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`

/**
 * One line for a terminal or the log of a CI server, whoever wrote it: controls are shown as `\u{1B}`, and the line is no
 * command of GitHub Actions.
 */
export const terminalLine = (line: string): string =>
  line
    .replaceAll(UNSEEN, escaped)
    .replaceAll(
      COMMAND,
      (_, indent?: string) => `${indent ?? ''}${escaped(indent === undefined ? '#' : ':')}`,
    )
