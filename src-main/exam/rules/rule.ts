import type { Trial } from '../trials/trial'
import type { RequestCheck } from '../requests/merchant-requests'

/** A rule that merchants have to keep (contract 10). */
export interface Rule {
  /** Its number in the contract, 1…32. */
  readonly number: number
  readonly title: string
  /** Sections of docs/platform.md that it rests on. */
  readonly sections: string
  /** What happens to a merchant who does not keep it. */
  readonly matters: string
  readonly remedy: string
  /** Each has to hold. */
  readonly trials: readonly Trial[]
  /** Looks at everything that the merchant sent during the exam. */
  readonly check?: RequestCheck
  /** Why a rule with neither trials nor a check is never observed, and what to do instead. */
  readonly review?: string
}
