import { type Chosen, chosenNumber } from '#window/list/selection'
import { openDialog } from '#window/state/dialogs'
import { CopyChosen } from '#window/features/traffic/CopyChosen.tsx'
import { Button } from '#window/ui/Button.tsx'
import { formatCount } from '#lib/words'
import { isOpen, jobWords, useBulkJobs } from './bulk-jobs'
import './replay.css'

interface ChosenBarProps {
  /** The messages that were chosen together; null: none. */
  readonly chosen: Chosen | null
  readonly onClear: () => void
}

export function ChosenBar({ chosen, onClear }: ChosenBarProps) {
  const running = useBulkJobs().find(isOpen)
  if (chosen === null && running === undefined) return null
  return (
    <div className="chosen-bar" role="group" aria-label="Selected messages">
      {chosen === null ? null : (
        <>
          <span className="nowrap">{formatCount(chosenNumber(chosen))} selected</span>
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
      {chosen === null ? null : (
        <Button size="small" look="quiet" onClick={onClear}>
          Clear
        </Button>
      )}
    </div>
  )
}
