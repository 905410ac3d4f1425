import { type Chosen, chosenCount, isEmptySelection, type RowSelection } from '#window/list/selection'
import { scopeOf } from '#window/list/use-live-list'
import { openDialog } from '#window/state/dialogs'
import { useProjectFilter } from '#window/state/info'
import { CopyChosen } from '#window/features/traffic/CopyChosen.tsx'
import { Button } from '#window/ui/Button.tsx'
import { formatCount } from '#lib/words'
import { isOpen, jobWords, useBulkJobs } from './bulk-jobs'
import './replay.css'

interface ChosenBarProps {
  readonly list: 'callbacks' | 'captures'
  readonly selection: RowSelection
  readonly query: string
  readonly total: number
  readonly onClear: () => void
}

export function ChosenBar({ list, selection, query, total, onClear }: ChosenBarProps) {
  const projectId = useProjectFilter()
  const running = useBulkJobs().find(isOpen)
  const count = chosenCount(selection, total)
  if (isEmptySelection(selection) && running === undefined) return null
  const chosen: Chosen =
    selection.kind === 'keys'
      ? { kind: 'ids', ids: [...selection.keys] }
      : { kind: 'list', list, count, ...scopeOf(query, projectId) }
  return (
    <div className="chosen-bar" role="group" aria-label="Selected messages">
      {isEmptySelection(selection) ? null : (
        <>
          <span className="nowrap">{formatCount(count)} selected</span>
          <Button
            size="small"
            icon="callbacks"
            does="replay.start"
            onClick={() => openDialog({ kind: 'bulkReplay', choice: chosen })}
          >
            Replay…
          </Button>
          <CopyChosen chosen={chosen} />
        </>
      )}
      <span className="grow" />
      {running === undefined ? null : (
        <Button
          size="small"
          look="quiet"
          icon="state-processing"
          onClick={() => openDialog({ kind: 'bulkReplay' })}
        >
          Bulk replay: {jobWords(running)}
        </Button>
      )}
      {isEmptySelection(selection) ? null : (
        <Button size="small" look="quiet" onClick={onClear}>
          Clear
        </Button>
      )}
    </div>
  )
}
