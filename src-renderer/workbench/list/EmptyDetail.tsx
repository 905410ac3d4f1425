/** Shown beside a list while no row is selected: what to do next. */
export function EmptyDetail({ text }: { readonly text: string }) {
  return (
    <div className="empty">
      <p>{text}</p>
    </div>
  )
}
