import type { CallbackDetail } from '#protocol/messages'
import { useFetched } from '#window/message-view/use-fetched'
import { useBench } from '#window/state/bench'
import { Button } from '#window/ui/Button.tsx'
import { Notice } from '#window/ui/Notice.tsx'
import { MessageEditor } from './MessageEditor'
import { replayDraftId } from './replay-commands'
import { ReplayTree } from './ReplayTree'
import './replay.css'

/** A callback or captured request, edited and sent again; the original stays as it is. */
export function ReplayPane({
  id,
  callback,
}: {
  readonly id: string
  /** The callback, where the message is one: its answers are shown in the pane. */
  readonly callback?: CallbackDetail
}) {
  const bench = useBench()
  const { value, error, reload } = useFetched(`replay:${id}`, () =>
    bench.call('callbacks.previewReplay', { id, signing: 'keep' }),
  )
  if (error !== null && value === null) {
    return (
      <div className="msg-refusal">
        <Notice
          tone="red"
          title="This message cannot be edited."
          action={
            <Button size="small" onClick={reload}>
              Try again
            </Button>
          }
        >
          {error}
        </Notice>
      </div>
    )
  }
  if (value === null) return <div className="replay" aria-busy="true" />
  return (
    <MessageEditor
      key={id}
      source={value}
      draftId={replayDraftId(id)}
      ask={(edit) => bench.call('callbacks.previewReplay', { id, ...edit })}
      send={(edit) => bench.call('callbacks.replay', { id, ...edit })}
      sendLabel="Send replay"
      does="callbacks.replay"
      original={callback}
      tree={(edited) => <ReplayTree id={id} drafted={edited} />}
    />
  )
}
