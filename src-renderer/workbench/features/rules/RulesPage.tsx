import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { SplitPane } from '#window/list/ListBody.tsx'
import { useBench } from '#window/state/bench'
import { setPlace, usePreferences } from '#window/state/preferences'
import { Button } from '#window/ui/Button.tsx'
import { Failure } from '#window/ui/Notice.tsx'
import type { RuleFamily } from './rule-commands'
import { entriesOf, type NamedDraft, type RuleEntry, type RuleView } from './rule-family'
import type { LiveRules } from './rule-store'
import { RuleList } from './RuleList'
import { ViewHead } from './ViewHead'
import './rules.css'
import type { MethodName } from '#protocol/methods'

interface RulesPageProps<Rule, View extends RuleView, Draft extends NamedDraft> {
  readonly family: RuleFamily<Rule, View, Draft>
  /** Whether a rule concerns what the window shows. */
  readonly isShown?: (rule: View) => boolean
  /** A rule as a form; `order`: the saved rules that are shown. */
  readonly editorOf: (entry: RuleEntry<View, Draft>, order: readonly string[]) => ReactNode
  /** Rules to begin with, in parts. */
  readonly examples: readonly ExamplePart[]
  readonly examplesNote: string
}

/** The rules of one family in their order, beside the one that is edited; without one, examples of a new one. */
export function RulesPage<Rule, View extends RuleView, Draft extends NamedDraft>(
  props: RulesPageProps<Rule, View, Draft>,
) {
  const { family, isShown = () => true } = props
  const { split, selection } = usePreferences((state) => state.callbacks)
  const list = useRef<HTMLOListElement>(null)
  const editor = useRef<HTMLDivElement>(null)
  const { words, calls } = family
  const live = family.store.useRules()
  const drafts = family.drafts.useDrafts()
  const shown = (live.rules ?? []).filter(isShown)
  const entries = live.rules === null ? [] : entriesOf(shown, drafts)
  const [isBeginning, setBeginning] = useState(false)
  const chosen =
    entries.find(({ id }) => id === selection) ?? (isBeginning && selection === null ? undefined : entries[0])
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
          <ViewHead view={family.view}>
            <h2 className="pane-title clip">{words.heading}</h2>
          </ViewHead>
          <div className="views">
            <Button
              size="small"
              icon="plus"
              does={calls.put.does}
              onClick={() => {
                choose(null)
                setBeginning(true)
                requestAnimationFrame(() => focusIn('.rule-examples .btn'))
              }}
            >
              New rule
            </Button>
            <span className="grow" />
            <ListCommands family={family} live={live} entries={entries} />
          </div>
          <Failure className="msg-refusal" title={words.unread} error={live.error} onRetry={live.reload} />
          {live.rules === null ? null : entries.length === 0 ? (
            <div className="empty">
              <h2>{words.empty.title}</h2>
              <p>{words.empty.text}</p>
            </div>
          ) : (
            <RuleList
              family={family}
              list={list}
              entries={entries}
              chosenId={chosen?.id ?? null}
              onChoose={choose}
              onOpen={() => focusIn('form :is(input, select, textarea)')}
            />
          )}
        </section>
      }
      right={
        <div className="pane" ref={editor} onKeyDown={backToList}>
          {chosen === undefined ? (
            <Examples does={calls.put.does} note={props.examplesNote} parts={props.examples} />
          ) : (
            props.editorOf(
              chosen,
              shown.map(({ id }) => id),
            )
          )}
        </div>
      }
    />
  )
}

interface ExamplePart {
  readonly title: string
  readonly rules: readonly {
    readonly name: string
    /** What it is for. */
    readonly effect: string
    /** The rule in one sentence. */
    readonly sentence: string
    readonly onBegin: () => void
  }[]
}

interface ExamplesProps {
  readonly does: MethodName
  readonly note: string
  readonly parts: readonly ExamplePart[]
}

/** Common rules, each with its effect and a button that begins one. */
function Examples({ does, note, parts }: ExamplesProps) {
  return (
    <>
      <header className="bar detail-head">
        <div className="grow">
          <h2 className="pane-title">New rule</h2>
          <p className="small mid msg-meta">
            <span>{note}</span>
          </p>
        </div>
      </header>
      <section className="scroll grow stack rule-examples" aria-label="Examples to start from" tabIndex={0}>
        {parts.map(({ title, rules }) => (
          <div key={title}>
            <h2 className="h-sec">{title}</h2>
            <ul>
              {rules.map(({ name, effect, sentence, onBegin }) => (
                <li key={name}>
                  <div className="grow">
                    <b>{name}</b>
                    <p className="mid">{effect}</p>
                    <p className="dim">{sentence}</p>
                  </div>
                  <Button
                    size="small"
                    icon="plus"
                    does={does}
                    aria-label={`New rule: ${name}`}
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

/** What can be done with all rules at once. */
function ListCommands<Rule, View extends RuleView, Draft extends NamedDraft>({
  family: { calls, commands },
  live,
  entries,
}: {
  readonly family: RuleFamily<Rule, View, Draft>
  readonly live: LiveRules<View>
  readonly entries: readonly RuleEntry<View, Draft>[]
}) {
  const bench = useBench()
  return (
    <>
      <Button
        look="quiet"
        size="small"
        disabled={!entries.some(({ saved }) => saved !== null)}
        does={calls.resetCounts.does}
        onClick={() => void commands.resetCounts(bench)}
      >
        Reset all counts
      </Button>
      <Button
        look="quiet"
        size="small"
        disabled={!(live.rules ?? []).some(({ enabled }) => enabled)}
        does={calls.switch.does}
        onClick={() => void commands.allOff(bench)}
      >
        All off
      </Button>
    </>
  )
}
