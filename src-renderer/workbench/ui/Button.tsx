import type { ComponentProps, ReactNode } from 'react'
import { Icon } from './Icon'
import type { IconName } from './Icon'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'type'> {
  /** One primary button a pane; it names its effect. */
  readonly look?: 'plain' | 'primary' | 'quiet'
  readonly size?: 'small' | 'normal' | 'large'
  readonly icon?: IconName
  /** Key that does the same, shown in the button. */
  readonly keys?: string
  readonly submit?: boolean
  readonly children?: ReactNode
}

const LOOK = { plain: '', primary: 'primary', quiet: 'quiet' } as const
const SIZE = { small: 'sm', normal: '', large: 'lg' } as const

/** A button; without children it shows the icon alone and needs an `aria-label`, which is then its title too. */
export function Button({
  look = 'plain',
  size = 'normal',
  icon,
  keys,
  submit = false,
  className,
  children,
  ...rest
}: ButtonProps) {
  const iconOnly = children === undefined && icon !== undefined
  const classes = ['btn', LOOK[look], SIZE[size], iconOnly ? 'icon-only' : '', className ?? '']
    .filter((part) => part !== '')
    .join(' ')
  const title = rest.title ?? (iconOnly ? rest['aria-label'] : undefined)
  return (
    <button
      {...rest}
      {...(title === undefined ? {} : { title })}
      type={submit ? 'submit' : 'button'}
      className={classes}
    >
      {icon === undefined ? null : <Icon name={icon} small={!iconOnly || size === 'small'} />}
      {children}
      {keys === undefined ? null : <kbd aria-hidden="true">{keys}</kbd>}
    </button>
  )
}
