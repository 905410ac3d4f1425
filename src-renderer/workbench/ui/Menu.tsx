import { DropdownMenu as Primitive } from 'radix-ui'
import type { MethodName } from '#protocol/methods'
import { useRefusal } from '#window/state/refusal'
import { Icon, type IconName } from './Icon'
import { leaveTakenFocus } from './focus'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { Button, doNothing } from './Button'

interface MenuProps {
  readonly label: string
  readonly trigger: ReactElement
  readonly children: ReactNode
  readonly align?: 'start' | 'end'
  readonly side?: 'top' | 'bottom'
  /** Set by a menu that a key opens too; otherwise the menu opens and closes by itself. */
  readonly open?: boolean
  readonly onOpenChange?: (open: boolean) => void
}

export function Menu({ label, trigger, children, align = 'start', side = 'bottom', ...state }: MenuProps) {
  return (
    <Primitive.Root modal={false} {...state}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Content label={label} align={align} side={side} sideOffset={4} onCloseAutoFocus={leaveTakenFocus}>
        {children}
      </Content>
    </Primitive.Root>
  )
}

function Content({ label, ...rest }: ComponentProps<typeof Primitive.Content> & { readonly label: string }) {
  return (
    <Primitive.Portal>
      <Primitive.Content className="menu" aria-label={label} collisionPadding={8} {...rest} />
    </Primitive.Portal>
  )
}

interface PointMenuProps {
  readonly label: string
  readonly at: { readonly x: number; readonly y: number }
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The menu of a row, opened at the pointer or the row. The caller's onClose returns the focus. */
export function PointMenu({ label, at, onClose, children }: PointMenuProps) {
  return (
    <Primitive.Root
      open
      modal={false}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <Primitive.Trigger asChild>
        <span className="menu-point" tabIndex={-1} aria-hidden="true" style={{ left: at.x, top: at.y }} />
      </Primitive.Trigger>
      <Content label={label} align="start" onCloseAutoFocus={doNothing}>
        {children}
      </Content>
    </Primitive.Root>
  )
}

interface MenuItemProps {
  readonly icon?: IconName
  readonly keys?: string
  readonly disabled?: boolean
  readonly reason?: string | null
  readonly title?: string | undefined
  readonly isDanger?: boolean
  /** The method that the item calls. While it cannot be called, the item stays focusable and says why. */
  readonly does?: MethodName | undefined
  readonly onSelect: () => void
  readonly children: ReactNode
}

export function MenuItem(props: MenuItemProps) {
  const { icon, keys, reason = null, title, isDanger = false, does, onSelect, children, ...rest } = props
  const refused = useRefusal(does)
  const refusal = refused ?? reason
  return (
    <Primitive.Item
      {...rest}
      data-does={does}
      className={isDanger ? 'danger' : undefined}
      title={refusal ?? title}
      onSelect={refusal === null ? onSelect : doNothing}
      {...(refusal === null ? {} : { 'aria-disabled': true, 'aria-description': refusal })}
    >
      {icon === undefined ? null : <Icon name={icon} small />}
      <span className="clip">{children}</span>
      {keys === undefined ? null : <span className="keys">{keys}</span>}
    </Primitive.Item>
  )
}

/** Shown only in a checked item. */
const CHECK_MARK = (
  <span className="menu-check">
    <Primitive.ItemIndicator>
      <Icon name="check" small />
    </Primitive.ItemIndicator>
  </span>
)

interface MenuChoiceProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: ReactNode; readonly note?: string }[]
  readonly does?: MethodName
  readonly onChange: (value: Value) => void
}

export function MenuChoice<Value extends string>(props: MenuChoiceProps<Value>) {
  const { label, value, options, does, onChange } = props
  const refusal = useRefusal(does)
  return (
    <Primitive.RadioGroup
      aria-label={label}
      value={value}
      onValueChange={(next) => {
        if (refusal !== null) return
        const chosen = options.find((option) => option.value === next)
        if (chosen !== undefined) onChange(chosen.value)
      }}
    >
      <Primitive.Label className="label">{label}</Primitive.Label>
      {options.map((option) => (
        <Primitive.RadioItem
          key={option.value}
          value={option.value}
          {...(refusal === null ? {} : { 'aria-disabled': true, title: refusal, onSelect: doNothing })}
        >
          {CHECK_MARK}
          <span className="clip">{option.label}</span>
          {option.note === undefined ? null : <span className="keys">{option.note}</span>}
        </Primitive.RadioItem>
      ))}
    </Primitive.RadioGroup>
  )
}

export function MenuGroup({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Primitive.Group aria-label={label}>
      <Primitive.Label className="label">{label}</Primitive.Label>
      {children}
    </Primitive.Group>
  )
}

interface MenuCheckProps {
  readonly checked: boolean
  readonly disabled?: boolean
  readonly onChange: (checked: boolean) => void
  readonly children: ReactNode
}

export function MenuCheck({ onChange, children, ...rest }: MenuCheckProps) {
  return (
    <Primitive.CheckboxItem {...rest} onCheckedChange={onChange} onSelect={doNothing}>
      {CHECK_MARK}
      <span className="clip">{children}</span>
    </Primitive.CheckboxItem>
  )
}

export function MenuNote({ children }: { readonly children: ReactNode }) {
  return <Primitive.Label className="label">{children}</Primitive.Label>
}

export const MenuLine = () => <Primitive.Separator className="menu-line" />

export function MoreMenu({ children }: { readonly children: ReactNode }) {
  return (
    <Menu
      label="More actions"
      align="end"
      trigger={<Button look="quiet" icon="more" aria-label="More actions" />}
    >
      {children}
    </Menu>
  )
}
