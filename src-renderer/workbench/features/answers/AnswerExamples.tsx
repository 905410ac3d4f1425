import { Button } from '../../ui/Button'
import { beginRule } from './answer-commands'
import { draftSentence } from './draft-sentence'
import { PRESETS } from './presets'
import { NEW_DRAFT } from './rule-draft'

/** Answers that testers ask for often, each with what the platform makes of it and a way to begin. */
export function AnswerExamples() {
  return (
    <>
      <header className="cb-head">
        <div className="grow">
          <h2 className="pane-title">New answer rule</h2>
          <p className="msg-meta">
            <span>It will answer every request until you say more.</span>
          </p>
        </div>
      </header>
      <section className="scroll grow rule-examples" aria-label="Answers to begin with" tabIndex={0}>
        <div>
          <h2 className="h-sec">Answers to begin with</h2>
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
                  aria-label={`Begin with ${label}`}
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
