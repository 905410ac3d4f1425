import { useBench } from '../../state/bench'
import { copyExchangeLink } from '../../navigation/copy-link'
import { openAnnotation } from '../../navigation/open-annotation'
import { MenuItem, MenuLine, PointMenu } from '../../ui/Menu'
import { formatCount } from '../../lib/time'
import { harParams } from './chosen'
import { copyAsCurl, copyAsRaw, goesToFile } from './copy-many'
import { chosenNumber } from '../../list/chosen-messages'
import type { Chosen } from '../../list/chosen-messages'
import { saveHar } from './har-jobs'
import { editAndSend, sendAgain } from './resend-request'

interface TrafficMenuProps {
  readonly id: string
  readonly chosen: Chosen
  readonly at: { readonly x: number; readonly y: number }
  readonly onClose: () => void
}

/** Everything that can be done with a row, or with those that were chosen with it. */
export function TrafficMenu({ id, chosen, at, onClose }: TrafficMenuProps) {
  const bench = useBench()
  const count = chosenNumber(chosen)
  const verb = goesToFile(chosen) ? 'Save' : 'Copy'
  const what = count === 1 ? '' : ` (${formatCount(count)})`
  return (
    <PointMenu label="Request" at={at} onClose={onClose}>
      <MenuItem icon="undo" keys="R" does="exchanges.resend" onSelect={() => sendAgain(bench, id)}>
        Send again
      </MenuItem>
      <MenuItem icon="code" keys="E" does="exchanges.resend" onSelect={() => editAndSend(bench, id)}>
        Edit and send…
      </MenuItem>
      <MenuLine />
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
    </PointMenu>
  )
}
