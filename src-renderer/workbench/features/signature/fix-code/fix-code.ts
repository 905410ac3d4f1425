import { JAVASCRIPT } from './javascript'
import { PHP } from './php'
import { PYTHON } from './python'
import { SHELL } from './shell'
import { type FixParts, topicsOf } from './topic'

export const FIX_LANGUAGES = ['javascript', 'php', 'python', 'shell'] as const
export type FixLanguage = (typeof FIX_LANGUAGES)[number]

export const LANGUAGE_NAMES: Readonly<Record<FixLanguage, string>> = {
  javascript: 'JavaScript',
  php: 'PHP',
  python: 'Python',
  shell: 'Shell',
}

const PARTS: Readonly<Record<FixLanguage, FixParts>> = {
  javascript: JAVASCRIPT,
  php: PHP,
  python: PYTHON,
  shell: SHELL,
}

/** The code of a language that corrects these mistakes; empty where it has none for them. */
export function fixCode(mistakes: readonly string[], language: FixLanguage): string {
  return topicsOf(mistakes)
    .flatMap((topic) => PARTS[language][topic] ?? [])
    .join('\n\n')
}

/** The languages that can help against these mistakes. */
export function fixLanguages(mistakes: readonly string[]): readonly FixLanguage[] {
  return FIX_LANGUAGES.filter((language) => fixCode(mistakes, language) !== '')
}
