import { ownMember } from '#lib/own-member'
import type { ReactNode } from 'react'
import { Icon } from './Icon'
import type { CallbackKind, CallbackState, CallbackSummary } from '#protocol/messages'
import type { IconName } from '#window/lib/icon-paths.tsx'

/** Hue of a state; `quiet` does not stand out. */
export type Hue = 'quiet' | 'amber' | 'violet' | 'green' | 'red' | 'rose'

export interface StateLook {
  readonly icon: IconName
  readonly hue: Hue
}

const STATUS_LOOKS: Readonly<Record<string, StateLook>> = {
  'awaiting clarification': { icon: 'state-clarification', hue: 'amber' },
  'awaiting 3ds result': { icon: 'state-3ds', hue: 'violet' },
  success: { icon: 'state-success', hue: 'green' },
  decline: { icon: 'state-decline', hue: 'red' },
  error: { icon: 'state-error', hue: 'rose' },
  'internal error': { icon: 'state-error', hue: 'rose' },
  'external error': { icon: 'state-error', hue: 'rose' },
  'awaiting capture': { icon: 'state-capture', hue: 'quiet' },
  'awaiting customer': { icon: 'state-customer', hue: 'quiet' },
  'awaiting redirect result': { icon: 'state-customer', hue: 'quiet' },
  'awaiting customer action': { icon: 'state-customer', hue: 'quiet' },
  canceled: { icon: 'state-dropped', hue: 'quiet' },
  'invoice cancelled': { icon: 'state-dropped', hue: 'quiet' },
  refunded: { icon: 'state-refund', hue: 'quiet' },
  'partially refunded': { icon: 'state-refund', hue: 'quiet' },
  reversed: { icon: 'state-refund', hue: 'quiet' },
  'partially reversed': { icon: 'state-refund', hue: 'quiet' },
  expired: { icon: 'state-expired', hue: 'quiet' },
}

/** Icon and hue of a payment or operation status; an unknown status looks like work in progress. */
export const statusLook = (status: string): StateLook =>
  ownMember(STATUS_LOOKS, status) ?? { icon: 'state-processing', hue: 'quiet' }

const CALLBACK_LOOKS: Readonly<Record<CallbackState, StateLook>> = {
  scheduled: { icon: 'state-scheduled', hue: 'quiet' },
  delivering: { icon: 'state-processing', hue: 'quiet' },
  delivered: { icon: 'state-delivered', hue: 'green' },
  failed: { icon: 'state-failed', hue: 'red' },
  held: { icon: 'state-held', hue: 'amber' },
  dropped: { icon: 'state-dropped', hue: 'quiet' },
}

export const callbackLook = ({ state, once }: Pick<CallbackSummary, 'state' | 'once'>): StateLook =>
  once === true ? { icon: 'state-failed', hue: 'quiet' } : CALLBACK_LOOKS[state]

/** The state of a callback in short form: `failed 3` includes the number of attempts. */
export function callbackWord(callback: Pick<CallbackSummary, 'state' | 'attemptCount'>): string {
  return callback.state === 'failed' && callback.attemptCount > 0
    ? `failed ${callback.attemptCount}`
    : callback.state
}

const KIND_NAMES: Readonly<Record<CallbackKind, string>> = {
  clarification: 'Clarification',
  remaining: 'Remaining data',
  intermediate: 'Intermediate',
  result: 'Result',
  token: 'Token',
  other: 'Composed',
}

export const callbackKindName = (kind: CallbackKind): string => KIND_NAMES[kind]

/** Icon, word and hue of a state in a list: only the icon is coloured. */
export function StateMark({ look, children }: { readonly look: StateLook; readonly children: ReactNode }) {
  return (
    <span className={look.hue === 'quiet' ? 'state q' : 'state'} data-hue={look.hue}>
      <Icon name={look.icon} />
      <span className="clip">{children}</span>
    </span>
  )
}

/** The HTTP status of the last attempt; `none` without a response. Renders nothing before the first attempt. */
export function LastResponse({
  callback: { lastStatus, attemptCount },
}: {
  readonly callback: Pick<CallbackSummary, 'lastStatus' | 'attemptCount'>
}) {
  if (lastStatus === undefined && attemptCount === 0) return null
  return <span className={`http ${lastStatus === 200 ? 'ok' : 'bad'}`}>{lastStatus ?? 'none'}</span>
}

export function StatusMark({ status, code }: { readonly status: string; readonly code?: string }) {
  return (
    <StateMark look={statusLook(status)}>
      {status}
      {code === undefined ? null : <span> {code}</span>}
    </StateMark>
  )
}

interface BadgeProps {
  readonly look: StateLook
  readonly small?: boolean
  readonly children: ReactNode
}

export function Badge({ look, small = false, children }: BadgeProps) {
  return (
    <span className={small ? 'badge sm' : 'badge'} data-hue={look.hue}>
      <Icon name={look.icon} />
      {children}
    </span>
  )
}

export function StatusBadge({ status }: { readonly status: string }) {
  return (
    <Badge look={statusLook(status)} small>
      {status}
    </Badge>
  )
}

interface ShareBarProps {
  /** A part without a hue is blank. */
  readonly parts: readonly { readonly hue: Hue | ''; readonly count: number }[]
  /** Left out if words beside the bar say the same. */
  readonly label?: string
}

/** Shows counts as parts of one bar, each in its hue. */
export function ShareBar({ parts, label }: ShareBarProps) {
  return (
    <span
      className="share-bar"
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      {parts.map(({ hue, count }, at) =>
        count === 0 ? null : <i key={at} data-hue={hue} style={{ flexGrow: count }} />,
      )}
    </span>
  )
}
