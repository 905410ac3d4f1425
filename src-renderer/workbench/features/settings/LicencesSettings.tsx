import { useFetched } from '../../message-view/use-fetched'
import { Button } from '../../ui/Button'
import { Notice } from '../../ui/Notice'
import { fetchParts } from './licences'
import type { Part } from './licences'

/** The whole text opens in place. */
function PartRow({ part }: { readonly part: Part }) {
  return (
    <li>
      <details>
        <summary>
          <b>{part.name}</b> <span className="dim">{part.version}</span>{' '}
          <span className="mid">{part.licence}</span>
        </summary>
        <pre className="licence-text">{part.text}</pre>
      </details>
    </li>
  )
}

/** What others have made and is in the program, each with its licence. */
export function LicencesSettings() {
  const { value: parts, fault, reload } = useFetched('licences', fetchParts)
  return (
    <>
      <header className="settings-head">
        <h2>Third-party licences</h2>
        <p className="mid">
          Paybench is available under the MIT licence. It includes these third-party packages under their own
          licences. The desktop runtime keeps its licences next to the program.
        </p>
      </header>
      {fault === null ? null : (
        <Notice
          tone="red"
          live
          title="The licences could not be read."
          action={
            <Button size="small" onClick={reload}>
              Try again
            </Button>
          }
        >
          {fault}
        </Notice>
      )}
      {parts === null ? null : (
        <ul className="licences" aria-label="Third-party licences">
          {parts.map((part) => (
            <PartRow key={`${part.name} ${part.version}`} part={part} />
          ))}
        </ul>
      )}
    </>
  )
}
