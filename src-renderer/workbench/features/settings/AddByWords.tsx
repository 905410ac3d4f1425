import { useRef, useState } from 'react'
import { Button } from '#window/ui/Button.tsx'
import { TextField } from '#window/ui/Field.tsx'
import { useWantedFocus } from '#window/ui/focus'

interface AddByWordsProps {
  readonly label: string
  /** What it is added to, for screen readers. */
  readonly to: string
  readonly placeholder: string
  /** The name with which the focus is requested, if that is not `to`. */
  readonly wantedAs?: string
  /** What can be added and matches the words; all of it without words. */
  readonly search: (words: string) => readonly { readonly value: string; readonly label: string }[]
  readonly onAdd: (value: string) => void
}

/** A field that finds something by words and adds it to a list. Enter takes the only match. */
export function AddByWords({ label, to, placeholder, wantedAs = to, search, onAdd }: AddByWordsProps) {
  const form = useRef<HTMLFormElement>(null)
  useWantedFocus(form, wantedAs)
  const [typed, setTyped] = useState('')
  const matches = search(typed)
  const exact = matches.find(({ value }) => value === typed.trim())
  const found = exact ?? (matches.length === 1 ? matches[0] : undefined)
  return (
    <form
      ref={form}
      className="field"
      onSubmit={(event) => {
        event.preventDefault()
        if (found === undefined) return
        setTyped('')
        onAdd(found.value)
      }}
    >
      <TextField
        label={
          <>
            {label}
            <span className="sr"> to {to}</span>
          </>
        }
        className="input mono"
        placeholder={placeholder}
        spellCheck={false}
        suggestions={search('')}
        value={typed}
        onText={setTyped}
      />
      <Button size="small" icon="plus" submit disabled={found === undefined}>
        Add
      </Button>
    </form>
  )
}
