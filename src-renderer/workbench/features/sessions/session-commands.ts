import type { OpenSession, SessionView } from '#protocol/sessions'
import type { Command } from '#window/commands/command'
import { openDialog } from '#window/state/dialogs'
import { closeSession } from '#window/state/info'
import { cancelFileWork, type FileWork } from '#window/state/file-work'
import { pickSession } from './session-work'

export const EXPORT_SESSION: Command = {
  id: 'export session',
  icon: 'download',
  label: 'Export session…',
  note: 'save a backup to a file',
  does: 'sessions.export',
  run: () => openDialog({ kind: 'exportSession' }),
}

export const OPEN_SESSION_FILE: Command = {
  id: 'open session',
  icon: 'up',
  label: 'Open session file…',
  note: 'look at a backup; your own session is kept',
  does: 'sessions.upload',
  run: pickSession,
}

export interface Sessions {
  readonly sessions: readonly SessionView[]
  readonly session: OpenSession | undefined
  readonly fileWork: FileWork | null
}

export function sessionCommands({ sessions, session: open, fileWork }: Sessions): readonly Command[] {
  return [
    EXPORT_SESSION,
    OPEN_SESSION_FILE,
    {
      id: 'own session',
      icon: 'back',
      label: 'Back to your own session',
      does: 'sessions.close',
      run: closeSession,
    },
    {
      id: 'cancel file work',
      icon: 'close',
      label: `Cancel: ${fileWork?.label ?? ''}`,
      note: fileWork?.detail ?? '',
      when: () => fileWork !== null,
      run: cancelFileWork,
    },
    ...sessions.flatMap((session): readonly Command[] => [
      {
        id: `session ${session.id}`,
        group: 'Go to',
        icon: 'up',
        label: `Session ${session.name}…`,
        run: () => openDialog({ kind: 'openSession', session }),
      },
      {
        id: `remove session ${session.id}`,
        icon: 'trash',
        label: `Remove the session ${session.name}…`,
        when: () => open?.kind !== 'imported' || open.id !== session.id,
        run: () => openDialog({ kind: 'removeSession', session }),
      },
    ]),
  ]
}
