import type { FieldDifference } from '#lib/match/nearest'
import './plain-table.css'

/** What is not as expected, as a table. Nothing without a difference. */
export function Differences({ differences }: { readonly differences: readonly FieldDifference[] }) {
  if (differences.length === 0) return null
  return (
    <table className="plain differences" aria-label="Differences">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Expected</th>
          <th scope="col">Actual</th>
        </tr>
      </thead>
      <tbody>
        {differences.map(({ field, expected, actual }, at) => (
          <tr key={at}>
            <td className="code">{field}</td>
            <td className="code">{expected}</td>
            <td className="code">{actual}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
