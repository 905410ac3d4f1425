import { useEffect, useState } from 'react'
import { useBench } from '#window/state/bench'
import { showToast, showFailure } from '#window/state/toasts'
import { Icon } from '#window/ui/Icon.tsx'
import { importHar, isHarFile } from '#window/features/traffic/har-jobs'
import { importSessionFile, isSessionFile } from './session-work'
import './sessions.css'
import type { BenchClient } from '#protocol/client'
import { desktopConnection } from '#window/state/desktop-connection'

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true

/**
 * Takes a session file or an HTTP archive that is dropped anywhere on the window, and session files that the system opens;
 * other files are left alone.
 */
export function SessionDrop() {
  const bench = useBench()
  const [isOver, setIsOver] = useState(false)
  useEffect(() => followOpenedFiles(bench), [bench])
  useEffect(() => {
    let depth = 0
    const enter = (event: DragEvent): void => {
      if (!holdsFiles(event)) return
      depth += 1
      setIsOver(true)
    }
    const leave = (event: DragEvent): void => {
      if (!holdsFiles(event)) return
      depth -= 1
      if (depth <= 0) setIsOver(false)
    }
    const over = (event: DragEvent): void => {
      // Without this the window would navigate to the file.
      if (holdsFiles(event) && !event.defaultPrevented) event.preventDefault()
    }
    const drop = (event: DragEvent): void => {
      depth = 0
      setIsOver(false)
      // An element below may have handled it.
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
    window.addEventListener('dragenter', enter)
    window.addEventListener('dragleave', leave)
    window.addEventListener('dragover', over)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragenter', enter)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('dragover', over)
      window.removeEventListener('drop', drop)
    }
  }, [bench])
  if (!isOver) return null
  return (
    <div className="session-drop" aria-hidden="true">
      <div>
        <Icon name="up" />
        Drop a session file to open it, or an HTTP archive to import it
      </div>
    </div>
  )
}

/** Where the desktop program offers the session file that the system opened with it. */
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

/** Imports the session files that the system opens with the desktop program. Returns the function that stops it. */
function followOpenedFiles(bench: BenchClient): () => void {
  if (desktopConnection() === undefined) return () => undefined
  const take = (): void => {
    takeFile(bench).catch(showFailure)
  }
  take()
  window.addEventListener('paybench-file', take)
  return () => {
    window.removeEventListener('paybench-file', take)
  }
}
