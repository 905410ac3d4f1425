import { Button } from '../../ui/Button'
import { formatCount } from '../../lib/time'
import { chosenNumber } from '../../list/chosen-messages'
import type { Chosen } from '../../list/chosen-messages'
import { CopyChosen } from './CopyChosen'

/** What can be done with the rows that were chosen. */
export function ChosenTraffic({ chosen, onNone }: { readonly chosen: Chosen; readonly onNone: () => void }) {
  return (
    <div className="chosen-bar" role="group" aria-label="Selected requests">
      <span className="nowrap">{formatCount(chosenNumber(chosen))} selected</span>
      <CopyChosen chosen={chosen} />
      <span className="grow" />
      <Button size="small" look="quiet" onClick={onNone}>
        Clear
      </Button>
    </div>
  )
}
