import type { MethodName } from '#protocol/methods'
import type { IconName } from '#window/lib/icon-paths.tsx'
import { useBench } from '#window/state/bench'
import { Button } from '#window/ui/Button.tsx'
import type { NamedDraft, RuleEntry, RuleView } from './rule-entries'
import type { RuleFamily } from './rule-family'

interface RuleHeadProps<Rule, View extends RuleView, Draft extends NamedDraft> {
  readonly family: RuleFamily<Rule, View, Draft>
  readonly entry: RuleEntry<View, Draft>
  /** The saved rules that are shown, in their order. */
  readonly order: readonly string[]
}

/** Title and counts of a rule, and what can be done with it as a whole. */
export function RuleHead<Rule, View extends RuleView, Draft extends NamedDraft>({
  family: { calls, commands, editorWords, listWords },
  entry,
  order,
}: RuleHeadProps<Rule, View, Draft>) {
  const bench = useBench()
  const { id, saved, place } = entry
  return (
    <header className="bar cb-head">
      <div className="grow">
        <h2 className="pane-title clip" id="rule-title">
          {editorWords.title(entry)}
        </h2>
        <p className="small mid msg-meta">
          {saved === null ? (
            <span>It goes to the top of the list.</span>
          ) : (
            <>
              <span className="fix">
                number {place} of {order.length}
              </span>
              <span className="fix">{listWords.counts(saved)}</span>
            </>
          )}
        </p>
      </div>
      {saved === null ? null : (
        <>
          <Button
            look="quiet"
            size="small"
            title={editorWords.resetTitle}
            does={calls.resetCounts.does}
            onClick={() => void commands.resetCounts(bench, id)}
          >
            Reset counts
          </Button>
          <IconButton
            icon="up"
            label="Move this rule up"
            disabled={place === 1}
            does={calls.move.does}
            onClick={() => void commands.move(bench, id, -1, order)}
          />
          <IconButton
            icon="lower"
            label="Move this rule down"
            disabled={place === order.length}
            does={calls.move.does}
            onClick={() => void commands.move(bench, id, 1, order)}
          />
          <IconButton
            icon="copy"
            label="Duplicate this rule"
            does={calls.put.does}
            onClick={() => void commands.duplicate(bench, id)}
          />
          <IconButton
            icon="trash"
            label="Remove this rule"
            does={calls.remove.does}
            onClick={() => void commands.remove(bench, saved)}
          />
        </>
      )}
    </header>
  )
}

interface IconButtonProps {
  readonly icon: IconName
  readonly label: string
  readonly disabled?: boolean
  readonly does: MethodName
  readonly onClick: () => void
}

function IconButton({ label, ...props }: IconButtonProps) {
  return <Button look="quiet" size="small" aria-label={label} {...props} />
}
