import { useFetched } from '#window/message-view/use-fetched'
import { Button } from '#window/ui/Button.tsx'
import { z } from 'zod'
import { Notice } from '#window/ui/Notice.tsx'

/** A third-party package in the program. The build writes the list from the content of its bundles. */
const part = z.object({ name: z.string(), version: z.string(), licence: z.string(), text: z.string() })
const parts = z.object({ parts: z.array(part) })

type Part = Readonly<z.infer<typeof part>>

/** The packages with their licences, by name. Rejects with what to do where the file is not there. */
async function fetchParts(): Promise<readonly Part[]> {
  const answer = await fetch('../licences.json')
  if (!answer.ok) throw new Error('The licences are missing. Rebuild or reinstall Paybench.')
  const read = parts.safeParse(await answer.json())
  if (!read.success) throw new Error('The list of licences is damaged. Rebuild or reinstall Paybench.')
  return read.data.parts
}

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

/** The third-party packages in the program, each with its licence. */
export function LicencesSettings() {
  const { value: parts, error, reload } = useFetched('licences', fetchParts)
  return (
    <>
      <header className="settings-head">
        <h2>Third-party licences</h2>
        <p className="mid">
          Paybench is available under the MIT licence. It includes these third-party packages under their own
          licences. The desktop runtime keeps its licences next to the program.
        </p>
      </header>
      {error === null ? null : (
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
          {error}
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
