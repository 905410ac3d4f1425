import { useRef } from 'react'
import type { CallbackDetail } from '#protocol/messages'
import { CommandButton, CommandItems } from '#window/commands/CommandControls.tsx'
import { useCommandKeys } from '#window/commands/use-command-keys'
import { Button } from '#window/ui/Button.tsx'
import { Menu } from '#window/ui/Menu.tsx'
import { useFocusKept } from '#window/ui/use-focus-kept'
import { RETRY_COMMANDS } from './retry-commands'
import './retry.css'

/** What the tester can do to the schedule of the callback that is shown. */
export function RetryBar({ callback }: { readonly callback: CallbackDetail }) {
  const { id, actions } = callback
  const subject = { id, callback }
  useCommandKeys(RETRY_COMMANDS, subject)
  const bar = useRef<HTMLDivElement>(null)
  useFocusKept(bar, 'button')
  const allowed = RETRY_COMMANDS.filter(({ action }) => actions.includes(action))
  return (
    <div ref={bar} className="small retry-bar" role="group" aria-label="Schedule of this callback">
      {allowed.map((command) => (
        <CommandButton key={command.id} command={command} subject={subject} size="small" />
      ))}
      {allowed.length === 0 ? <span className="dim">An attempt is on its way.</span> : null}
      <span className="grow" />
      <Menu
        label="Schedule"
        align="end"
        trigger={<Button look="quiet" size="small" icon="more" aria-label="Everything about the schedule" />}
      >
        <CommandItems commands={RETRY_COMMANDS} subject={subject} />
      </Menu>
    </div>
  )
}
