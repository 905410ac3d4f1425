import { useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { SplitPane } from '#window/list/ListBody.tsx'
import { useBench } from '#window/state/bench'
import { setPlace, usePreferences } from '#window/state/preferences'
import { Button } from '#window/ui/Button.tsx'
import { FailedNotice } from '#window/ui/Notice.tsx'
import type { NamedDraft, RuleEntry, RuleFamily, RuleView } from './rule-family'
import type { LiveRules } from './rule-store'
import { RuleList } from './RuleList'
import { ViewHead } from './ViewHead'
import './rules.css'
import type { MethodName } from '#protocol/methods'
import type { UnreadableRule } from '#protocol/rules'
import { Badge } from '#window/ui/StatusMark.tsx'

interface RulesPageProps<Rule, View extends RuleView, Draft extends NamedDraft> {
  readonly family: RuleFamily<Rule, View, Draft>
  readonly live: LiveRules<View>
  /** The rules that are shown. */
  readonly entries: readonly RuleEntry<View, Draft>[]
  readonly chosenId: string | null
  readonly onChoose: (id: string) => void
  /** Starts a new rule; above the list. */
  readonly newRule: ReactNode
  readonly editor: RefObject<HTMLDivElement | null>
  /** The selected rule in full, or buttons that create one. */
  readonly children: ReactNode
}

/** The rules of one family in their order, beside the one that is edited. */
export function RulesPage<Rule, View extends RuleView, Draft extends NamedDraft>({
  family,
  live,
  entries,
  chosenId,
  onChoose,
  newRule,
  editor,
  children,
}: RulesPageProps<Rule, View, Draft>) {
  const bench = useBench()
  const split = usePreferences((state) => state.callbacks.split)
  const list = useRef<HTMLOListElement>(null)
  const { commands, listWords } = family
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
            <h2 className="pane-title clip">{listWords.heading}</h2>
          </ViewHead>
          <div className="views">
            {newRule}
            <span className="grow" />
            <ListCommands family={family} live={live} entries={entries} />
          </div>
          {live.error === null ? null : (
            <div className="msg-refusal">
              <FailedNotice live title={listWords.unread} onRetry={live.reload}>
                {live.error}
              </FailedNotice>
            </div>
          )}
          {live.rules === null ? null : entries.length === 0 ? (
            <div className="empty">
              <h2>{listWords.empty.title}</h2>
              <p>{listWords.empty.text}</p>
            </div>
          ) : (
            <RuleList
              family={family}
              list={list}
              entries={entries}
              chosenId={chosenId}
              onChoose={onChoose}
              onOpen={() =>
                editor.current?.querySelector<HTMLElement>('form :is(input, select, textarea)')?.focus()
              }
            />
          )}
          <UnreadableRules
            rules={live.unreadable}
            does={family.calls.remove.does}
            onRemove={({ id, name }) => void commands.remove(bench, { id, name: name === '' ? id : name })}
          />
        </section>
      }
      right={
        <div className="pane" ref={editor} onKeyDown={backToList}>
          {children}
        </div>
      }
    />
  )
}

/** What can be done with all rules at once. */
function ListCommands<Rule, View extends RuleView, Draft extends NamedDraft>({
  family: { calls, commands },
  live,
  entries,
}: Pick<RulesPageProps<Rule, View, Draft>, 'family' | 'live' | 'entries'>) {
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

interface UnreadableRulesProps {
  readonly rules: readonly UnreadableRule[]
  readonly does: MethodName
  readonly onRemove: (rule: UnreadableRule) => void
}

/** Rules that another version wrote, or that are damaged: they have no effect, and are listed here. */
function UnreadableRules({ rules, does, onRemove }: UnreadableRulesProps) {
  if (rules.length === 0) return null
  return (
    <section className="unreadable-rules">
      <h3 className="label">Cannot be read</h3>
      <ul className="rule-list" aria-label="Rules that cannot be read">
        {rules.map((rule) => {
          const name = rule.name === '' ? rule.id : rule.name
          return (
            <li key={rule.id} className="rule-row off">
              <div className="stack small rule-unreadable">
                <span className="row rule-line">
                  <b className="clip">{name}</b>
                  <Badge look={{ icon: 'warn', hue: 'amber' }} small>
                    cannot be read
                  </Badge>
                </span>
                <span className="mid wrap">{rule.reason}</span>
              </div>
              <Button
                look="quiet"
                size="small"
                icon="trash"
                does={does}
                aria-label={`Remove the rule ${name}`}
                onClick={() => onRemove(rule)}
              />
            </li>
          )
        })}
      </ul>
      <p className="small dim rule-rest">
        They have no effect and are kept for the version of Paybench that created them. Remove the ones you do
        not need.
      </p>
    </section>
  )
}
