import { DEFAULT_LANGUAGE, findLanguage, type FormLanguage } from '#domain/form/languages'
import type { ReceivedParameters } from './opening'
import { type ParameterValues, textOf, valuesOf } from './values'

/**
 * The language of the form (contract 7.7): the one that was asked for, English where it is not offered; without one
 * the browser's first language that is offered, then that of the region, then English.
 */
export function chooseLanguage(values: ParameterValues, acceptLanguage: string | null): FormLanguage {
  const wanted = textOf(values, 'language_code')
  if (wanted !== null) return findLanguage(wanted) ?? DEFAULT_LANGUAGE
  return (
    languagesOf(acceptLanguage ?? '')
      .map(findLanguage)
      .find((language) => language !== null) ??
    languageOfRegion(textOf(values, 'region_code') ?? '') ??
    DEFAULT_LANGUAGE
  )
}

/** {@link chooseLanguage} for a page that only shows an error; `parameters` null: they could not be read. */
export function languageOf(
  parameters: ReceivedParameters | null,
  acceptLanguage: string | null,
): FormLanguage {
  return chooseLanguage(parameters === null ? new Map() : valuesOf(parameters.root), acceptLanguage)
}

/** The codes of an `Accept-Language` header, most wanted first; refused ones (`q=0`) are left out. */
function languagesOf(header: string): readonly string[] {
  return header
    .split(',')
    .slice(0, 50)
    .map((part) => {
      const [code = '', ...parameters] = part.trim().split(';')
      const weight = parameters.map((each) => /^\s*q=([\d.]+)\s*$/i.exec(each)?.[1]).find(Boolean)
      return { code, weight: Number(weight ?? 1) }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ code }) => code)
}

/** Regions by the offered language that most people there read; all others read English. */
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

function languageOfRegion(region: string): FormLanguage | null {
  return BY_REGION.get(region.toUpperCase()) ?? null
}
