import { type ReactNode, useMemo, useRef, useState } from 'react'
import { setPlace, usePreferences } from '#window/state/preferences'
import { walk } from '#window/state/dialogs'
import { MenuItem, PointMenu } from '#window/ui/Menu.tsx'
import { focusGrid } from './GridRow'
import type { GridColumn, ListLook } from './columns'
import { EmptyDetail, SplitPane } from './ListBody'
import type { GridRows } from './paged-list'
import { VirtualGrid } from './VirtualGrid'

const AS_IT_COMES: ListLook = { sort: null, onSort: null, columns: null, onColumns: () => undefined }

interface ItemScreenProps<Item> {
  readonly place: 'scenarios' | 'exam'
  readonly label: string
  readonly items: readonly Item[]
  readonly keyOf: (item: Item) => string
  readonly columns: readonly GridColumn<Item>[]
  readonly rowHeight?: number
  readonly shown: Item | undefined
  readonly head: ReactNode
  readonly nothing?: ReactNode
  readonly nameOf: (item: Item) => string
  readonly onCopyLink: (item: Item) => void
  readonly detail: (item: Item) => ReactNode
  readonly empty: string
  /** Whether the detail is an editor, which gets most of the room. */
  readonly isFolded?: boolean
}

/** An unpaged list beside the detail of the selected item. Escape returns to the list. */
export function ItemScreen<Item>(props: ItemScreenProps<Item>) {
  const { place, label, items, keyOf, shown, nothing = null } = props
  const split = usePreferences((state) => state[place].split)
  const pane = useRef<HTMLDivElement>(null)
  const [menu, setMenu] = useState<{ readonly item: Item; readonly x: number; readonly y: number } | null>(
    null,
  )
  const rows = useMemo(
    (): GridRows<Item> => ({
      count: items.length,
      rowAt: (row) => items[row],
      rowOf: (key) => items.findIndex((item) => keyOf(item) === key),
      want: () => undefined,
    }),
    [items, keyOf],
  )
  return (
    <SplitPane
      label="Width of the list"
      share={split}
      onShare={(share) => setPlace(place, { split: share })}
      isFolded={props.isFolded === true}
      left={
        <section className="pane list" aria-label={label}>
          {props.head}
          {nothing ?? (
            <VirtualGrid
              label={label}
              rows={rows}
              columns={props.columns}
              look={AS_IT_COMES}
              keyOf={keyOf}
              {...(props.rowHeight === undefined ? {} : { rowHeight: props.rowHeight })}
              selectedKey={shown === undefined ? null : keyOf(shown)}
              onSelect={(item) => walk(() => setPlace(place, { selection: keyOf(item) }))}
              onOpen={() => pane.current?.focus()}
              onMenu={(item, at) => setMenu({ item, ...at })}
            />
          )}
          {menu === null ? null : (
            <PointMenu
              label={props.nameOf(menu.item)}
              at={menu}
              onClose={() => {
                setMenu(null)
                focusGrid()
              }}
            >
              <MenuItem icon="copy" onSelect={() => props.onCopyLink(menu.item)}>
                Copy link
              </MenuItem>
            </PointMenu>
          )}
        </section>
      }
      right={
        <div
          className="pane"
          ref={pane}
          tabIndex={-1}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && !event.defaultPrevented) focusGrid()
          }}
        >
          {shown === undefined ? <EmptyDetail text={props.empty} /> : props.detail(shown)}
        </div>
      }
    />
  )
}
