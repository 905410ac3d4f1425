import { type ReactNode, useEffect, useId, useRef } from 'react'
import { type CallbackView, showView, VIEWS } from '#window/navigation/views'
import { acts, answerRules, faultRules } from './rule-store'

/** The bar above the list, the same in every view, so that the switch between views keeps its place. */
export function ViewHead({ view, children }: { readonly view: CallbackView; readonly children?: ReactNode }) {
  return (
    <div className="pane-bar cb-bar">
      <h1 className="pane-title sr">Callbacks</h1>
      {children === undefined ? null : <div className="row fill cb-own">{children}</div>}
      <ViewSwitch view={view} />
    </div>
  )
}

let wasSwitched = false

/** Counts the rules that act: a forgotten rule is a common reason why a callback is not delivered. */
function RulesThatAct({ rules }: { readonly rules: typeof answerRules | typeof faultRules }) {
  const { value = [] } = rules.use()
  const count = value.filter(acts).length
  return count === 0 ? null : (
    <span className="n">
      {count}
      <span className="sr"> on</span>
    </span>
  )
}

function ViewSwitch({ view }: { readonly view: CallbackView }) {
  const name = useId()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (wasSwitched) box.current?.querySelector<HTMLInputElement>('input:checked')?.focus()
    wasSwitched = false
  }, [])
  return (
    <div ref={box} className="seg end" role="radiogroup" aria-label="Which messages">
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
          {value === 'answers' ? <RulesThatAct rules={answerRules} /> : null}
          {value === 'faults' ? <RulesThatAct rules={faultRules} /> : null}
        </label>
      ))}
    </div>
  )
}
