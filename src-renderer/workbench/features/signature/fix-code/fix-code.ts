import { TOPICS, type Topic } from '#domain/signature/diagnosis/mistake'
import { JAVASCRIPT } from './javascript'
import { PHP } from './php'
import { PYTHON } from './python'
import { SHELL } from './shell'
import type { FixParts } from './topic'

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

/** The code of a language for these parts, in the order of a program; empty where it has none for them. */
export function fixCode(topics: readonly Topic[], language: FixLanguage): string {
  return TOPICS.filter((topic) => topics.includes(topic))
    .flatMap((topic) => PARTS[language][topic] ?? [])
    .join('\n\n')
}

/** The languages that have code for any of these parts. */
export function fixLanguages(topics: readonly Topic[]): readonly FixLanguage[] {
  return FIX_LANGUAGES.filter((language) => fixCode(topics, language) !== '')
}
