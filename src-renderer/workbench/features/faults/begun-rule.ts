import { create } from 'zustand'
import type { FaultMatch } from '../../../../src-main/domain/fault/rule'

interface BegunRule {
  /** Which messages the next new rule is about; null: those of the project that the workbench shows. */
  readonly match: FaultMatch | null
}

const useBegun = create<BegunRule>(() => ({ match: null }))

/** What a new rule is to be about, until it is made or the tester wants it otherwise. */
export function useBegunRule(): FaultMatch | null {
  return useBegun(({ match }) => match)
}

export function keepBegun(match: FaultMatch | null): void {
  useBegun.setState({ match })
}
