import { useStore } from 'zustand'
import { announcements } from '../state/announcements'

/** Reads out what {@link announce} was told; the same sentence twice is two messages. */
export function Announcer() {
  const { id, text } = useStore(announcements)
  return (
    <div className="sr" role="status" aria-live="polite" aria-label="Announcements">
      <span key={id}>{text}</span>
    </div>
  )
}
