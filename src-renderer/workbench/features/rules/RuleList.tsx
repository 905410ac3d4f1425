import { useBench } from '#window/state/bench'
import { useLastChange } from '#window/state/info'
import { Badge } from '#window/ui/StatusMark.tsx'
import { countsOf, ruleState } from './RuleEditorForm'
import { type NamedDraft, type RuleEntry, type RuleFamily, titleOf } from './rule-family'
import { type KeyboardEvent, type RefObject, useState } from 'react'
import { useRefusal } from '#window/state/refusal'
import { pressedKey } from '#window/ui/keys'

interface RuleListProps<Draft extends NamedDraft> {
  readonly family: RuleFamily<Draft>
  readonly list: RefObject<HTMLOListElement | null>
  readonly entries: readonly RuleEntry<Draft>[]
  /** The ids of the entries that are saved. */
  readonly order: readonly string[]
  readonly chosenId: string | null
  readonly onChoose: (id: string) => void
  readonly onOpen: () => void
}

/** The rules in order of evaluation. Keys select a rule, open it, move it, turn it on or off, or remove it. */
export function RuleList<Draft extends NamedDraft>(props: RuleListProps<Draft>) {
  const { family, list, entries, order, chosenId, onChoose, onOpen } = props
  const bench = useBench()
  const { commands, words } = family

  const focusRow = (at: number): void => {
    const entry = entries[Math.min(entries.length - 1, Math.max(0, at))]
    if (entry === undefined) return
    onChoose(entry.id)
    list.current?.querySelector<HTMLElement>(`[data-rule="${entry.id}"]`)?.focus()
  }
  /** Handles a key pressed on a rule; returns false if the key has no function. */
  const onKey = (entry: RuleEntry<Draft>, at: number, event: KeyboardEvent): boolean => {
    const by = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[pressedKey(event)]
    if (by !== undefined) {
      if (!event.altKey) focusRow(at + by)
      else if (entry.saved !== null) void commands.move(bench, entry.id, by < 0 ? -1 : 1, order)
      return true
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return false
    const act = {
      Home: () => focusRow(0),
      End: () => focusRow(entries.length - 1),
      ' ': () => {
        if (entry.saved !== null) void commands.enable(bench, entry.id, !entry.saved.enabled)
      },
      Delete: () => {
        focusRow(at + 1 < entries.length ? at + 1 : at - 1)
        void commands.remove(bench, entry)
      },
      Enter: () => {
        onChoose(entry.id)
        onOpen()
      },
    }[event.key]
    act?.()
    return act !== undefined
  }

  return (
    <div className="scroll grow">
      <ol ref={list} className="rule-list" aria-label={words.label}>
        {entries.map((entry, at) => (
          <RuleRow
            key={entry.id}
            family={family}
            entry={entry}
            isChosen={entry.id === chosenId}
            onChoose={() => onChoose(entry.id)}
            onKey={(event) => onKey(entry, at, event)}
          />
        ))}
      </ol>
      <p className="small dim pad">{words.note}</p>
    </div>
  )
}

interface RuleRowProps<Draft extends NamedDraft> {
  readonly family: RuleFamily<Draft>
  readonly entry: RuleEntry<Draft>
  readonly isChosen: boolean
  readonly onChoose: () => void
  /** Returns true if it handled the key. */
  readonly onKey: (event: KeyboardEvent) => boolean
}

function RuleRow<Draft extends NamedDraft>(props: RuleRowProps<Draft>) {
  const { family, entry, isChosen, onChoose, onKey } = props
  const { view, does, commands, newDraft, sentenceOf } = family
  const bench = useBench()
  const { id, saved, draft, place } = entry
  const { word, ...look } = ruleState(entry)
  // The detail has the sentence; the list shows it only for a rule without a name.
  const isNamed = (draft ?? saved)?.name.trim() !== ''
  const lastChange = useLastChange(`${view}:${id}`)
  const isOff = saved?.enabled === false
  const [wanted, setWanted] = useState<boolean | null>(null)
  const refusal = useRefusal(does('switch'))
  const turn = async (enabled: boolean): Promise<void> => {
    setWanted(enabled)
    await commands.enable(bench, id, enabled)
    setWanted(null)
  }
  return (
    <li className={isOff ? 'rule-row off' : 'rule-row'}>
      {saved === null ? (
        <span className="dim" />
      ) : (
        <label className="check" title={isOff ? 'Turn this rule on' : 'Turn this rule off'}>
          <input
            type="checkbox"
            checked={wanted ?? saved.enabled}
            aria-label={`${titleOf(entry)} is on`}
            data-does={does('switch')}
            {...(refusal === null ? {} : { 'aria-disabled': true, title: refusal })}
            onChange={({ target: { checked } }) => {
              if (refusal === null) void turn(checked)
            }}
          />
        </label>
      )}
      <button
        type="button"
        className="stack bare small pickable rule-open inset-focus"
        data-rule={id}
        aria-current={isChosen}
        onClick={onChoose}
        onKeyDown={(event) => {
          if (onKey(event)) event.preventDefault()
        }}
      >
        <span className="row">
          {place === 0 ? null : <span className="dim fix">{place}.</span>}
          <b className="clip">{titleOf(entry)}</b>
          {word === 'on' ? null : (
            <Badge look={look} small>
              {word}
            </Badge>
          )}
        </span>
        {isNamed ? null : (
          <span className="mid wrap">{saved?.sentence ?? sentenceOf(draft ?? newDraft)}</span>
        )}
        {saved === null ? null : (
          <span className="dim tiny">
            {countsOf(saved)}
            {lastChange === null ? null : ` · ${lastChange}`}
          </span>
        )}
      </button>
    </li>
  )
}
