import type { BenchClient } from '../../../../src-main/protocol/client'
import { desktopConnection } from '../../state/desktop-connection'
import { showFailure, showToast } from '../../state/toasts'
import { importSessionFile } from './session-work'

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
export function followOpenedFiles(bench: BenchClient): () => void {
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
