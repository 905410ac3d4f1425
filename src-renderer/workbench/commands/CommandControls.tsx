import { useBench } from '#window/state/bench'
import { Button } from '#window/ui/Button.tsx'
import { MenuItem } from '#window/ui/Menu.tsx'
import { type Command, isOffered, runCommand, wordsFor } from './command'
import { type ComponentProps, useEffect, useEffectEvent } from 'react'
import { pressedKey, takesText } from '#window/ui/keys'

interface CommandButtonProps<Subject> extends Omit<
  ComponentProps<typeof Button>,
  'does' | 'icon' | 'onClick'
> {
  readonly command: Command<Subject>
  readonly subject: Subject
  readonly shows?: 'icon' | 'label' | 'both'
  readonly withoutKeys?: boolean
}

export function CommandButton<Subject>(props: CommandButtonProps<Subject>) {
  const { command, subject, shows = 'both', withoutKeys = shows === 'icon', children, ...rest } = props
  const bench = useBench()
  const label = wordsFor(command.label, subject)
  const sentence = shows === 'icon' ? undefined : command.sentence
  const reason = command.whyNot?.(subject) ?? null
  return (
    <Button
      {...(shows === 'label' ? {} : { icon: command.icon })}
      {...(shows === 'icon' ? { 'aria-label': label } : {})}
      {...(command.keys === undefined || withoutKeys ? {} : { keys: command.keys })}
      {...(reason === null ? {} : { 'aria-disabled': true })}
      title={reason ?? (sentence && wordsFor(sentence, subject))}
      look={command.isFinal === true ? 'danger' : 'plain'}
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
  readonly withoutKeys?: boolean
  /** Runs before the command, so that its dialog returns the focus to the right place. */
  readonly onChoose?: () => void
}

export function CommandItems<Subject>(props: CommandItemsProps<Subject>) {
  const { commands, subject, disabled = false, withoutKeys = false, onChoose } = props
  const bench = useBench()
  return commands
    .filter((command) => isOffered(command, subject))
    .map((command) => (
      <MenuItem
        key={command.id}
        icon={command.icon}
        {...(command.keys === undefined || withoutKeys ? {} : { keys: command.keys })}
        does={command.does}
        disabled={disabled}
        isDanger={command.isFinal === true}
        reason={command.whyNot?.(subject) ?? null}
        title={command.sentence === undefined ? undefined : wordsFor(command.sentence, subject)}
        onSelect={() => {
          onChoose?.()
          runCommand(bench, command, subject)
        }}
      >
        {wordsFor(command.label, subject)}
      </MenuItem>
    ))
}

/** Whether a key event is in the pane of a message editor, in which letters are never commands. */
const isWriting = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('.replay') !== null

/** The key of a command as {@link pressedKey} names it: a capital letter with Shift; `ctrl c` with Ctrl or Cmd. */
export const keyNamed = (keys: string): string =>
  keys === 'Esc' ? 'Escape' : keys.startsWith('Shift ') ? keys.slice('Shift '.length) : keys.toLowerCase()

/** Whether Ctrl+C copies selected text. In a list it copies the rows: choosing them may select text as well. */
const copiesText = (target: EventTarget | null): boolean =>
  getSelection()?.isCollapsed === false && !(target instanceof Element && target.matches('[role="grid"]'))

/** Runs commands by their keys, except in fields, dialogs and menus. */
export function useCommandKeys<Subject>(
  commands: readonly Command<Subject>[],
  /** Undefined disables all keys. */
  subject: Subject | undefined,
): void {
  const bench = useBench()
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (subject === undefined) return
    if (event.altKey || event.defaultPrevented) return
    if (takesText(event.target) || isWriting(event.target)) return
    if (document.querySelector('[role="dialog"], [role="menu"]') !== null) return
    const key = `${event.ctrlKey || event.metaKey ? 'ctrl ' : ''}${pressedKey(event)}`
    const command = commands.find(({ keys }) => keys !== undefined && keyNamed(keys) === key)
    if (command === undefined || !isOffered(command, subject)) return
    if (key === 'ctrl c' && copiesText(event.target)) return
    event.preventDefault()
    if (!event.repeat) runCommand(bench, command, subject)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}
