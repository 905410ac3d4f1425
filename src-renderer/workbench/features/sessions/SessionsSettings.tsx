import { CommandButton } from '#window/commands/CommandControls.tsx'
import { openDialog } from '#window/state/dialogs'
import { useInfo } from '#window/state/info'
import { Button } from '#window/ui/Button.tsx'
import { Failure } from '#window/ui/Notice.tsx'
import { formatDateTime, parseTime } from '#window/lib/time'
import { contentWords } from './session-work'
import { EXPORT_SESSION, OPEN_SESSION_FILE } from './session-commands'
import './sessions.css'
import { useFetched } from '#window/message-view/use-fetched'
import { useReloadOn } from '#window/message-view/use-message'
import { useBench } from '#window/state/bench'

export function SessionsSettings() {
  const { value: sessions, error, reload } = useSessions()
  const open = useInfo((state) => state.info?.session)
  return (
    <>
      <div className="field">
        <span className="help">
          Save a whole session in one file: payments, messages, clock, projects and rules. Open it on another
          computer to view it or to continue it. Your own session is kept and paused meanwhile.
        </span>
        <span className="row">
          <CommandButton command={EXPORT_SESSION} subject={null} />
          <CommandButton command={OPEN_SESSION_FILE} subject={null} />
        </span>
      </div>
      <Failure title="The sessions could not be listed." error={error} onRetry={reload} />
      {sessions === null || sessions.length === 0 ? null : (
        <ul className="box session-list" aria-label="Imported sessions">
          {sessions.map((session) => {
            const isOpen = open?.kind === 'imported' && open.id === session.id
            return (
              <li key={session.id} aria-current={isOpen ? 'true' : undefined}>
                <div className="grow">
                  <b>{session.name}</b>
                  <span className="mid">
                    {contentWords(session)}, exported {formatDateTime(parseTime(session.exportedAt))}
                    {session.wasLive ? ', continued here since' : ''}
                    {isOpen ? ', open now' : ''}
                  </span>
                </div>
                <Button size="small" onClick={() => openDialog({ kind: 'openSession', session })}>
                  Open…
                </Button>
                <Button
                  look="quiet"
                  size="small"
                  icon="trash"
                  aria-label={`Remove ${session.name}`}
                  disabled={isOpen}
                  onClick={() => openDialog({ kind: 'removeSession', session })}
                />
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}

export function useSessions() {
  const bench = useBench()
  const fetched = useFetched('sessions', async () => (await bench.call('sessions.list', {})).items)
  useReloadOn(({ type }) => type === 'sessions.listed', fetched.reload)
  return fetched
}
