import { type ReactNode, useState } from 'react'
import { MenuItem, PointMenu } from './Menu'

interface Point {
  readonly x: number
  readonly y: number
}

interface LinkMenu<Row> {
  /** For the grid: opens the menu of a row. */
  readonly onMenu: (row: Row, at: Point) => void
  /** The open menu; null while there is none. */
  readonly menu: ReactNode
}

/** The menu of rows that have an address and nothing else to be done with them. */
export function useLinkMenu<Row>(options: {
  readonly labelOf: (row: Row) => string
  readonly onCopy: (row: Row) => void
  /** Called when the menu closes, to give the focus back. */
  readonly onClose: () => void
}): LinkMenu<Row> {
  const { labelOf, onCopy, onClose } = options
  const [open, setOpen] = useState<{ readonly row: Row; readonly at: Point } | null>(null)
  return {
    onMenu: (row, at) => setOpen({ row, at }),
    menu:
      open === null ? null : (
        <PointMenu
          label={labelOf(open.row)}
          at={open.at}
          onClose={() => {
            setOpen(null)
            onClose()
          }}
        >
          <MenuItem icon="copy" onSelect={() => onCopy(open.row)}>
            Copy link
          </MenuItem>
        </PointMenu>
      ),
  }
}
