import { useEffect, useState } from 'react'
import type { FamilyMember } from '#protocol/replay'
import { useFetched } from '#window/message-view/use-fetched'
import { useReloadOn } from '#window/message-view/use-message'
import { verdictLook } from '#window/message-view/verdict'
import { useBench } from '#window/state/bench'
import { formatClock, parseTime } from '#window/lib/time'
import { formatCount } from '#window/lib/figures'
import { Button } from '#window/ui/Button.tsx'
import { Icon } from '#window/ui/Icon.tsx'
import { openMessage } from './replay-commands'
import { memberTitle, memberVerdict, type TreeNode, treeOf } from './tree-rows'

interface ReplayTreeProps {
  /** The message that is edited. */
  readonly id: string
  /** It differs from the original. */
  readonly drafted: boolean
}

function Member({ member, current }: { readonly member: FamilyMember; readonly current: boolean }) {
  const verdict = memberVerdict(member)
  const signature = member.signature === undefined ? null : verdictLook(member.signature)
  const said = member.answer === undefined || member.answer === '' ? '' : `: ${member.answer}`
  return (
    <button
      type="button"
      className="row bare small mid rp-member"
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
      <span className={`http ${verdict.good ? 'ok' : 'bad'}`}>{verdict.text}</span>
    </button>
  )
}

interface BranchProps extends ReplayTreeProps {
  readonly nodes: readonly TreeNode[]
}

function Branch({ nodes, id, drafted }: BranchProps) {
  return (
    <ul>
      {nodes.map(({ member, children }) => (
        <li key={member.id}>
          <Member member={member} current={member.id === id} />
          {member.id === id && drafted ? (
            <ul>
              <li>
                <b>This draft</b>
              </li>
            </ul>
          ) : null}
          {children.length === 0 ? null : <Branch nodes={children} id={id} drafted={drafted} />}
        </li>
      ))}
    </ul>
  )
}

/** Everything that was made from one message, with the merchant's answers beside each other. */
export function ReplayTree({ id, drafted }: ReplayTreeProps) {
  const bench = useBench()
  const { value, error, reload } = useFetched(`family:${id}`, () => bench.call('callbacks.family', { id }))
  const ids = new Set(value?.members.map((member) => member.id))
  useReloadOn(
    (event) =>
      event.type === 'callback.changed' &&
      (ids.has(event.callback.id) || ids.has(event.callback.replayOf ?? '')),
    reload,
  )
  const [section, setSection] = useState<HTMLElement | null>(null)
  const isBelow = useIsBelow(section)
  if (error !== null) return <p className="bad">{error}</p>
  if (value === null) return null
  return (
    <>
      <section ref={setSection} className="small rp-tree" aria-label="History of replays">
        <h4 className="label">History</h4>
        <Branch nodes={treeOf(value.members)} id={id} drafted={drafted} />
        {value.cut === 0 ? null : <p className="dim">and {value.cut} more</p>}
      </section>
      {isBelow && value.members.length > 1 ? (
        <div className="rp-below">
          <Button
            look="quiet"
            size="small"
            icon="down"
            onClick={() => section?.scrollIntoView({ block: 'start' })}
          >
            History: {formatCount(value.members.length + value.cut)}
          </Button>
        </div>
      ) : null}
    </>
  )
}

/** Its name and its first line: less than that says nothing. */
const SEEN_PX = 44

/** Whether an element is out of sight, below what its column shows. */
function useIsBelow(element: HTMLElement | null): boolean {
  const [isBelow, setBelow] = useState(false)
  useEffect(() => {
    if (element === null) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry === undefined) return
        const { boundingClientRect: box, intersectionRect: seen } = entry
        setBelow(seen.height < Math.min(box.height - 1, SEEN_PX))
      },
      { threshold: Array.from({ length: 21 }, (_, step) => step / 20) },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return isBelow
}
