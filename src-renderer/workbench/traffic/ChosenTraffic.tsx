import { useBench } from '../state/bench'
import { Button } from '../ui/Button'
import { formatCount } from '../ui/time'
import { harParams } from './chosen'
import { chosenNumber, copyAsCurl, copyAsRaw } from './copy-many'
import type { Chosen } from './copy-many'
import { saveHar } from './har-jobs'

/** What can be done with the rows that were chosen. */
export function ChosenTraffic({ chosen, onNone }: { readonly chosen: Chosen; readonly onNone: () => void }) {
  const bench = useBench()
  return (
    <div className="tr-chosen" role="group" aria-label="Chosen requests">
      <span className="nowrap">{formatCount(chosenNumber(chosen))} chosen</span>
      <Button size="small" icon="copy" onClick={() => copyAsCurl(bench, chosen)}>
        curl
      </Button>
      <Button size="small" icon="copy" onClick={() => copyAsRaw(bench, chosen)}>
        Raw HTTP
      </Button>
      <Button size="small" icon="download" onClick={() => saveHar(bench, harParams(chosen))}>
        Save as HAR
      </Button>
      <span className="grow" />
      <Button size="small" look="quiet" onClick={onNone}>
        Choose none
      </Button>
    </div>
  )
}
