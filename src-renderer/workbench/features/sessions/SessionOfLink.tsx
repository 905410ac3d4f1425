import { CommandButton } from '#window/commands/CommandControls.tsx'
import { openDialog } from '#window/state/dialogs'
import { Button } from '#window/ui/Button.tsx'
import { OPEN_SESSION_FILE } from './session-commands'
import { useSessions } from './use-sessions'

/** Opens the imported session that a link leads into; where this bench does not have it, its file. */
export function SessionOfLink({ sessionId }: { readonly sessionId: string }) {
  const sessions = useSessions()
  if (sessions === null) return null
  const session = sessions.find(({ id }) => id === sessionId)
  return session === undefined ? (
    <>
      <p>This bench does not have that session. Open its file, then look for the payment or message in it.</p>
      <CommandButton command={OPEN_SESSION_FILE} subject={null} shows="label" />
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
