import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { parseJson } from '#lib/json/parse'
import type { ScenarioDetail } from '#protocol/scenarios'
import { type CodeEditorHandle, type TextProblem, LazyEditor } from '#window/editor/LazyEditor.tsx'
import { useBench } from '#window/state/bench'
import { reasonOf } from '#window/state/toasts'
import { isRejected } from '#window/state/refusal'
import { Button } from '#window/ui/Button.tsx'
import { Failure } from '#window/ui/Notice.tsx'
import { confirmSaved, copyScenario, keepUnsaved, saveScenario, unsavedOf } from './scenario-commands'

const loadSchema = async (): Promise<unknown> => {
  const { default: text } = await import('#resources/scenarios/scenario.schema.json?raw')
  const read = parseJson(text)
  return read.ok ? read.plain : null
}

const MAX_SHOWN = 20

interface ScenarioEditorProps {
  readonly detail: ScenarioDetail
  readonly onSaved: () => void
}

/** The file of a scenario. Edits are kept until they are saved or discarded. */
export function ScenarioEditor({ detail, onSaved }: ScenarioEditorProps) {
  const bench = useBench()
  const { file, isShipped } = detail
  const editor = useRef<CodeEditorHandle>(null)
  const [kept] = useState(() => unsavedOf(file))
  /** The saved text that the edits start from. Saving compares its version to detect a change by somebody else. */
  const base = useRef({ text: detail.text, version: kept?.version ?? detail.version })
  const [first] = useState(kept?.text ?? detail.text)
  const [isChanged, setChanged] = useState(first !== detail.text)
  const [problems, setProblems] = useState<readonly TextProblem[]>(() => detail.problems.map(withField))
  const [error, setError] = useState<string | null>(null)
  const { text: saved, version } = detail
  // A file changed elsewhere is shown again, unless there are unsaved edits.
  useEffect(() => {
    if (base.current.version === version || unsavedOf(file) !== null) return
    base.current = { text: saved, version }
    editor.current?.setText(saved)
  }, [file, saved, version])

  const onChange = (): void => {
    const text = editor.current?.text() ?? first
    const differs = text !== base.current.text
    setChanged(differs)
    setError(null)
    keepUnsaved(file, differs ? { text, version: base.current.version } : null)
  }
  const check = useCallback(
    async (text: string): Promise<readonly TextProblem[]> => {
      const found = await bench.call('scenarios.check', { text }).then(
        (checked) => checked.problems.map(withField),
        (error: unknown) => [{ line: 1, column: 1, message: reasonOf(error) }],
      )
      setProblems(found)
      return found
    },
    [bench],
  )
  const yaml = useMemo(() => ({ check, schema: loadSchema }), [check])
  const save = (): void => {
    if (isShipped || isRejected(bench, 'scenarios.save')) return
    const text = editor.current?.text() ?? first
    saveScenario(bench, file, { text, version: base.current.version }).then(
      (made) => {
        confirmSaved(file)
        base.current = { text: made.text, version: made.version }
        onChange()
        onSaved()
      },
      (error: unknown) => setError(reasonOf(error)),
    )
  }
  const discard = (): void => {
    base.current = { text: saved, version }
    editor.current?.setText(saved)
    editor.current?.focus()
    onChange()
  }

  return (
    <section className="column lined-above sc-edit" aria-label="File">
      <div className="bar small">
        <h3 className="h-sec">File</h3>
        <span className="dim">{isShipped ? 'read only' : isChanged ? 'unsaved' : 'saved'}</span>
        <span className="grow" />
        {isShipped ? (
          <Button size="small" does="scenarios.save" onClick={() => copyScenario(detail)}>
            Make a copy to edit…
          </Button>
        ) : (
          <>
            <Button size="small" look="quiet" disabled={!isChanged} onClick={discard}>
              Discard
            </Button>
            <Button size="small" keys="Ctrl Enter" does="scenarios.save" disabled={!isChanged} onClick={save}>
              Save
            </Button>
          </>
        )}
      </div>
      <Failure className="pad" title="The scenario was not saved." error={error} />
      <div role="status">
        {problems.length === 0 ? null : (
          <ul className="small lined sc-problems" aria-label="Errors">
            {problems.slice(0, MAX_SHOWN).map(({ line, column, message }, at) => (
              <li key={at}>
                <button type="button" className="link" onClick={() => editor.current?.goTo(line, column)}>
                  Line {line}, column {column}
                </button>{' '}
                {message}
              </li>
            ))}
            {problems.length > MAX_SHOWN ? <li>and {problems.length - MAX_SHOWN} more</li> : null}
          </ul>
        )}
      </div>
      <div className="fill">
        <LazyEditor
          ref={editor}
          label="Scenario file"
          text={first}
          readOnly={isShipped}
          yaml={yaml}
          onChange={onChange}
          onSubmit={save}
          onLeave={() => (document.activeElement as HTMLElement | null)?.blur()}
        />
      </div>
    </section>
  )
}

function withField({ line, column, field, message }: ScenarioDetail['problems'][number]): TextProblem {
  const [path, index, dot] = /^steps\[(\d+)\](\.?)/.exec(field) ?? ['']
  const step = index === undefined ? '' : `step ${String(Number(index) + 1)}${dot === '.' ? ', ' : ''}`
  const place = step + field.slice(path.length)
  return { line, column, message: place === '' ? message : `${place}: ${message}` }
}
