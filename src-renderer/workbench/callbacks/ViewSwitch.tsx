import { useEffect, useId, useRef } from 'react'
import { showView, VIEWS } from './callback-view'
import type { CallbackView } from './callback-view'

/** Whether the switch itself changed the view: the switch of the new view then takes the focus over. */
let wasSwitched = false

/** Changes between what was sent, what was captured, and the rules about both. */
export function ViewSwitch({ view }: { readonly view: CallbackView }) {
  const name = useId()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (wasSwitched) box.current?.querySelector<HTMLInputElement>('input:checked')?.focus()
    wasSwitched = false
  }, [])
  return (
    <div ref={box} className="seg" role="radiogroup" aria-label="Which messages">
      {VIEWS.map(({ value, label }) => (
        <label key={value}>
          <input
            type="radio"
            name={name}
            checked={value === view}
            onChange={() => {
              wasSwitched = true
              showView(value)
            }}
          />
          {label}
        </label>
      ))}
    </div>
  )
}
