import { useId, useState } from 'react'
import { useBench } from '#window/state/bench'
import type { DialogProps } from '#window/state/dialogs'
import { useInfo } from '#window/state/info'
import { ActionDialog, Dialog, DialogError, useSubmit } from '#window/ui/Dialog.tsx'
import { counted } from '#lib/words'
import { formatDateTime, parseTime } from '#window/lib/time'
import { contentWords, exportSession, openSession } from './session-work'
import type { SessionMode } from '#protocol/sessions'
import { showToast } from '#window/state/toasts'
import { Button } from '#window/ui/Button.tsx'
import { Notice } from '#window/ui/Notice.tsx'
import { Check } from '#window/ui/Field.tsx'
import { KeyValues } from '#window/ui/Table.tsx'
import { forgetSessionDrafts } from '#window/state/preferences'

export function ExportSessionDialog({ onClose }: DialogProps<'exportSession'>) {
  const bench = useBench()
  const counters = useInfo((state) => state.info?.counters)
  const session = useInfo((state) => state.info?.session)
  const hasSecrets = session?.kind !== 'imported' || session.hasSecrets
  const [includeSecrets, setIncludeSecrets] = useState(false)
  const id = useId()
  const start = (): void => {
    void exportSession(bench, includeSecrets)
    onClose()
  }
  if (counters === undefined) return null
  return (
    <ActionDialog
      title="Export this session"
      width={560}
      onClose={onClose}
      onSubmit={start}
      does="sessions.export"
      action={`Export ${counted(counters.payments, 'payment')}`}
    >
      <KeyValues
        of={[
          [
            'In the file',
            `${counted(counters.payments, 'payment')}, ${counted(counters.callbacks, 'callback')}, ${counted(counters.captures + counters.exchanges, 'recorded request')}, the clock, projects with their switches, and rules`,
          ],
          ['Not in it', 'card numbers and security codes: they are masked before they are stored'],
        ]}
      />
      <div className="field">
        <Check
          checked={includeSecrets}
          disabled={!hasSecrets}
          aria-describedby={`${id}-help`}
          onChange={setIncludeSecrets}
        >
          Include the secrets of the projects
        </Check>
        <span className="help" id={`${id}-help`}>
          {hasSecrets
            ? 'Without them the file can only be viewed: the session cannot continue elsewhere, and callback signatures cannot be checked again. With them, anyone who has the file can sign as these projects.'
            : 'This session was imported without them.'}
        </span>
      </div>
    </ActionDialog>
  )
}

export function OpenSessionDialog({ session, onClose }: DialogProps<'openSession'>) {
  const bench = useBench()
  const { busy, refusal, submit } = useSubmit()
  const open = (mode: SessionMode): void => submit(() => openSession(bench, session, mode), onClose)
  const clock = formatDateTime(parseTime(session.clock))
  return (
    <Dialog
      title="Open this session"
      subtitle={session.name}
      width={560}
      onClose={onClose}
      onSubmit={() => open('readOnly')}
      does="sessions.open"
      note="Your own session is kept."
      actions={
        <>
          <Button
            size="large"
            does="sessions.open"
            disabled={busy || !session.hasSecrets}
            onClick={() => open('live')}
          >
            Open live
          </Button>
          <Button look="primary" size="large" submit disabled={busy}>
            Open read-only
          </Button>
        </>
      }
    >
      <div className="dialog-pad">
        <KeyValues
          of={[
            ['Contents', contentWords(session)],
            [
              'Exported',
              `${formatDateTime(parseTime(session.exportedAt))} UTC, with Paybench ${session.version}`,
            ],
            ['Clock', clock],
            ['Read-only', 'You can view and search everything. Nothing changes and nothing is sent.'],
            [
              'Live',
              session.hasSecrets
                ? `It continues from its own time: the clock stays at ${clock} until you let it run. Anything due at that time or earlier is sent as soon as the session opens, to the addresses in the session.`
                : 'Not possible: the file does not contain the secrets of its projects. Request an export that includes them.',
            ],
          ]}
        />
        {session.wasLive ? (
          <Notice title="This session was continued here.">
            It was opened live, so it may differ from its file. To get the original state, open the file
            again.
          </Notice>
        ) : null}
        <DialogError refusal={refusal} title="The session was not opened." />
      </div>
    </Dialog>
  )
}

export function RemoveSessionDialog({ session, onClose }: DialogProps<'removeSession'>) {
  const bench = useBench()
  const remove = async (): Promise<void> => {
    await bench.call('sessions.remove', { id: session.id })
    forgetSessionDrafts(session.id)
    showToast({ icon: 'trash', text: `Session "${session.name}" removed` })
  }
  return (
    <ActionDialog
      title={`Remove "${session.name}"?`}
      failed="The session was not removed."
      onClose={onClose}
      send={remove}
      does="sessions.remove"
      isFinal
      action="Remove session"
    >
      <KeyValues
        of={[
          [
            'Removed',
            `this copy: ${contentWords(session)}${session.wasLive ? ', and everything that happened after it was opened live' : ''}`,
          ],
          ['Kept', 'the imported file and your own session'],
        ]}
      />
    </ActionDialog>
  )
}
