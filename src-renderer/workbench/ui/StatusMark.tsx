import type { ReactNode } from 'react'
import { Icon } from './Icon'
import { type StateLook, statusLook } from './states'

interface StateMarkProps {
  readonly look: StateLook
  readonly children: ReactNode
}

/** Icon, word and hue of a state, as lists show it: only the icon is coloured. */
export function StateMark({ look, children }: StateMarkProps) {
  return (
    <span className={look.hue === 'quiet' ? 'state q' : 'state'} data-hue={look.hue}>
      <Icon name={look.icon} />
      <span className="clip">{children}</span>
    </span>
  )
}

/** A payment's or operation's status in a list, with the code that says why where there is one. */
export function StatusMark({ status, code }: { readonly status: string; readonly code?: string }) {
  return (
    <StateMark look={statusLook(status)}>
      {status}
      {code === undefined ? null : <span className="state-code"> {code}</span>}
    </StateMark>
  )
}

interface BadgeProps {
  readonly look: StateLook
  readonly small?: boolean
  readonly children: ReactNode
}

/** Tinted badge for the one state that a pane is about. */
export function Badge({ look, small = false, children }: BadgeProps) {
  return (
    <span className={small ? 'badge sm' : 'badge'} data-hue={look.hue}>
      <Icon name={look.icon} />
      {children}
    </span>
  )
}

/** The status of the payment that the pane shows. */
export function StatusBadge({
  status,
  small = false,
}: {
  readonly status: string
  readonly small?: boolean
}) {
  return (
    <Badge look={statusLook(status)} small={small}>
      {status}
    </Badge>
  )
}
