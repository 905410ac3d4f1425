import type { Trial } from '#exam/trials/trial'
import type { RequestCheck } from '#exam/requests/merchant-requests'

/** A rule that merchants have to keep (contract 10). */
export interface Rule {
  /** Its number in contract 10, from 1 to 33. */
  readonly number: number
  readonly title: string
  /** The sections of docs/platform.md that it is based on, such as `2.1, 9.2`. */
  readonly sections: string
  /** What happens to a merchant who breaks it. */
  readonly matters: string
  readonly remedy: string
  /** All of them have to pass. */
  readonly trials: readonly Trial[]
  /** Judges everything that the merchant sent during the exam. */
  readonly check?: RequestCheck
  /** Only a merchant that opens the form can keep or break it. */
  readonly formOnly?: true
  /** What a person has to check, for a rule with neither trials nor a check. */
  readonly review?: string
  /** Whether a person can check it only at a bench, because the platform of the exam has ended by then. */
  readonly needsBench?: true
}
