import { useRef } from 'react'
import type { CallbackDetail } from '#protocol/messages'
import { useBench } from '#window/state/bench'
import { isRejected } from '#window/state/refusal'
import { showFailure } from '#window/state/toasts'
import { Button } from '#window/ui/Button.tsx'
import { Menu, MenuItem } from '#window/ui/Menu.tsx'
import { useFocusKept } from '#window/ui/use-focus-kept'
import { RETRY_COMMANDS, retryReason, runRetry } from './retry-commands'
import { useLetterKeys } from '#window/ui/use-letter-keys'
import './retry.css'

/** What the tester can do to the schedule of the callback that is shown. */
export function RetryBar({ callback }: { readonly callback: CallbackDetail }) {
  const bench = useBench()
  const { id, actions } = callback
  useRetryKeys(callback)
  const bar = useRef<HTMLDivElement>(null)
  useFocusKept(bar, 'button')
  const allowed = RETRY_COMMANDS.filter(({ action }) => actions.includes(action))
  return (
    <div ref={bar} className="retry-bar" role="group" aria-label="Schedule of this callback">
      {allowed.map(({ action, does, label, icon, keyName }) => (
        <Button
          key={action}
          size="small"
          icon={icon}
          keys={keyName}
          does={does}
          onClick={() => runRetry(bench, action, id)}
        >
          {label}
        </Button>
      ))}
      {allowed.length === 0 ? <span className="dim">An attempt is on its way.</span> : null}
      <span className="grow" />
      <Menu
        label="Schedule"
        align="end"
        trigger={<Button look="quiet" size="small" icon="more" aria-label="Everything about the schedule" />}
      >
        {RETRY_COMMANDS.map(({ action, does, label, icon, keyName }) => (
          <MenuItem
            key={action}
            icon={icon}
            keys={keyName}
            does={does}
            reason={retryReason(action, callback)}
            onSelect={() => runRetry(bench, action, id)}
          >
            {label}
          </MenuItem>
        ))}
      </Menu>
    </div>
  )
}

/** One letter for each step, while the callback is shown; a step that is not possible now says why. */
function useRetryKeys(callback: CallbackDetail): void {
  const bench = useBench()
  useLetterKeys((key) => {
    const command = RETRY_COMMANDS.find((one) => one.key === key)
    if (command === undefined) return null
    const refusal = retryReason(command.action, callback)
    if (refusal === null) return () => runRetry(bench, command.action, callback.id)
    return () => {
      if (!isRejected(bench, command.does)) showFailure(refusal)
    }
  })
}
