import { useEffect, useRef } from 'react'
import { formatCount } from '../../lib/figures'
import { shownParameters } from './parameters'
import type { Parameter } from './parameters'

interface ParametersTableProps {
  readonly parameters: readonly Parameter[]
  /** The one that was refused; -1: none of them. */
  readonly refused: number
}

/** Parameters in the order in which they were sent; the refused one is marked and brought into view. */
export function ParametersTable({ parameters, refused }: ParametersTableProps) {
  const shown = shownParameters(parameters, refused)
  const left = parameters.length - shown.length
  const marked = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    marked.current?.scrollIntoView({ block: 'center' })
  }, [refused, parameters])
  return (
    <div className="scroll grow" role="region" aria-label="Parameters" tabIndex={0}>
      <table className="plain msg-headers">
        <caption className="sr">Parameters in their order</caption>
        <thead>
          <tr>
            <th className="num">#</th>
            <th>Name</th>
            <th>Value</th>
            <th>In</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ parameter: { place, name, value }, index }) => (
            <tr
              key={index}
              {...(index === refused ? { ref: marked, className: 'tr-refused', 'aria-current': true } : {})}
            >
              <td className="num dim">{index + 1}</td>
              <td className="mono">
                {name}
                {index === refused ? <span className="sr"> (refused)</span> : null}
              </td>
              <td className="mono msg-wrap">{value === '' ? <span className="dim">empty</span> : value}</td>
              <td className="dim">{place}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {left === 0 ? null : (
        <p className="dim">{formatCount(left)} more are not shown here; the raw bytes contain all of them.</p>
      )}
    </div>
  )
}
