import type { FormLanguage } from '#domain/form/languages'
import { type Project, unnamedProject } from '#domain/project/project'
import { AR } from './ar'
import { DE } from './de'
import { type DeclineReason, EN, type FormStrings } from './en'
import { ES } from './es'
import { FR } from './fr'
import { IT } from './it'
import { PL } from './pl'
import { PT } from './pt'

/** A language that lacks a text does not compile. */
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

const GROUPS: readonly (readonly [reason: DeclineReason, codes: readonly string[]])[] = [
  ['funds', ['10105']],
  ['limit', ['10101', '2642', '20304']],
  ['cardData', ['10102', '10103', '10502', '2004', '3141', '3161', '3162']],
  ['cardExpired', ['3021', '10106']],
  ['issuer', ['10000', '10201', '10203', '10204', '20000']],
  ['threeDSecure', ['104', '108', '2466', '10104', '10205']],
  ['cancelled', ['301', '10301', '20301']],
  ['suspicious', ['402', '10402']],
  ['temporary', ['314', '501', '601', '602', '2147', '10202', '10601']],
  ['late', ['603', '10602', '20602']],
  ['details', ['109', '2061', '3191', '10705']],
  ['merchant', ['30000', '310', '504']],
]

/** Chooses the text about a result code (contract 4.5); `general` for codes that mean nothing to customers. */
export function declineReason(code: string): DeclineReason {
  return GROUPS.find(([, codes]) => codes.includes(code))?.[0] ?? 'general'
}

/** The name of the project; if it has none, "test shop" in the customer's language; '' for a project that is gone. */
export function shopNameOf(
  project: Pick<Project, 'projectId' | 'name'> | null,
  language: FormLanguage,
): string {
  if (project === null) return ''
  return project.name === unnamedProject(project.projectId) ? FORM_STRINGS[language].testShop : project.name
}
