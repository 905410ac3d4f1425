import type { BenchClient } from '#protocol/client'
import type { OpenSession, SessionView } from '#protocol/sessions'
import { pickSession } from '#window/features/sessions/pick-session'
import { cancelSessionWork, type SessionWork } from '#window/features/sessions/session-work'
import { openDialog } from '#window/state/dialogs'
import { closeSession } from '#window/state/own-session'
import type { PaletteItem } from './palette-item'

/** Export and import of sessions, each imported session, and the running work. */
export function sessionItems(
  bench: BenchClient,
  sessions: readonly SessionView[],
  open: OpenSession | undefined,
  work: SessionWork | null,
): readonly PaletteItem[] {
  return [
    {
      id: 'export session',
      does: 'sessions.export',
      group: 'Commands',
      icon: 'download',
      label: 'Export session…',
      run: () => openDialog({ kind: 'exportSession' }),
    },
    {
      id: 'open session',
      does: 'sessions.upload',
      group: 'Commands',
      icon: 'up',
      label: 'Open session file…',
      run: () => pickSession(bench),
    },
    {
      id: 'own session',
      does: 'sessions.close',
      group: 'Commands',
      icon: 'back',
      label: 'Back to your own session',
      run: () => closeSession(bench),
    },
    ...(work === null
      ? []
      : [
          {
            id: 'cancel session work',
            group: 'Commands',
            icon: 'close',
            label: `Cancel: ${work.label}`,
            note: work.detail,
            run: () => cancelSessionWork(bench),
          } as const,
        ]),
    ...sessions.flatMap((session): readonly PaletteItem[] => [
      {
        id: `session ${session.id}`,
        group: 'Go to',
        icon: 'up',
        label: `Session ${session.name}…`,
        run: () => openDialog({ kind: 'openSession', session }),
      },
      // The one that is open stays as long as it is.
      ...(open?.kind === 'imported' && open.id === session.id
        ? []
        : [
            {
              id: `remove session ${session.id}`,
              group: 'Commands',
              icon: 'trash',
              label: `Remove the session ${session.name}…`,
              run: () => openDialog({ kind: 'removeSession', session }),
            } as const,
          ]),
    ]),
  ]
}
