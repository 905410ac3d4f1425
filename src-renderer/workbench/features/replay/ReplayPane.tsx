import { Failure } from '#window/ui/Notice.tsx'
import { type CallbackDetail, readMark } from '#protocol/messages'
import { useFetched } from '#window/message-view/use-fetched'
import { useBench } from '#window/state/bench'
import { MessageEditor } from './MessageEditor'
import { openMessage, replayDraftId } from './replay-commands'
import './replay.css'
import { verdictLook } from '#window/message-view/callback-words'
import { useReloadOn } from '#window/message-view/use-message'
import type { FamilyMember } from '#protocol/replay'
import { capitalized } from '#lib/words'
import { formatClock, parseTime } from '#window/lib/time'
import { Icon } from '#window/ui/Icon.tsx'

/** Edits a callback or captured request and sends it again; the original stays unchanged. */
export function ReplayPane({ id, callback }: { readonly id: string; readonly callback?: CallbackDetail }) {
  const bench = useBench()
  const { value, error, reload } = useFetched(`replay:${id}`, () =>
    bench.call('callbacks.previewReplay', { id, signing: 'keep' }),
  )
  if (value === null) {
    return error === null ? (
      <div className="fill replay" aria-busy="true" />
    ) : (
      <Failure
        className="msg-refusal"
        title="This message cannot be edited."
        error={error}
        onRetry={reload}
      />
    )
  }
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
      tree={(edited) => <ReplayTree id={id} hasDraft={edited} />}
    />
  )
}

interface ReplayTreeProps {
  readonly id: string
  readonly hasDraft: boolean
}

function Member({ member, current }: { readonly member: FamilyMember; readonly current: boolean }) {
  const verdict = memberVerdict(member)
  const signature = member.signature === undefined ? null : verdictLook(member.signature)
  const said = member.answer === undefined || member.answer === '' ? '' : `: ${member.answer}`
  return (
    <button
      type="button"
      className={`row bare small rp-member ${current ? 'medium' : 'mid'}`}
      aria-current={current ? 'true' : undefined}
      title={`${memberTitle(member)}, response ${verdict.text}${said}`}
      onClick={() => openMessage(member.id)}
    >
      <time className="mono dim" dateTime={member.createdAt}>
        {formatClock(parseTime(member.createdAt))}
      </time>
      <span className="clip">{memberTitle(member)}</span>
      {signature === null ? null : (
        <span className="state" data-hue={signature.hue}>
          <Icon name={signature.icon} small />
          <span className="sr">signature {signature.word},</span>
        </span>
      )}
      <span className={`http end nowrap ${verdict.good ? 'ok' : 'bad'}`}>{verdict.text}</span>
    </button>
  )
}

interface BranchProps extends ReplayTreeProps {
  readonly members: readonly FamilyMember[]
  readonly parent: string | null
}

function Branch({ members, parent, id, hasDraft }: BranchProps) {
  const children = childrenOf(members, parent)
  return children.length === 0 ? null : (
    <ul>
      {children.map((member) => (
        <li key={member.id}>
          <Member member={member} current={member.id === id} />
          {member.id === id && hasDraft ? (
            <ul>
              <li>
                <b>This draft</b>
              </li>
            </ul>
          ) : null}
          <Branch members={members} parent={member.id} id={id} hasDraft={hasDraft} />
        </li>
      ))}
    </ul>
  )
}

function ReplayTree({ id, hasDraft }: ReplayTreeProps) {
  const bench = useBench()
  const { value, error, reload } = useFetched(`family:${id}`, () => bench.call('callbacks.family', { id }))
  const ids = new Set(value?.members.map((member) => member.id))
  useReloadOn(
    (event) =>
      event.type === 'callback.changed' &&
      (ids.has(event.callback.id) || ids.has(event.callback.replayOf ?? '')),
    reload,
  )
  if (error !== null) return <p className="bad">{error}</p>
  if (value === null) return null
  return (
    <section className="small rp-tree" aria-label="History of replays">
      <h4 className="label">History</h4>
      <Branch members={value.members} parent={null} id={id} hasDraft={hasDraft} />
      {value.cut === 0 ? null : <p className="dim">and {value.cut} more</p>}
    </section>
  )
}

export function childrenOf(members: readonly FamilyMember[], parent: string | null): readonly FamilyMember[] {
  const known = new Set<string | null>(members.map(({ id }) => id))
  return members.filter(({ replayOf }) => (known.has(replayOf) ? replayOf : null) === parent)
}

/** The title of a member in the tree: its change comes first, because a long title is truncated. */
export function memberTitle({ what, change, replayOf }: FamilyMember): string {
  const mark = readMark(change)
  if (mark.check !== undefined) return `${capitalized(mark.change)}. ${mark.check}`
  if (change !== '') return change
  if (what === 'capture') return 'Captured request'
  return replayOf === null ? 'Original' : 'Replay'
}

export function memberVerdict(member: FamilyMember): { readonly text: string; readonly good: boolean } {
  const { state, lastStatus, attemptCount } = member
  if (lastStatus !== undefined) return { text: String(lastStatus), good: lastStatus === 200 }
  if (attemptCount > 0 && state === 'failed') return { text: 'none', good: false }
  return { text: state, good: state !== 'dropped' && state !== 'failed' }
}
