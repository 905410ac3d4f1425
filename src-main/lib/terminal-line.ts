/** Control characters, line separators and marks that change the text direction. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

const COMMAND = /^(\s*):(?=:)|#(?=#\[)/g

const escapeCharacter = (character: string): string =>
  `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`

/** Makes one line safe for a terminal or a CI log: escapes controls as `\u{1B}` and disarms GitHub Actions commands. */
export const terminalLine = (line: string): string =>
  line
    .replaceAll(UNSEEN, escapeCharacter)
    .replaceAll(
      COMMAND,
      (_, indent?: string) => `${indent ?? ''}${escapeCharacter(indent === undefined ? '#' : ':')}`,
    )
