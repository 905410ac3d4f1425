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

/** The requested language or, if it is not offered, English; without a request, the browser's or the region's (7.7). */
export function chooseLanguage(
  requested: string | null,
  browserLanguages: readonly string[],
  region: string,
): FormLanguage {
  if (requested !== null) return findLanguage(requested) ?? DEFAULT_LANGUAGE
  return (
    browserLanguages.map(findLanguage).find((language) => language !== null) ??
    BY_REGION.get(region.toUpperCase()) ??
    DEFAULT_LANGUAGE
  )
}

/** Regions by the offered language that most people there read; in all others, the form is in English. */
const REGIONS: Readonly<Record<Exclude<FormLanguage, 'en'>, string>> = {
  de: 'AT CH DE LI',
  fr: 'BE BF BJ CD CG CI CM FR GA GF GN GP LU MC ML MQ NC NE PF RE SN TG',
  es: 'AR BO CL CO CR CU DO EC ES GQ GT HN MX NI PA PE PR PY SV UY VE',
  it: 'IT SM VA',
  pt: 'AO BR CV GW MZ PT ST TL',
  pl: 'PL',
  ar: 'AE BH DZ EG IQ JO KW LB LY MA MR OM PS QA SA SD SY TN YE',
}

const BY_REGION: ReadonlyMap<string, FormLanguage> = new Map(
  (['de', 'fr', 'es', 'it', 'pt', 'pl', 'ar'] as const).flatMap((language) =>
    REGIONS[language].split(' ').map((region): [string, FormLanguage] => [region, language]),
  ),
)
