import { CopyButton } from '#window/ui/CopyButton.tsx'
import { Choice } from '#window/ui/Choice.tsx'
import { setDraft } from './preview-store'
import { type SnippetName, SNIPPETS } from './snippets/snippets'
import type { SnippetSource } from './snippets/snippet'

interface SnippetViewProps {
  readonly chosen: SnippetName
  /** null until the parameters are signed. */
  readonly source: SnippetSource | null
}

/** The merchant's side for exactly the parameters that are typed. */
export function SnippetView({ chosen, source }: SnippetViewProps) {
  const snippet = SNIPPETS.find(({ name }) => name === chosen) ?? SNIPPETS[0]
  if (snippet === undefined) return null
  const text = source === null ? '' : snippet.write(source)
  return (
    <section className="pv-snippet" aria-label="Snippet">
      <div className="row pv-snippet-bar">
        <Choice
          label="Language"
          value={snippet.name}
          options={SNIPPETS.map(({ name, label }) => ({ value: name, label }))}
          onChange={(name) => setDraft({ snippet: name })}
        />
        <span className="grow" />
        <CopyButton text={text} what={`${snippet.label} snippet`} />
      </div>
      <p className="help dim">{snippet.about}</p>
      <pre className="code box scroll" tabIndex={0} aria-label={`${snippet.label} snippet`}>
        {text}
      </pre>
    </section>
  )
}
