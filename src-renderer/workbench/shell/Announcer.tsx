import { useStore } from 'zustand'
import { announcements } from '../state/announcements'

/** Reads out what `announce` was given: each sentence once, also where the next one follows at once. */
export function Announcer() {
  const sentences = useStore(announcements)
  return (
    <div className="sr" role="status" aria-live="polite" aria-atomic="false" aria-label="Announcements">
      {sentences.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  )
}
