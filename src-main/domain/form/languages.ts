/** Contract 7.7. */
export const FORM_LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'pl', 'ar'] as const

export type FormLanguage = (typeof FORM_LANGUAGES)[number]

export const DEFAULT_LANGUAGE: FormLanguage = 'en'

/** Ignores letter case and region (`de-AT`, `PT_br`); null if the language is not offered. */
export function findLanguage(code: string): FormLanguage | null {
  const wanted = code.trim().toLowerCase().split(/[-_]/, 1)[0]
  return FORM_LANGUAGES.find((language) => language === wanted) ?? null
}

export function isRightToLeft(language: FormLanguage): boolean {
  return language === 'ar'
}
