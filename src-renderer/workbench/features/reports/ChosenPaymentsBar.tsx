import { chosenCount, isEmptySelection, type RowSelection } from '#window/list/selection'
import { scopeOf } from '#window/list/use-live-list'
import { useBench } from '#window/state/bench'
import { useProjectFilter } from '#window/state/info'
import { formatCount } from '#lib/words'
import type { Looks } from '#window/state/preferences-shape'
import { Button } from '#window/ui/Button.tsx'
import { type ChosenPayments, copyReport, saveChosenAsScenario, saveReport } from './report-commands'

interface ChosenPaymentsBarProps {
  readonly selection: RowSelection
  readonly query: string
  readonly sort: Looks['payments']['sort']
  /** Rows of the list. */
  readonly total: number
  readonly onClear: () => void
}

/** What can be done with the payments that were chosen together. */
export function ChosenPaymentsBar({ selection, query, sort, total, onClear }: ChosenPaymentsBarProps) {
  const bench = useBench()
  const projectId = useProjectFilter()
  if (isEmptySelection(selection)) return null
  const chosen: ChosenPayments =
    selection.kind === 'keys'
      ? { kind: 'keys', keys: [...selection.keys] }
      : {
          kind: 'list',
          list: { ...scopeOf(query, projectId), ...(sort === null ? {} : { sort }) },
        }
  return (
    <div className="chosen-bar" role="group" aria-label="Selected payments">
      <span className="nowrap">{formatCount(chosenCount(selection, total))} selected</span>
      <Button size="small" icon="download" onClick={() => saveReport(bench, chosen)}>
        Save report
      </Button>
      <Button size="small" icon="copy" onClick={() => copyReport(bench, chosen)}>
        Copy report as Markdown
      </Button>
      <Button
        size="small"
        icon="scenarios"
        does="scenarios.record"
        onClick={() => saveChosenAsScenario(bench, chosen)}
      >
        Save as scenario…
      </Button>
      <span className="grow" />
      <Button size="small" look="quiet" onClick={onClear}>
        Clear
      </Button>
    </div>
  )
}
