import { Button } from '../../ui/Button'
import { beginRule } from './answer-commands'
import { draftSentence } from './answer-family'
import { PRESETS } from './presets'
import { NEW_DRAFT } from './rule-draft'

/** Common answers, each with its effect on the platform and a button that creates a rule. */
export function AnswerExamples() {
  return (
    <>
      <header className="cb-head">
        <div className="grow">
          <h2 className="pane-title">New response rule</h2>
          <p className="msg-meta">
            <span>It applies to every request until you narrow it down.</span>
          </p>
        </div>
      </header>
      <section className="scroll grow rule-examples" aria-label="Examples to start from" tabIndex={0}>
        <div>
          <h2 className="h-sec">Examples to start from</h2>
          <ul>
            {PRESETS.map(({ label, effect, steps }) => (
              <li key={label}>
                <div className="grow">
                  <b>{label}</b>
                  <p className="mid">{effect}</p>
                  {steps.some(({ kind }) => kind === 'forward') ? null : (
                    <p className="dim">{draftSentence({ ...NEW_DRAFT, steps })}</p>
                  )}
                </div>
                <Button
                  size="small"
                  icon="plus"
                  aria-label={`Add ${label}`}
                  onClick={() => beginRule({ steps })}
                >
                  Add
                </Button>
              </li>
            ))}
          </ul>
        </div>
      </section>
    </>
  )
}
