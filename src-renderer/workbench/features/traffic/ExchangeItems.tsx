import { useBench } from '#window/state/bench'
import { copyExchangeLink } from '#window/navigation/copy-link'
import { openAnnotation } from '#window/navigation/open-annotation'
import { MenuItem } from '#window/ui/Menu.tsx'
import { formatCount } from '#window/lib/figures'
import { harParams } from './chosen'
import { copyAsCurl, copyAsRaw, goesToFile } from './copy-many'
import { type Chosen, chosenNumber } from '#window/list/chosen-messages'
import { saveHar } from './har-jobs'

interface ExchangeItemsProps {
  /** The exchange that is annotated and linked to. */
  readonly id: string
  /** The exchanges that are copied and saved: this one, or all that were chosen with it. */
  readonly chosen: Chosen
}

/** Menu items that copy, annotate and save exchanges: in the menu of a row, and in that of a detail. */
export function ExchangeItems({ id, chosen }: ExchangeItemsProps) {
  const bench = useBench()
  const count = chosenNumber(chosen)
  const verb = goesToFile(chosen) ? 'Save' : 'Copy'
  const what = count === 1 ? '' : ` (${formatCount(count)})`
  return (
    <>
      <MenuItem icon="copy" keys="Ctrl C" onSelect={() => copyAsCurl(bench, chosen)}>
        {verb} as curl{what}
      </MenuItem>
      <MenuItem icon="copy" onSelect={() => copyAsRaw(bench, chosen)}>
        {verb} as raw HTTP{what}
      </MenuItem>
      <MenuItem
        icon="note"
        keys="M"
        does="annotations.set"
        onSelect={() => openAnnotation(bench, { kind: 'exchange', id })}
      >
        Note and labels…
      </MenuItem>
      <MenuItem icon="copy" onSelect={() => copyExchangeLink(id)}>
        Copy link
      </MenuItem>
      <MenuItem icon="download" onSelect={() => saveHar(bench, harParams(chosen))}>
        Save as HAR{what}
      </MenuItem>
    </>
  )
}
