import { type ComponentProps, createContext, type ReactNode, useContext } from 'react'
import type { MethodName } from '#protocol/methods'
import { useRefusal } from '#window/state/refusal'
import { Icon, type IconName } from './Icon'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'type'> {
  /** At most one button per pane is `primary`, or `danger` if its effect is final; its label names the effect. */
  readonly look?: 'plain' | 'primary' | 'danger' | 'quiet'
  readonly size?: 'small' | 'normal' | 'large'
  readonly icon?: IconName
  readonly keys?: string | undefined
  readonly submit?: boolean
  /** The API method that is called, directly or from a dialog. While it cannot be called, the button says why. */
  readonly does?: MethodName | undefined
  readonly children?: ReactNode
}

const SIZE = { small: 'sm', normal: '', large: 'lg' } as const

/** Why the surrounding dialog cannot be submitted now; its submit button shows the reason. */
export const SubmitRefusal = createContext<string | null>(null)

/** The handler of a refused control, which stays focusable. */
export function doNothing(event: Pick<Event, 'preventDefault'>): void {
  event.preventDefault()
}

/** A button without children shows only the icon and needs an `aria-label`, which is also its title. */
export function Button(props: ButtonProps) {
  const { look = 'plain', size = 'normal', icon, keys, submit, does, className, children, ...rest } = props
  const ownRefusal = useRefusal(does)
  const dialogRefusal = useContext(SubmitRefusal)
  const refusal = ownRefusal ?? (submit === true ? dialogRefusal : null)
  const iconOnly = children === undefined && icon !== undefined
  const classes = ['btn', look === 'plain' ? '' : look, SIZE[size], iconOnly ? 'icon-only' : '', className]
  const title = refusal ?? rest.title ?? (iconOnly ? rest['aria-label'] : undefined)
  return (
    <button
      {...rest}
      {...(title === undefined ? {} : { title })}
      {...(refusal === null ? {} : { 'aria-disabled': true, onClick: doNothing })}
      data-does={does}
      type={submit === true ? 'submit' : 'button'}
      className={classes.filter(Boolean).join(' ')}
    >
      {icon === undefined ? null : <Icon name={icon} small={!iconOnly || size === 'small'} />}
      {children}
      {keys === undefined ? null : <kbd aria-hidden="true">{keys}</kbd>}
    </button>
  )
}
