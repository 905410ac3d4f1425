import { useBench } from '#window/state/bench'
import { closeSession, useInfo } from '#window/state/info'
import { Button } from '#window/ui/Button.tsx'
import { Notice } from '#window/ui/Notice.tsx'
import { importSessionFile, isSessionFile } from './session-work'
import { cancelFileWork, useFileWork } from '#window/state/file-work'
import './sessions.css'
import { useEffect } from 'react'
import { showToast, showFailure } from '#window/state/toasts'
import { importHar, isHarFile } from '#window/features/traffic/har-jobs'
import type { BenchClient } from '#protocol/client'
import { desktopConnection } from '#window/state/connection'
import { CommandButton } from '#window/commands/CommandControls.tsx'
import { openDialog } from '#window/state/dialogs'
import { OPEN_SESSION_FILE } from './session-commands'
import { useSessions } from './SessionsSettings'

export function SessionLine() {
  const bench = useBench()
  const session = useInfo((state) => state.info?.session)
  const work = useFileWork((state) => state.work)
  const readOnly = session?.kind === 'imported' && session.mode === 'readOnly'
  return (
    <>
      {session?.kind !== 'imported' ? null : (
        <div className="band session-line" role="region" aria-label="Open session">
          <Notice
            title={
              <>
                {readOnly ? 'Viewing' : 'Working in'} “{session.name}” ({readOnly ? 'read-only' : 'live'}).
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
              : 'Requests, callbacks and the clock now belong to it, and what happens is kept in it. Your own session is paused.'}
          </Notice>
        </div>
      )}
      {work === null ? null : (
        <div className="band row session-work" role="region" aria-label="File in progress">
          <span>{work.label}…</span>
          <progress aria-label={work.label} max={1} {...(work.part === null ? {} : { value: work.part })} />
          <span className="mid">{work.detail}</span>
          <Button size="small" onClick={cancelFileWork}>
            Cancel
          </Button>
        </div>
      )}
    </>
  )
}

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true

/** Imports session files and HTTP archives dropped on the window, and session files opened by the system. */
export function SessionDrop() {
  const bench = useBench()
  useEffect(() => followOpenedFiles(bench), [bench])
  useEffect(() => {
    const onDragOver = (event: DragEvent): void => {
      // Without this, the window would navigate to the file.
      if (holdsFiles(event) && !event.defaultPrevented) event.preventDefault()
    }
    const onDrop = (event: DragEvent): void => {
      if (!holdsFiles(event) || event.defaultPrevented) return
      event.preventDefault()
      const files = [...(event.dataTransfer?.files ?? [])]
      const session = files.find(isSessionFile)
      const archive = files.find(isHarFile)
      if (session !== undefined) void importSessionFile(bench, session)
      else if (archive !== undefined) importHar(bench, archive)
      else
        showToast({
          icon: 'warn',
          text: 'This is neither a session file (.paybench) nor an HTTP archive (.har). Drop a file of one of these kinds.',
        })
    }
    window.addEventListener('dragover', onDragOver)
    window.addEventListener('drop', onDrop)
    return () => {
      window.removeEventListener('dragover', onDragOver)
      window.removeEventListener('drop', onDrop)
    }
  }, [bench])
  return null
}

/** Path at which the desktop program offers the session file opened with it. */
const OFFERED = '/opened-file'

async function takeFile(bench: BenchClient): Promise<void> {
  const response = await fetch(OFFERED)
  const name = decodeURIComponent(response.headers.get('x-file-name') ?? '')
  if (name === '') return
  if (response.status === 200) await importSessionFile(bench, new File([await response.blob()], name))
  else
    showToast({
      icon: 'warn',
      text: `${name} could not be read. Check that the file is there and can be read, then open it again.`,
    })
}

/** Imports session files that the system opens with the desktop program. Returns a function that stops this. */
function followOpenedFiles(bench: BenchClient): () => void {
  if (desktopConnection() === undefined) return () => undefined
  const take = (): void => {
    takeFile(bench).catch(showFailure)
  }
  take()
  window.addEventListener('paybench-file', take)
  return () => window.removeEventListener('paybench-file', take)
}

export function SessionOfLink({ sessionId }: { readonly sessionId: string }) {
  const { value: sessions } = useSessions()
  if (sessions === null) return null
  const session = sessions.find(({ id }) => id === sessionId)
  return session === undefined ? (
    <>
      <p>Paybench does not have that session. Open its file, then look for the payment or message in it.</p>
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
