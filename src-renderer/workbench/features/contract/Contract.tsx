import { assertNever } from '#lib/error-text'
import { type Block, type Inline, inlineOf, sectionOf } from './contract-text'
import { useState } from 'react'
import { useFetched } from '#window/message-view/use-fetched'
import { Button } from '#window/ui/Button.tsx'
import { Dialog } from '#window/ui/Dialog.tsx'
import { Notice } from '#window/ui/Notice.tsx'
import { openDialog } from '#window/state/dialogs'
import './contract.css'

interface ContractBlockProps {
  readonly block: Block
  readonly place: string
  readonly onOpen: (place: string) => void
}

function Part({ part, onOpen }: { readonly part: Inline; readonly onOpen: (place: string) => void }) {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'code':
      return <code>{part.text}</code>
    case 'strong':
      return <b>{part.text}</b>
    case 'emphasis':
      return <em>{part.text}</em>
    case 'link':
      return (
        <button type="button" className="link" onClick={() => onOpen(part.place)}>
          {part.text}
        </button>
      )
    default:
      return assertNever(part)
  }
}

function Line({ text, onOpen }: { readonly text: string; readonly onOpen: (place: string) => void }) {
  return inlineOf(text).map((part, index) => <Part key={index} part={part} onOpen={onOpen} />)
}

function ContractBlock({ block, place, onOpen }: ContractBlockProps) {
  switch (block.kind) {
    case 'heading':
      return (
        <h3>
          <Line text={block.text} onOpen={onOpen} />
        </h3>
      )
    case 'paragraph':
      return (
        <p>
          <Line text={block.text} onOpen={onOpen} />
        </p>
      )
    case 'code':
      return <pre>{block.text}</pre>
    case 'list': {
      const List = block.isNumbered ? 'ol' : 'ul'
      return (
        <List>
          {block.items.map((item, index) => (
            <li key={index}>
              <Line text={item} onOpen={onOpen} />
            </li>
          ))}
        </List>
      )
    }
    case 'table':
      return (
        <table className="plain tall">
          <thead>
            <tr>
              {block.head.map((cell, index) => (
                <th key={index} scope="col">
                  <Line text={cell} onOpen={onOpen} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {block.rows.map((row, index) => (
              <tr key={index} className={row.place === place ? 'chosen' : undefined}>
                {row.cells.map((cell, column) => (
                  <td key={column}>
                    <Line text={cell} onOpen={onOpen} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )
    default:
      return assertNever(block)
  }
}

/** The page is a separate chunk: few open it, and it works offline. */
const loadPage = async (): Promise<string> => (await import('../../../../docs/platform.md?raw')).default

export function ContractDialog({ place, onClose }: { readonly place: string; readonly onClose: () => void }) {
  const { value: page, error } = useFetched('contract', loadPage)
  const [path, setPath] = useState<readonly string[]>([place])
  const shown = path.at(-1) ?? place
  const section = page === null ? null : sectionOf(page, shown)
  return (
    <Dialog
      title={section?.title ?? `Contract ${shown}`}
      subtitle="Rules of the platform that Paybench plays"
      width={820}
      onClose={onClose}
      actions={
        <>
          {path.length < 2 ? null : (
            <Button size="large" onClick={() => setPath(path.slice(0, -1))}>
              Back
            </Button>
          )}
          <Button size="large" look="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {/* Focusable, so that the arrow keys scroll it; a new section starts at its top. */}
      <div
        key={shown}
        className="dialog-pad contract-page"
        role="document"
        aria-label={`Contract ${shown}`}
        tabIndex={0}
      >
        {error === null ? null : (
          <Notice tone="red" live title="The contract could not be loaded.">
            {error} Reload the page and try again.
          </Notice>
        )}
        {section?.blocks.map((block, index) => (
          <ContractBlock
            key={index}
            block={block}
            place={shown}
            onOpen={(next) => setPath([...path, next])}
          />
        ))}
      </div>
    </Dialog>
  )
}

/** A citation such as `contract 5.1`, which opens that section of docs/platform.md in the window. */
export function ContractLink({ place }: { readonly place: string }) {
  return (
    <button
      type="button"
      className="link"
      aria-haspopup="dialog"
      onClick={() => openDialog({ kind: 'contract', place })}
    >
      contract {place}
    </button>
  )
}
