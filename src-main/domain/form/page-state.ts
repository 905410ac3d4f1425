import type { FormLanguage } from './languages'
import { DATE_LOCALES } from './format'
import type { FormStrings } from './form-strings'
import type { FormFrame, ProblemReason } from './view'
import type { FormUpdate } from './wire'

/** Texts that the page's script shows by itself. */
export interface PageTexts {
  readonly problems: Readonly<Record<ProblemReason, string>>
  /** Headlines of the list of problems; the first is for one problem. */
  readonly problemTitles: readonly string[]
  readonly unreachable: string
  readonly busy: string
  readonly shopRefused: string
  readonly shopSilent: string
  readonly cards: string
  /** The locale in which days and times are written. */
  readonly locale: string
}

/** What the page's script begins with; it stands in the page as JSON, in the element `form-state`. */
export interface PageState {
  readonly base: string
  readonly mode: FormFrame['mode']
  readonly frameMode: FormFrame['frameMode']
  /** The shop sends the pages before the confirmation (contract 8.9). */
  readonly shopsButton: boolean
  readonly texts: PageTexts
  readonly update: Omit<FormUpdate, 'html'>
}

const COUNTED_PROBLEMS = 16

/** Collects the texts of one language that the script of the page needs. */
export function pageTexts(strings: FormStrings, language: FormLanguage): PageTexts {
  return {
    problems: strings.problems,
    problemTitles: Array.from({ length: COUNTED_PROBLEMS }, (_, index) => strings.problemsTitle(index + 1)),
    unreachable: strings.notices.unreachable,
    busy: strings.notices.busy,
    shopRefused: strings.notices.shopRefused,
    shopSilent: strings.notices.shopSilent,
    cards: strings.cards,
    locale: DATE_LOCALES[language],
  }
}
