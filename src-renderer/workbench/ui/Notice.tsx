import { Button } from './Button'
import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon'
import { Table } from './Table'
import type { FieldDifference } from '#lib/match/nearest'

interface NoticeProps {
  readonly tone?: 'quiet' | 'amber' | 'red' | 'green'
  readonly title: ReactNode
  readonly children?: ReactNode
  readonly action?: ReactNode
  /** Whether screen readers announce the notice as soon as it appears. */
  readonly live?: boolean
  readonly className?: string
}

const ICONS: Readonly<Record<NonNullable<NoticeProps['tone']>, IconName>> = {
  quiet: 'info',
  amber: 'warn',
  red: 'state-failed',
  green: 'state-success',
}

/** Says what happened, why, and what to do, in that order; shown where it happened. */
export function Notice(props: NoticeProps) {
  const { tone = 'quiet', title, children, action, live = false, className = '' } = props
  return (
    <div
      className={`notice ${className}`.trimEnd()}
      data-hue={tone === 'quiet' ? undefined : tone}
      {...(live ? { role: 'alert' } : {})}
    >
      <Icon name={ICONS[tone]} />
      <div>
        <b>{title}</b>
        {children === undefined ? null : <> {children}</>}
      </div>
      {action}
    </div>
  )
}

interface FailureProps extends Pick<NoticeProps, 'title'> {
  /** The reason; null if nothing has failed. */
  readonly error: string | null
  readonly onRetry?: () => void
  readonly className?: string
}

/** Says that something could not be read or done, and why. Renders nothing without an error. */
export function Failure({ title, error, onRetry, className }: FailureProps) {
  if (error === null) return null
  const again = (
    <Button size="small" onClick={onRetry}>
      Try again
    </Button>
  )
  return (
    <div className={className}>
      <Notice tone="red" live title={title} action={onRetry === undefined ? null : again}>
        {error}
      </Notice>
    </div>
  )
}

/** The output of a program. Renders nothing if there is no text. */
export function Output({ label, text }: { readonly label: string; readonly text: string | null }) {
  return text === null ? null : (
    <pre className="code wrap output" tabIndex={0} aria-label={label}>
      {text}
    </pre>
  )
}

/** A table of unexpected values. Renders nothing if there are no differences. */
export function Differences({ differences }: { readonly differences: readonly FieldDifference[] }) {
  if (differences.length === 0) return null
  return (
    <Table
      caption="Differences"
      className="tall"
      rows={differences}
      keyOf={(_difference, at) => at}
      columns={[
        { head: 'Field', className: 'code', cell: ({ field }) => field },
        { head: 'Expected', className: 'code', cell: ({ expected }) => expected },
        { head: 'Actual', className: 'code', cell: ({ actual }) => actual },
      ]}
    />
  )
}
