import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { EmptyDetail, SplitPane } from '#window/list/ListBody.tsx'
import { useBench } from '#window/state/bench'
import { setPlace, usePreferences } from '#window/state/preferences'
import { Button } from '#window/ui/Button.tsx'
import { Failure } from '#window/ui/Notice.tsx'
import type { NamedDraft, RuleEntry, RuleFamily } from './rule-family'
import { RuleList } from './RuleList'
import { viewLabel } from '#window/navigation/views'
import { ViewHead } from './ViewHead'
import './rules.css'

interface RulesPageProps<Draft extends NamedDraft> {
  readonly family: RuleFamily<Draft>
  readonly isShown?: (rule: Draft) => boolean
  /** `order`: the ids of the shown rules that are saved. */
  readonly editorOf: (entry: RuleEntry<Draft>, order: readonly string[]) => ReactNode
  readonly examples: readonly ExamplePart[]
  readonly examplesNote: string
}

export function RulesPage<Draft extends NamedDraft>(props: RulesPageProps<Draft>) {
  const { family, isShown = () => true } = props
  const { split, selection } = usePreferences((state) => state.callbacks)
  const list = useRef<HTMLOListElement>(null)
  const editor = useRef<HTMLDivElement>(null)
  const { words, does, commands } = family
  const bench = useBench()
  const live = family.useEntries(isShown)
  const entries = live.rules ?? []
  const order = entries.flatMap(({ id, saved }) => (saved === null ? [] : [id]))
  const [isChoosing, setChoosing] = useState(false)
  const chosen =
    entries.find(({ id }) => id === selection) ?? (isChoosing && selection === null ? undefined : entries[0])
  const choose = (id: string | null): void => setPlace('callbacks', { selection: id })
  const focusIn = (selector: string): void => editor.current?.querySelector<HTMLElement>(selector)?.focus()
  const backToList = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    list.current?.querySelector<HTMLElement>('[aria-current="true"]')?.focus()
  }
  return (
    <SplitPane
      label="Width of the list"
      share={split}
      onShare={(share) => setPlace('callbacks', { split: share })}
      keepFocus='[aria-current="true"], .views button'
      left={
        <section className="pane list" aria-label="Callbacks" aria-busy={live.rules === null}>
          <ViewHead view={family.view} />
          <h2 className="sr">{viewLabel(family.view)}</h2>
          <div className="views">
            <Button
              size="small"
              icon="plus"
              does={does('put')}
              onClick={() => {
                choose(null)
                setChoosing(true)
                requestAnimationFrame(() => focusIn('.rule-examples .btn'))
              }}
            >
              New rule
            </Button>
            <span className="grow" />
            <Button
              look="quiet"
              size="small"
              disabled={order.length === 0}
              title={words.resetTitle}
              does={does('resetCounts')}
              onClick={() => void commands.resetCounts(bench)}
            >
              Reset all counts
            </Button>
            <Button
              look="quiet"
              size="small"
              disabled={live.rules?.some(({ saved }) => saved?.enabled) !== true}
              does={does('switch')}
              onClick={() => void commands.allOff(bench)}
            >
              All off
            </Button>
          </div>
          <Failure
            className="msg-refusal"
            title={words.readFailed}
            error={live.error}
            onRetry={live.reload}
          />
          {live.rules === null ? null : entries.length === 0 ? (
            <EmptyDetail {...words.empty} />
          ) : (
            <RuleList
              family={family}
              list={list}
              entries={entries}
              order={order}
              chosenId={chosen?.id ?? null}
              onChoose={choose}
              onOpen={() => focusIn('form :is(input, select, textarea)')}
            />
          )}
        </section>
      }
      right={
        <div className="pane" ref={editor} onKeyDown={backToList}>
          {chosen === undefined ? <Examples {...props} /> : props.editorOf(chosen, order)}
        </div>
      }
    />
  )
}

interface ExamplePart {
  readonly title: string
  readonly rules: readonly {
    readonly name: string
    readonly effect: string
    readonly onBegin: () => void
  }[]
}

function Examples<Draft extends NamedDraft>({ family, examples, examplesNote }: RulesPageProps<Draft>) {
  return (
    <>
      <header className="bar detail-head">
        <div className="grow">
          <h2 className="pane-title">New rule</h2>
          <p className="small mid msg-meta">
            <span>{examplesNote}</span>
          </p>
        </div>
      </header>
      <section className="scroll grow stack rule-examples" aria-label="Examples to start from" tabIndex={0}>
        {examples.map(({ title, rules }) => (
          <div key={title}>
            <h2 className="h-sec">{title}</h2>
            <ul>
              {rules.map(({ name, effect, onBegin }) => (
                <li key={name} className="row small lined">
                  <div className="grow">
                    <b>{name}</b>
                    <p className="mid">{effect}</p>
                  </div>
                  <Button
                    size="small"
                    icon="plus"
                    does={family.does('put')}
                    aria-label={`Add rule: ${name}`}
                    onClick={onBegin}
                  >
                    Add
                  </Button>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </section>
    </>
  )
}
