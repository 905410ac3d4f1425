import type { HeaderList } from '#lib/http-message/message'

/** Header fields in their order, with their case and their repeats. */
export function HeadersTable({ headers, label }: { readonly headers: HeaderList; readonly label: string }) {
  if (headers.length === 0) return <p className="msg-empty">No header field was sent.</p>
  return (
    <table className="plain long msg-headers">
      <caption className="sr">{label}</caption>
      <thead>
        <tr>
          <th className="num">#</th>
          <th>Name</th>
          <th>Value</th>
        </tr>
      </thead>
      <tbody>
        {headers.map(([name, value], index) => (
          <tr key={index}>
            <td className="num dim">{index + 1}</td>
            <td className="mono">{name}</td>
            <td className="mono msg-wrap">{value === '' ? <span className="dim">empty</span> : value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
