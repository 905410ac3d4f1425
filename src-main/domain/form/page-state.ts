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
