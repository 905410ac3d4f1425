import { useStore } from 'zustand'
import { useBench } from '#window/state/bench'
import { useInfo } from '#window/state/info'
import { closeSession } from '#window/state/own-session'
import { Button } from '#window/ui/Button.tsx'
import { Notice } from '#window/ui/Notice.tsx'
import { cancelSessionWork, dismissSessionError, sessionWorkStore } from './session-work'
import './sessions.css'

/** Which session is open, where it is not the tester's own; what is being read or written; why an import failed. */
export function SessionLine() {
  return (
    <>
      <OpenedLine />
      <WorkLine />
      <ErrorLine />
    </>
  )
}

function OpenedLine() {
  const bench = useBench()
  const session = useInfo((state) => state.info?.session)
  if (session?.kind !== 'imported') return null
  const readOnly = session.mode === 'readOnly'
  return (
    <div className="session-line" role="region" aria-label="Open session">
      <Notice
        tone="amber"
        title={
          <>
            {readOnly ? 'Viewing' : 'Working in'} ‘{session.name}’ ({readOnly ? 'read-only' : 'live'}).
          </>
        }
        action={
          <Button size="small" icon="back" does="sessions.close" onClick={() => closeSession(bench)}>
            Back to your own session
          </Button>
        }
      >
        {readOnly
          ? 'Its clock is stopped, nothing is sent, and requests get a 503 response.'
          : 'Requests, callbacks and the clock now belong to it. Your own session is paused.'}
      </Notice>
    </div>
  )
}

function WorkLine() {
  const bench = useBench()
  const work = useStore(sessionWorkStore, (state) => state.work)
  if (work === null) return null
  return (
    <div className="session-line session-work" role="region" aria-label="Session file">
      <span>{work.label}…</span>
      <progress aria-label={work.label} max={1} {...(work.part === null ? {} : { value: work.part })} />
      <span className="mid nums">{work.detail}</span>
      <Button size="small" onClick={() => cancelSessionWork(bench)}>
        Cancel
      </Button>
    </div>
  )
}

function ErrorLine() {
  const error = useStore(sessionWorkStore, (state) => state.error)
  if (error === null) return null
  return (
    <div className="session-line">
      <Notice
        tone="red"
        live
        title="The session file was not opened."
        action={
          <Button look="quiet" size="small" icon="close" aria-label="Dismiss" onClick={dismissSessionError} />
        }
      >
        {error}
      </Notice>
    </div>
  )
}
