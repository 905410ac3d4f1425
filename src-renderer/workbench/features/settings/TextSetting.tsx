import { type ChangeEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import { Field } from '#window/ui/Field.tsx'

interface TextSettingProps {
  readonly label: ReactNode
  readonly help?: ReactNode
  readonly value: string
  readonly check: (text: string) => string | null
  /** Called with a changed text that passed the check. */
  readonly onSave: (text: string) => void
  readonly refusal?: string | null
  readonly mono?: boolean
  readonly placeholder?: string
  readonly lines?: number
}

/** A typed value, saved on Enter (if it has one line) or when the field is left; Esc discards the edit. */
export function TextSetting(props: TextSettingProps) {
  const { label, help, value, check, onSave, refusal, mono = false, placeholder, lines } = props
  const [typed, setTyped] = useState<string | null>(null)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    setTyped(null)
  }
  const [saving, setSaving] = useState<string | null>(null)
  const text = typed ?? value
  const error = typed === null ? null : check(typed)
  const finish = (): void => {
    if (typed === null || error !== null) return
    if (typed === value) setTyped(null)
    else {
      setSaving(typed)
      onSave(typed)
    }
  }
  return (
    <Field label={label} help={help} error={error ?? (typed !== null && typed === saving ? refusal : null)}>
      {(control) => {
        const shared = {
          ...control,
          className: `input${mono ? ' mono' : ''}`,
          value: text,
          placeholder,
          spellCheck: false,
          autoComplete: 'off',
          onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
            setTyped(event.target.value),
          onBlur: finish,
          onKeyDown: ({ key }: KeyboardEvent) => {
            if (key === 'Enter' && lines === undefined) finish()
            if (key === 'Escape') setTyped(null)
          },
        }
        return lines === undefined ? <input {...shared} /> : <textarea {...shared} rows={lines} />
      }}
    </Field>
  )
}
