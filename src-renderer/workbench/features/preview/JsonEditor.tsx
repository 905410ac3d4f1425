import { useId, useRef, useState } from 'react'
import type { FormParameters } from '#protocol/projects'
import { Button } from '#window/ui/Button.tsx'
import { Icon } from '#window/ui/Icon.tsx'
import { readParameters } from './json-parameters'

interface JsonEditorProps {
  readonly parameters: FormParameters
  readonly onParameters: (parameters: FormParameters) => void
}

/** The parameters as one JSON object. Errors are shown at their line. */
export function JsonEditor({ parameters, onParameters }: JsonEditorProps) {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const numbers = useRef<HTMLOListElement>(null)
  const [text, setText] = useState(() => JSON.stringify(parameters, null, 2))
  const read = readParameters(text)
  const lines = text.split('\n')
  const badLine = read.ok ? null : read.line

  const change = (next: string): void => {
    setText(next)
    const given = readParameters(next)
    if (given.ok) onParameters(given.parameters)
  }
  const goToError = (): void => {
    if (area.current === null || badLine === null) return
    const start = lines.slice(0, badLine - 1).join('\n').length + (badLine > 1 ? 1 : 0)
    area.current.focus()
    area.current.setSelectionRange(start, start + (lines[badLine - 1]?.length ?? 0))
  }

  return (
    <section className="pv-json" aria-label="Parameters as JSON">
      <div className="pv-editor">
        <ol ref={numbers} aria-hidden="true">
          {lines.map((_line, index) => (
            <li key={index} className={index + 1 === badLine ? 'bad' : undefined}>
              {index + 1}
            </li>
          ))}
        </ol>
        <textarea
          ref={area}
          className="mono"
          aria-label="JSON"
          aria-invalid={!read.ok}
          aria-describedby={`${id}-fault`}
          wrap="off"
          spellCheck={false}
          autoComplete="off"
          value={text}
          onChange={(event) => change(event.target.value)}
          onScroll={(event) => {
            if (numbers.current !== null) numbers.current.scrollTop = event.currentTarget.scrollTop
          }}
        />
      </div>
      <div id={`${id}-fault`} className="pv-json-fault" role="status">
        {read.ok ? (
          <span className="help dim">
            Numbers, strings, true and false. Put nested values as JSON in a string.
          </span>
        ) : (
          <>
            <span className="bad">
              <Icon name="state-error" small />
              {read.message} The form still uses the last valid JSON.
            </span>
            {badLine === null ? null : (
              <Button size="small" onClick={goToError}>
                Line {badLine}
              </Button>
            )}
          </>
        )}
      </div>
    </section>
  )
}
