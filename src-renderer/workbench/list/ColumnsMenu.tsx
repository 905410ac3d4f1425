import { type RefObject, useState } from 'react'
import { NEWEST_FIRST } from '#domain/query/sorting'
import { Button } from '#window/ui/Button.tsx'
import { Menu, MenuCheck, MenuChoice, MenuGroup, MenuLine } from '#window/ui/Menu.tsx'
import { type ListLook, type NamedColumn, toggledColumn } from './columns'
import type { GridHandle } from './GridRow'

interface ColumnsMenuProps {
  readonly grid: RefObject<GridHandle | null>
  readonly columns: readonly NamedColumn[]
  readonly look: ListLook
}

const DIRECTIONS = [
  { value: 'ascending', label: 'Ascending' },
  { value: 'descending', label: 'Descending' },
] as const
const AGES = [
  { value: 'ascending', label: 'Oldest first' },
  { value: 'descending', label: 'Newest first' },
] as const

function Content({ grid, columns, look }: ColumnsMenuProps) {
  const { sort, onSort, columns: chosen, onColumns } = look
  // The columns that fitted when the menu was opened.
  const [fitting] = useState(() => grid.current?.shownColumns() ?? columns.map(({ name }) => name))
  const shown = chosen ?? fitting
  const sortable = columns.flatMap(({ head, sorts }) =>
    sorts === undefined ? [] : [{ value: sorts.field, label: head, first: sorts.first }],
  )
  const { by, direction } = sort ?? NEWEST_FIRST
  return (
    <>
      {onSort === null ? null : (
        <>
          <MenuChoice
            label="Sort by"
            value={by}
            options={sortable}
            onChange={(field) => {
              const first = sortable.find(({ value }) => value === field)?.first ?? 'ascending'
              onSort(field === 'created' ? null : { by: field, direction: first })
            }}
          />
          <MenuChoice
            label="Order"
            value={direction}
            options={by === 'created' ? AGES : DIRECTIONS}
            onChange={(next) =>
              onSort(by === 'created' && next === 'descending' ? null : { by, direction: next })
            }
          />
          <MenuLine />
        </>
      )}
      <MenuGroup label="Columns">
        <MenuCheck checked={chosen === null} onChange={(on) => onColumns(on ? null : shown)}>
          As many as fit
        </MenuCheck>
        {columns.map(({ name, head }) => (
          <MenuCheck
            key={name}
            checked={shown.includes(name)}
            disabled={shown.length === 1 && shown.includes(name)}
            onChange={() => onColumns(toggledColumn(columns, shown, name))}
          >
            {head}
          </MenuCheck>
        ))}
      </MenuGroup>
    </>
  )
}

export function ColumnsMenu(props: ColumnsMenuProps) {
  return (
    <Menu
      label="Columns and order"
      align="end"
      trigger={<Button look="quiet" size="small" icon="columns" aria-label="Columns and order" />}
    >
      <Content {...props} />
    </Menu>
  )
}
