import { useRef } from 'react'
import { SplitPane } from '../../list/SplitPane'
import { setPlace, usePreferences } from '../../state/preferences'
import { Button } from '../../ui/Button'
import { Notice } from '../../ui/Notice'
import { AnswerExamples } from './AnswerExamples'
import { useDrafts } from './answer-drafts'
import { entriesOf } from './rule-entries'
import { RuleEditor } from './RuleEditor'
import { RuleList } from './RuleList'
import { useAnswerRules } from '../rules/use-answer-rules'
import '../rules/rules.css'
import './answers.css'

/** How the merchant listener answers what it captures: the rules in their order beside the one that is edited. */
export function AnswersPage() {
  const { rules, unreadable, fault, reload } = useAnswerRules()
  const drafts = useDrafts()
  const { selection, split } = usePreferences((state) => state.callbacks)
  const list = useRef<HTMLOListElement>(null)
  const entries = rules === null ? [] : entriesOf(rules, drafts)
  const shown = entries.find(({ id }) => id === selection) ?? entries[0]
  return (
    <SplitPane
      label="Width of the list"
      share={split}
      onShare={(share) => setPlace('callbacks', { split: share })}
      keepFocus='[aria-current="true"], .views button'
      left={
        <RuleList
          list={list}
          entries={entries}
          shownId={shown?.id ?? null}
          isKnown={rules !== null}
          unreadable={unreadable}
          refusal={
            fault === null ? null : (
              <div className="msg-refusal">
                <Notice
                  tone="red"
                  live
                  title="The answer rules could not be read."
                  action={
                    <Button size="small" onClick={reload}>
                      Try again
                    </Button>
                  }
                >
                  {fault}
                </Notice>
              </div>
            )
          }
        />
      }
      right={
        <div
          className="pane"
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || event.defaultPrevented) return
            list.current?.querySelector<HTMLElement>('[aria-current="true"]')?.focus()
          }}
        >
          {shown === undefined ? (
            rules === null ? null : (
              <AnswerExamples />
            )
          ) : (
            <RuleEditor key={shown.id} entry={shown} count={rules?.length ?? 0} />
          )}
        </div>
      }
    />
  )
}
