import { type Explained, setSignature, showExample, useExplained, useSignature } from './signature-store'
import { useState } from 'react'
import { capitalized } from '#lib/words'
import { SplitPane } from '#window/list/ListBody.tsx'
import { useProjects } from '#window/state/info'
import { setPlace, usePreferences } from '#window/state/preferences'
import { Button } from '#window/ui/Button.tsx'
import { Icon } from '#window/ui/Icon.tsx'
import { CanonicalTable, DialectTable } from './SignatureTables'
import { ExplanationCards, VerdictHead } from './ExplanationCards'
import { MessageSource } from './MessageSource'
import type { SignatureExplanation } from '#protocol/signatures'
import { Choice } from '#window/ui/Field.tsx'
import { CopyButton } from '#window/ui/CopyButton.tsx'
import { fixCode, fixLanguages, LANGUAGES } from './fix-code'
import './signature.css'

function Nothing() {
  return (
    <div className="empty">
      <Icon name="signature" />
      <h2>Why does this signature not match?</h2>
      <p>
        Paste a message with its signature, or pick one that Paybench recorded. It shows the string to sign
        line by line, checks every known dialect, and finds the mistake that produces the received signature.
      </p>
      <div className="row">
        <Button look="primary" onClick={showExample}>
          Load an example
        </Button>
        <Button onClick={() => setSignature({ source: 'message' })}>Pick a message</Button>
      </div>
    </div>
  )
}

function Findings({ explained, onSearch }: { readonly explained: Explained; readonly onSearch: () => void }) {
  const [chosen, setChosen] = useState(0)
  const lenient = useProjects().find(({ projectId }) => projectId === explained.source.projectId)?.switches
    .lenientSignatures
  const { diagnosis } = explained
  return (
    <>
      <VerdictHead explained={explained} onSearch={onSearch} />
      <div className="fill sg-cols">
        <CanonicalTable explained={explained} explanation={diagnosis.explanations[chosen] ?? null} />
        <div className="sg-side scroll" role="region" aria-label="Diagnosis" tabIndex={0}>
          <ExplanationCards diagnosis={diagnosis} chosen={chosen} onChoose={setChosen} />
          <FixCode explanation={diagnosis.explanations[chosen]} />
          <DialectTable dialects={explained.dialects} lenient={lenient ?? false} />
        </div>
      </div>
    </>
  )
}

export function SignaturePage() {
  const share = usePreferences((state) => state.signature.split)
  const { explained, error, isStale, isComing, explainNow } = useExplained()
  return (
    <SplitPane
      label="Width of the message"
      share={share}
      onShare={(split) => setPlace('signature', { split })}
      left={
        <MessageSource
          kind={explained?.source.kind ?? null}
          projectId={explained?.source.projectId ?? null}
          error={error}
        />
      }
      right={
        <section className="pane" aria-label="Explanation" aria-busy={isStale}>
          {isComing ? null : explained === null ? (
            <Nothing />
          ) : (
            <Findings
              key={`${explained.canonical} ${explained.verdict.received ?? ''}`}
              explained={explained}
              onSearch={explainNow}
            />
          )}
        </section>
      }
    />
  )
}

function FixCode({ explanation }: { readonly explanation: SignatureExplanation | undefined }) {
  const wanted = useSignature((state) => state.language)
  const topics = explanation?.mistakes.flatMap((mistake) => mistake.topics) ?? []
  const languages = fixLanguages(topics)
  const [first] = languages
  if (first === undefined) return null
  const language = languages.includes(wanted) ? wanted : first
  const code = fixCode(topics, language)
  const fix = `fix in ${LANGUAGES[language].name}`
  return (
    <section className="sg-fix-code" aria-labelledby="sg-fix">
      <div className="section-head">
        <h2 id="sg-fix">The fix</h2>
        <span className="grow" />
        <Choice
          label="Language"
          value={language}
          options={languages.map((each) => ({ value: each, label: LANGUAGES[each].name }))}
          onChange={(next) => setSignature({ language: next })}
        />
        <CopyButton text={code} what={fix} />
      </div>
      <pre className="code box wrap" tabIndex={0} aria-label={capitalized(fix)}>
        {code}
      </pre>
    </section>
  )
}
