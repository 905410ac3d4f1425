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
        <h2>Licences of the parts</h2>
        <p className="mid">
          Paybench stands under the MIT licence. These packages of others are in it, under their own. The
          runtime of the desktop lays its licences beside the program.
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
        <ul className="licences" aria-label="Licences of the parts">
          {parts.map((part) => (
            <PartRow key={`${part.name} ${part.version}`} part={part} />
          ))}
        </ul>
      )}
    </>
  )
}
