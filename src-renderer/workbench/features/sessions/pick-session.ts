import type { BenchClient } from '#protocol/client'
import { SESSION_FILE_EXTENSION } from '#protocol/sessions'
import { showFailure } from '#window/state/toasts'
import { pickFile } from '#window/lib/files'
import { importSessionFile } from './session-work'

/** Asks for a session file and imports it. */
export function pickSession(bench: BenchClient): void {
  pickFile(SESSION_FILE_EXTENSION)
    .then((file) => (file === null ? undefined : importSessionFile(bench, file)))
    .catch(showFailure)
}
