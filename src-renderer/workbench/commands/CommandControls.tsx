import type { ComponentProps } from 'react'
import { useBench } from '#window/state/bench'
import { Button } from '#window/ui/Button.tsx'
import { MenuItem } from '#window/ui/Menu.tsx'
import { type Command, isOffered, runCommand, wordsFor } from './command'

interface CommandButtonProps<Subject> extends Omit<
  ComponentProps<typeof Button>,
  'does' | 'icon' | 'onClick'
> {
  readonly command: Command<Subject>
  readonly subject: Subject
  readonly shows?: 'icon' | 'label' | 'both'
  readonly withoutKeys?: boolean
}

/** The button of a command; its children replace the label. */
export function CommandButton<Subject>({
  command,
  subject,
  shows = 'both',
  withoutKeys = shows === 'icon',
  children,
  ...rest
}: CommandButtonProps<Subject>) {
  const bench = useBench()
  const label = wordsFor(command.label, subject)
  return (
    <Button
      {...(shows === 'label' ? {} : { icon: command.icon })}
      {...(shows === 'icon' ? { 'aria-label': label } : {})}
      {...(command.keys === undefined || withoutKeys ? {} : { keys: command.keys })}
      does={command.does}
      onClick={() => runCommand(bench, command, subject)}
      {...rest}
    >
      {children ?? (shows === 'icon' ? undefined : label)}
    </Button>
  )
}

interface CommandItemsProps<Subject> {
  readonly commands: readonly Command<Subject>[]
  readonly subject: Subject
  readonly disabled?: boolean
  /** Runs before the command, so that a dialog of it returns the focus to the right place. */
  readonly onChoose?: () => void
}

/** The menu items of those commands that are offered. */
export function CommandItems<Subject>({
  commands,
  subject,
  disabled = false,
  onChoose,
}: CommandItemsProps<Subject>) {
  const bench = useBench()
  return commands
    .filter((command) => isOffered(command, subject))
    .map((command) => (
      <MenuItem
        key={command.id}
        icon={command.icon}
        {...(command.keys === undefined ? {} : { keys: command.keys })}
        does={command.does}
        disabled={disabled}
        reason={command.whyNot?.(subject) ?? null}
        onSelect={() => {
          onChoose?.()
          runCommand(bench, command, subject)
        }}
      >
        {wordsFor(command.label, subject)}
      </MenuItem>
    ))
}
