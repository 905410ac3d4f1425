import type { BenchInfo, ListenerView } from '#protocol/bench'
import { useInfo } from '#window/state/info'
import { useWallNow } from '#window/state/clock'
import { announce } from '#window/state/announcements'
import { listenerLabel, portText } from '#window/state/listeners'
import { showToast } from '#window/state/toasts'
import { copyText } from '#window/lib/clipboard'
import { Icon } from '#window/ui/Icon.tsx'
import { formatCount, formatShare } from '#window/lib/figures'
import { formatWallClock } from '#window/lib/time'
import { ClockPanel } from './ClockPanel'
import { NoticeLine } from './NoticeLine'
import './clock-bar.css'

/** Listeners of the bar; the TLS ones are in Settings. */
const SHOWN = ['platform', 'merchant', 'workbench'] as const

/** The workbench opens only with the token of this run, so the copied address includes it; it is never shown. */
async function copyAddress({ url, opensAt }: ListenerView): Promise<void> {
  const text = opensAt === undefined ? `Copied ${url}` : `Copied ${url} with the token of this run`
  if (!(await copyText(opensAt ?? url))) {
    showToast({ icon: 'warn', text: `${url} could not be copied. Allow this page to use the clipboard.` })
    return
  }
  announce(text)
  showToast({ icon: 'copy', text })
}

function hintOf({ url, opensAt, notice }: ListenerView): string {
  const copied = opensAt === undefined ? url : `${url} with the token of this run, to open it in a browser`
  return notice === undefined ? `Copy ${copied}` : `Copy ${copied}\n${notice}`
}

function Listeners() {
  const listeners = useInfo((state) => state.info?.listeners)
  const down = useInfo((state) => state.status === 'lost')
  const shown = SHOWN.flatMap((name) => listeners?.find((listener) => listener.name === name) ?? [])
  return (
    <ul aria-label="Listeners">
      {shown.map((listener) => {
        const { name, url, notice } = listener
        return (
          <li key={name}>
            <button
              className={down ? 'listener fault' : 'listener'}
              type="button"
              title={hintOf(listener)}
              onClick={() => void copyAddress(listener)}
            >
              <Icon name={down ? 'state-failed' : notice === undefined ? 'state-delivered' : 'warn'} small />
              {listenerLabel(name)} <code>{portText(url)}</code>
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
      {formatCount(counters.payments)} payments <span aria-hidden="true">·</span>{' '}
      {formatCount(counters.callbacks)} callbacks <span aria-hidden="true">·</span>{' '}
      {evicted === 0 ? 'none' : formatCount(evicted)} evicted
    </>
  )
}

/** The bar mentions lists only when they are at least this many commits behind. */
const MIN_SHOWN_COMMITS = 1000

/** How far lists and search are behind; nothing while they keep up. */
function IndexProgress() {
  const index = useInfo((state) => state.info?.storage.index)
  const text = index === undefined ? null : indexText(index)
  return text === null ? null : (
    <div className="dim" role="status">
      {text}
    </div>
  )
}

function indexText({ behind, rebuilding, texts }: BenchInfo['storage']['index']): string | null {
  if (rebuilding !== null) return `lists being built: ${formatShare(rebuilding)}`
  if (behind >= MIN_SHOWN_COMMITS) return `lists ${formatCount(behind)} changes behind`
  return texts === null ? null : `search reads older messages: ${formatShare(texts)}`
}

function WallClock() {
  return <>wall {formatWallClock(useWallNow())}</>
}

/** Listeners, the virtual clock, what needs attention, counters. */
export function FootBar() {
  return (
    <footer className="footbar">
      <div>
        <Listeners />
      </div>
      <ClockPanel />
      <div className="grow notice-slot">
        <NoticeLine />
      </div>
      <IndexProgress />
      <div className="dim wide">
        <Counters />
      </div>
      <div className="dim wide" title="Your computer’s clock">
        <WallClock />
      </div>
    </footer>
  )
}
