/** What stands beside a list while nothing is shown of it: what to do next. */
export function EmptyDetail({ text }: { readonly text: string }) {
  return (
    <div className="empty">
      <p>{text}</p>
    </div>
  )
}
