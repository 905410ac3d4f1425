import { useBench } from '#window/state/bench'
import { openDialog } from '#window/state/dialogs'
import { Button } from '#window/ui/Button.tsx'
import { pickSession } from './pick-session'
import { useSessions } from './use-sessions'

/** Opens the imported session that a link leads into; where this bench does not have it, its file. */
export function SessionOfLink({ sessionId }: { readonly sessionId: string }) {
  const bench = useBench()
  const sessions = useSessions()
  if (sessions === null) return null
  const session = sessions.find(({ id }) => id === sessionId)
  return session === undefined ? (
    <>
      <p>This bench does not have that session. Open its file, then look for the payment or message in it.</p>
      <Button does="sessions.upload" onClick={() => pickSession(bench)}>
        Open session file…
      </Button>
    </>
  ) : (
    <>
      <p>Open the session “{session.name}” to follow the link. Your own session is kept.</p>
      <Button
        look="primary"
        does="sessions.open"
        onClick={() => openDialog({ kind: 'openSession', session })}
      >
        Open session…
      </Button>
    </>
  )
}
