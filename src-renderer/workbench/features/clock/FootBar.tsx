import { useInfo } from '#window/state/info'
import { useWallNow } from '#window/state/clock'
import { copyWithToast } from '#window/state/toasts'
import { LISTENER_NAMES, portText } from '#window/state/listeners'
import { Icon } from '#window/ui/Icon.tsx'
import { counted, formatCount } from '#lib/words'
import { formatShare, formatWallClock } from '#window/lib/time'
import { ActiveChips } from './ActiveChips'
import { ClockPanel } from './ClockPanel'
import './clock-bar.css'
import { Popover } from 'radix-ui'
import {
  type BenchInfo,
  type ListenerView,
  type Notice as BenchNotice,
  WALL_CLOCK_MOVED,
} from '#protocol/bench'
import { openDialog } from '#window/state/dialogs'
import { Button } from '#window/ui/Button.tsx'
import { Notice } from '#window/ui/Notice.tsx'

/** The listeners in the bar; Settings also shows the TLS listeners. */
const SHOWN = ['platform', 'merchant', 'workbench'] as const

/** The workbench opens only with the token of this run, so the copied address includes it; the token is never shown. */
const copiedWords = ({ url, opensAt }: ListenerView): string =>
  opensAt === undefined ? url : `${url} with the token of this run`

function hintOf(listener: ListenerView): string {
  const { name, opensAt, notice } = listener
  const use = opensAt === undefined ? '' : ', to open it in a browser'
  return `${LISTENER_NAMES[name]}: copy ${copiedWords(listener)}${use}${notice === undefined ? '' : `\n${notice}`}`
}

function Listeners() {
  const listeners = useInfo((state) => state.info?.listeners)
  const down = useInfo((state) => state.status === 'lost')
  const shown = SHOWN.flatMap((name) => listeners?.find((listener) => listener.name === name) ?? [])
  return (
    <ul aria-label="Listeners">
      {shown.map((listener) => {
        const { name, url, opensAt, notice } = listener
        return (
          <li key={name}>
            <button
              className={down ? 'listener fault' : 'listener'}
              type="button"
              title={hintOf(listener)}
              onClick={() => copyWithToast(opensAt ?? url, `Copied ${copiedWords(listener)}`)}
            >
              <Icon name={down ? 'state-failed' : notice === undefined ? 'state-delivered' : 'warn'} small />
              <span className="if-room">{LISTENER_NAMES[name]}</span> <code>{portText(url)}</code>
              <span className="sr">{down ? 'not connected' : 'listening'}, copy address</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

function Counters() {
  const counters = useInfo((state) => state.info?.counters)
  const evicted = useInfo((state) => state.info?.storage.evicted ?? 0)
  if (counters === undefined) return null
  return (
    <>
      {counted(counters.payments, 'payment')} <span aria-hidden="true">·</span>{' '}
      {counted(counters.callbacks, 'callback')} <span aria-hidden="true">·</span>{' '}
      {evicted === 0 ? 'none' : formatCount(evicted)} evicted
    </>
  )
}

const MIN_SHOWN_COMMITS = 1000

function IndexProgress() {
  const index = useInfo((state) => state.info?.storage.index)
  const text = index === undefined ? null : indexText(index)
  return text === null ? null : (
    <div className="dim clip" role="status">
      {text}
    </div>
  )
}

function indexText({ behind, rebuilding, texts }: BenchInfo['storage']['index']): string | null {
  if (rebuilding !== null) return `lists being built: ${formatShare(rebuilding)}`
  if (behind >= MIN_SHOWN_COMMITS) return `lists ${counted(behind, 'change')} behind`
  return texts === null ? null : `search reads older messages: ${formatShare(texts)}`
}

export function FootBar() {
  return (
    <footer className="footbar">
      <div>
        <Listeners />
      </div>
      <ClockPanel />
      <ActiveChips />
      <div className="grow notice-slot">
        <NoticeLine />
      </div>
      <IndexProgress />
      <div className="dim wide clip">
        <Counters />
      </div>
      <div className="dim wide clip" title="Your computer’s clock">
        wall {formatWallClock(useWallNow())}
      </div>
    </footer>
  )
}

const LEVELS = {
  error: { icon: 'state-failed', tone: 'red' },
  warning: { icon: 'warn', tone: 'amber' },
  info: { icon: 'info', tone: 'quiet' },
} as const satisfies Readonly<Record<BenchNotice['level'], unknown>>

const rankOf = ({ level }: BenchNotice): number => Object.keys(LEVELS).indexOf(level)

const NONE: readonly BenchNotice[] = []

/** The most serious notice with its remedy, in one line; a click shows all notices. */
function NoticeLine() {
  const known = useInfo((state) => state.info?.notices ?? NONE)
  const notices = known.toSorted((left, right) => rankOf(left) - rankOf(right))
  const [first] = notices
  if (first === undefined) return null
  const text = `${first.message}${first.remedy === undefined ? '' : ` ${first.remedy}`}`
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <button
          className="listener notice-line"
          data-hue={LEVELS[first.level].tone}
          type="button"
          title={text}
        >
          <Icon name={LEVELS[first.level].icon} small />
          <span className="clip">{text}</span>
          {notices.length === 1 ? null : <span className="dim">and {notices.length - 1} more</span>}
        </button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="menu stack notices"
          side="top"
          align="start"
          sideOffset={6}
          collisionPadding={8}
          aria-label="Notices"
        >
          {notices.map((notice) => (
            <Notice
              key={notice.id}
              tone={LEVELS[notice.level].tone}
              title={notice.message}
              action={
                notice.id === WALL_CLOCK_MOVED ? (
                  <Button size="small" onClick={() => openDialog({ kind: 'realTime' })}>
                    Back to real time…
                  </Button>
                ) : null
              }
            >
              {notice.remedy}
            </Notice>
          ))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
