import { assertNever } from '#lib/assert-never'
import { type Block, type Inline, inlineOf } from './contract-text'

interface ContractBlockProps {
  readonly block: Block
  /** The cited place: its row is marked. */
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
        <button type="button" className="contract-link" onClick={() => onOpen(part.place)}>
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

/** One block of a section. */
export function ContractBlock({ block, place, onOpen }: ContractBlockProps) {
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
        <table>
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
