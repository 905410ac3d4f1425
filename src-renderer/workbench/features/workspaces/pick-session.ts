import type { BenchClient } from '../../../../src-main/protocol/client'
import { SESSION_FILE_ENDING } from '../../../../src-main/protocol/sessions'
import { showFailure } from '../../state/toasts'
import { pickFile } from '../../lib/files'
import { importSessionFile } from './session-work'

/** Asks for a session file and brings it in. */
export function pickSession(bench: BenchClient): void {
  pickFile(SESSION_FILE_ENDING)
    .then((file) => (file === null ? undefined : importSessionFile(bench, file)))
    .catch(showFailure)
}
