import type { FormLanguage } from '#domain/form/languages'
import { AR } from './ar'
import { DE } from './de'
import { EN } from './en'
import { ES } from './es'
import type { FormStrings } from '#domain/form/form-strings'
import { FR } from './fr'
import { IT } from './it'
import { PL } from './pl'
import { PT } from './pt'

/** Every text of the hosted form; a language that lacks one does not compile. */
export const FORM_STRINGS: Readonly<Record<FormLanguage, FormStrings>> = {
  en: EN,
  de: DE,
  fr: FR,
  es: ES,
  it: IT,
  pt: PT,
  pl: PL,
  ar: AR,
}
