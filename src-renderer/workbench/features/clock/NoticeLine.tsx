import { Popover } from 'radix-ui'
import { WALL_CLOCK_MOVED, type Notice as BenchNotice } from '#protocol/bench'
import { openDialog } from '#window/state/dialogs'
import { useInfo } from '#window/state/info'
import { Button } from '#window/ui/Button.tsx'
import { Icon, type IconName } from '#window/ui/Icon.tsx'
import { Notice } from '#window/ui/Notice.tsx'

const LEVELS = ['error', 'warning', 'info'] as const
const ICONS: Readonly<Record<BenchNotice['level'], IconName>> = {
  error: 'state-failed',
  warning: 'warn',
  info: 'info',
}
const TONES = { error: 'red', warning: 'amber', info: 'quiet' } as const

/** The most serious notice first. */
function bySeverity(notices: readonly BenchNotice[]): readonly BenchNotice[] {
  return notices.toSorted((left, right) => LEVELS.indexOf(left.level) - LEVELS.indexOf(right.level))
}

const NONE: readonly BenchNotice[] = []

/** The most serious notice of the bench in one line with its remedy; all of them on request. */
export function NoticeLine() {
  const notices = bySeverity(useInfo((state) => state.info?.notices ?? NONE))
  const [first] = notices
  if (first === undefined) return null
  const text = `${first.message}${first.remedy === undefined ? '' : ` ${first.remedy}`}`
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <button className={`listener notice-line ${first.level}`} type="button" title={text}>
          <Icon name={ICONS[first.level]} small />
          <span className="clip">{text}</span>
          {notices.length === 1 ? null : <span className="dim">and {notices.length - 1} more</span>}
        </button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="menu notices"
          side="top"
          align="start"
          sideOffset={6}
          collisionPadding={8}
          aria-label="Notices"
        >
          {notices.map((notice) => (
            <Notice
              key={notice.id}
              tone={TONES[notice.level]}
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
