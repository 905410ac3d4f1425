import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { useBenchEvents } from '#window/state/bench'
import { closeToast, endOutdatedToasts, runToast, type Toast, toastStore } from '#window/state/toasts'
import { Button } from '#window/ui/Button.tsx'
import { Icon } from '#window/ui/Icon.tsx'

const SHOWN_MS = 8000
/** How long toasts stay once the pointer and the focus have left them. */
const LINGER_MS = 2000

function ToastBox({ toast }: { readonly toast: Toast }) {
  const { id, icon, text, action } = toast
  const box = useRef<HTMLLIElement>(null)
  useEffect(() => {
    const end = (): void => {
      const isLookedAt = box.current?.closest('.toasts')?.matches(':hover, :focus-within') === true
      if (isLookedAt) timer = setTimeout(end, LINGER_MS)
      else closeToast(id)
    }
    let timer = setTimeout(end, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [id])
  return (
    <li ref={box} className="toast" data-hue={icon === 'state-failed' ? 'red' : 'quiet'}>
      <Icon name={icon} />
      <span className="grow">{text}</span>
      {action === undefined ? null : (
        <Button size="small" onClick={() => runToast(toast)}>
          {action.label}
        </Button>
      )}
      <Button look="quiet" size="small" icon="close" aria-label="Dismiss" onClick={() => closeToast(id)} />
    </li>
  )
}

/** What happened a moment ago, and how to undo it. Toasts stay while the pointer or the focus is on them. */
export function Toasts() {
  const toasts = useStore(toastStore, (state) => state.toasts)
  useBenchEvents((events) => {
    const states = new Map(
      events.flatMap((event) =>
        event.type === 'callback.changed' ? [[event.callback.id, event.callback.state]] : [],
      ),
    )
    for (const [id, state] of states) endOutdatedToasts(id, state)
  })
  return (
    <div className="toasts" role="region" aria-label="Notifications">
      <ul className="stack" aria-live="polite">
        {toasts.map((toast) => (
          <ToastBox key={toast.id} toast={toast} />
        ))}
      </ul>
    </div>
  )
}
