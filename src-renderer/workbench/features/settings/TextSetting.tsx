import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import { TextArea, TextField } from '#window/ui/Field.tsx'

interface TextSettingProps extends Pick<ComponentProps<typeof TextField>, 'label' | 'help' | 'placeholder'> {
  readonly value: string
  readonly check: (text: string) => string | null
  /** Called with a changed text that passed the check. */
  readonly onSave: (text: string) => void
  readonly refusal?: string | null
  readonly mono?: boolean
  readonly lines?: number
}

/** A typed value, saved on Enter (if it has one line) or when the field is left; Esc discards the edit. */
export function TextSetting(props: TextSettingProps) {
  const { value, check, onSave, refusal, mono = false, lines, ...field } = props
  const [typed, setTyped] = useState<string | null>(null)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    setTyped(null)
  }
  const [saving, setSaving] = useState<string | null>(null)
  const error = typed === null ? null : check(typed)
  const finish = (): void => {
    if (typed === null || error !== null) return
    if (typed === value) setTyped(null)
    else {
      setSaving(typed)
      onSave(typed)
    }
  }
  const shared = {
    ...field,
    error: error ?? (typed !== null && typed === saving ? refusal : null),
    className: `input${mono ? ' mono' : ''}`,
    value: typed ?? value,
    spellCheck: false,
    onText: setTyped,
    onBlur: finish,
    onKeyDown: ({ key }: KeyboardEvent) => {
      if (key === 'Enter' && lines === undefined) finish()
      if (key === 'Escape') setTyped(null)
    },
  }
  return lines === undefined ? <TextField {...shared} /> : <TextArea {...shared} rows={lines} />
}
