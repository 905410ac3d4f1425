import { useInfo } from '#window/state/info'
import { Icon } from '#window/ui/Icon.tsx'
import { Notice } from '#window/ui/Notice.tsx'

/** A starting bench answers within this many attempts. */
const PATIENT_TRIES = 3

/** Shown before the first response of the bench. */
export function Connecting() {
  const error = useInfo((state) => state.error)
  const tries = useInfo((state) => state.failedTries)
  const refused = useInfo((state) => state.refused)
  if (refused) return null // the line above the page says why
  if (error !== null) {
    return (
      <div className="page-message">
        <Notice tone="red" live title="The bench could not be read.">
          {error} Reload the page. If that does not help, restart Paybench.
        </Notice>
      </div>
    )
  }
  if (tries >= PATIENT_TRIES) {
    return (
      <div className="page-message">
        <Notice tone="amber" live title="The bench does not respond.">
          Paybench was closed. Start it again and open the address that it prints.
        </Notice>
      </div>
    )
  }
  return (
    <div className="empty" role="status">
      <Icon name="state-processing" />
      <p>Connecting to the bench…</p>
    </div>
  )
}

/** Shown while the connection is lost. What was loaded stays readable. */
export function LostLine() {
  const lost = useInfo((state) => state.status === 'lost')
  const refused = useInfo((state) => state.refused)
  if (refused) {
    return (
      <div className="lost-line">
        <Notice tone="red" live title="Paybench was restarted, and this page belongs to the previous run.">
          Open the address that Paybench printed when it restarted. All stored data is still there.
        </Notice>
      </div>
    )
  }
  if (!lost) return null
  return (
    <div className="lost-line">
      <Notice tone="red" live title="The connection to the bench was lost.">
        This page shows the last known state and reconnects automatically. If Paybench was closed, start it
        again and open the address that it prints.
      </Notice>
    </div>
  )
}

/** The page was opened without the token of this run. */
export function NoToken() {
  return (
    <main className="page-message">
      <Notice tone="amber" title="This address is not complete.">
        Paybench prints an address with a token when it starts. Open that address, then this link again in the
        same browser. A link opens by itself while another window of this bench is open.
      </Notice>
    </main>
  )
}
