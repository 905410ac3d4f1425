import { useState } from 'react'
import { useInfo, useProjectFilter } from '#window/state/info'
import { NO_SELECTION, type RowSelection } from './selection'

/**
 * Rows chosen together. Another list, filter or project begins with none, and so does a bench that was emptied or
 * shows another session: the selection does not carry over.
 */
export function useChosenRows(
  list: string,
  query: string,
): readonly [RowSelection, (selection: RowSelection) => void] {
  const projectId = useProjectFilter()
  const epoch = useInfo((state) => state.epoch)
  const identity = JSON.stringify([list, query, projectId ?? null, epoch])
  const [chosen, setChosen] = useState({ identity, selection: NO_SELECTION })
  return [
    chosen.identity === identity ? chosen.selection : NO_SELECTION,
    (selection) => setChosen({ identity, selection }),
  ]
}
