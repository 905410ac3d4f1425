import type { Trial } from '#exam/trials/trial'
import type { RequestCheck } from '#exam/requests/merchant-requests'

/** A rule for merchants (contract 10). */
export interface Rule {
  /** Its number in contract 10, from 1 to 41. */
  readonly number: number
  readonly title: string
  /** Sections of docs/platform.md, such as `2.1, 9.2`. */
  readonly sections: string
  /** What happens to a merchant that breaks it. */
  readonly matters: string
  readonly remedy: string
  /** All must pass, but an optional trial may stay unobserved. */
  readonly trials?: readonly Trial[]
  readonly check?: RequestCheck
  /** Only a merchant that opens the form, or that sells by methods other than cards, can keep or break it. */
  readonly onlyFor?: 'form' | 'methods'
  /** What a person must check, for a rule with neither trials nor a check. */
  readonly review?: string
  /** Set if the person needs a running bench: the exam shuts its platform down before a person can check. */
  readonly needsBench?: true
}
