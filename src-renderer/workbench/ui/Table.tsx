import { Fragment, type Key, type MouseEvent, type ReactNode } from 'react'

export interface TableColumn<Row> {
  readonly head: ReactNode
  readonly cell: (row: Row, index: number) => ReactNode
  /** Class of the cells; a string with `num` aligns the head to the right as well. */
  readonly className?: string | ((row: Row) => string)
  readonly headClassName?: string
  readonly title?: (row: Row) => string | undefined
}

export interface TableProps<Row> {
  readonly caption: string
  readonly className?: string
  readonly rows: readonly Row[]
  readonly columns: readonly TableColumn<Row>[]
  readonly keyOf: (row: Row, index: number) => Key
  readonly isChosen?: (row: Row, index: number) => boolean
}

export function Table<Row>({ caption, className, rows, columns, keyOf, isChosen }: TableProps<Row>) {
  return (
    <table className={className === undefined ? 'plain' : `plain ${className}`}>
      <caption className="sr">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ head, className: name, headClassName }, at) => (
            <th key={at} className={typeof name === 'string' && /\bnum\b/.test(name) ? 'num' : headClassName}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr
            key={keyOf(row, index)}
            className={isChosen?.(row, index) === true ? 'chosen' : undefined}
            onClick={clickOpenRow}
          >
            {columns.map(({ cell, className: name, title }, at) => (
              <td key={at} className={typeof name === 'function' ? name(row) : name} title={title?.(row)}>
                {cell(row, index)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface KeyValuesProps {
  /** Names and values; a null entry is left out. */
  readonly of: readonly (readonly [name: ReactNode, value: ReactNode] | null)[]
  readonly className?: string
}

export function KeyValues({ of, className = 'kv' }: KeyValuesProps) {
  return (
    <dl className={className}>
      {of.map((pair, at) =>
        pair === null ? null : (
          <Fragment key={at}>
            <dt>{pair[0]}</dt>
            <dd>{pair[1]}</dd>
          </Fragment>
        ),
      )}
    </dl>
  )
}

/** A click in a row counts as a click on its {@link OpenRow}, unless it selects text or hits another control. */
export function clickOpenRow({ target, currentTarget }: MouseEvent<HTMLTableRowElement>): void {
  const isControl = target instanceof Element && target.closest('button, a') !== null
  if (isControl || getSelection()?.type === 'Range') return
  const button = currentTarget.querySelector<HTMLElement>('.step-open')
  button?.focus()
  button?.click()
}

export function OpenRow(props: {
  readonly isOpen: boolean
  readonly className?: string
  readonly label?: string
  readonly onOpen: () => void
  readonly children: ReactNode
}) {
  return (
    <button
      type="button"
      className={`bare step-open ${props.className ?? ''}`.trimEnd()}
      aria-current={props.isOpen ? 'true' : undefined}
      aria-label={props.label}
      onClick={props.onOpen}
    >
      {props.children}
    </button>
  )
}
