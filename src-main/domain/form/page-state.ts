import type { FormFrame, ProblemReason } from './view'
import type { FormUpdate } from './wire'

export interface PageTexts {
  readonly problems: Readonly<Record<ProblemReason, string>>
  /** Headings of the list of problems; the first is for a single problem. */
  readonly problemTitles: readonly string[]
  readonly unreachable: string
  readonly busy: string
  readonly shopRefused: string
  readonly shopSilent: string
  readonly cards: string
  readonly locale: string
}

/** Initial state of the page's script: JSON in the element `form-state`. */
export interface PageState {
  readonly base: string
  readonly mode: FormFrame['mode']
  readonly frameMode: FormFrame['frameMode']
  /** Whether a button of the shop's page submits the pages before the confirmation (contract 8.9). */
  readonly shopsButton: boolean
  /** Origins of the workbench, from which alone the form accepts a test card to fill in (decision 043). */
  readonly workbench: readonly string[]
  readonly texts: PageTexts
  readonly update: Omit<FormUpdate, 'html'>
}
