import { useEffect } from 'react'
import { useStore } from 'zustand'
import { closeToast, toastStore } from '../state/toasts'
import type { Toast } from '../state/toasts'
import { Button } from '../ui/Button'
import { Icon } from '../ui/Icon'

const SHOWN_MS = 8000

function ToastBox({ toast }: { readonly toast: Toast }) {
  const { id, icon, text, action } = toast
  useEffect(() => {
    const timer = setTimeout(() => {
      closeToast(id)
    }, SHOWN_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [id])
  return (
    <li className={icon === 'state-failed' ? 'toast bad' : 'toast'}>
      <Icon name={icon} />
      <span className="grow">{text}</span>
      {action === undefined ? null : (
        <Button
          size="small"
          onClick={() => {
            action.run()
            closeToast(id)
          }}
        >
          {action.label}
        </Button>
      )}
      <Button look="quiet" size="small" icon="close" aria-label="Dismiss" onClick={() => closeToast(id)} />
    </li>
  )
}

/** What happened a moment ago, and the way back. */
export function Toasts() {
  const toasts = useStore(toastStore, (state) => state.toasts)
  return (
    <div className="toasts" role="region" aria-label="Notifications">
      <ul aria-live="polite">
        {toasts.map((toast) => (
          <ToastBox key={toast.id} toast={toast} />
        ))}
      </ul>
    </div>
  )
}
