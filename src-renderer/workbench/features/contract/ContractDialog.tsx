import { useState } from 'react'
import { useFetched } from '#window/message-view/use-fetched'
import { Button } from '#window/ui/Button.tsx'
import { Dialog } from '#window/ui/Dialog.tsx'
import { Notice } from '#window/ui/Notice.tsx'
import { ContractBlock } from './ContractBlock'
import { sectionOf } from './contract-text'

interface ContractDialogProps {
  /** The section to start with, such as 5.1. */
  readonly place: string
  readonly onClose: () => void
}

/** The page is a chunk of its own: few open it, and it works offline. */
const loadPage = async (): Promise<string> => (await import('../../../../docs/platform.md?raw')).default

/** A section of the platform's contract. Links within it open the next section in place. */
export function ContractDialog({ place, onClose }: ContractDialogProps) {
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
