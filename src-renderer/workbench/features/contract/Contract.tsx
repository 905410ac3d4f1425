import { type MouseEvent, useState } from 'react'
import { useFetched } from '#window/message-view/use-fetched'
import { Button } from '#window/ui/Button.tsx'
import { Dialog } from '#window/ui/Dialog.tsx'
import { Failure } from '#window/ui/Notice.tsx'
import { type DialogProps, openDialog } from '#window/state/dialogs'
import './contract.css'

/** The page and its reader are separate chunks, because few testers open them; they work offline. */
const loadSection = async (place: string) => {
  const [{ default: page }, { sectionOf }] = await Promise.all([
    import('../../../../docs/platform.md?raw'),
    import('./contract-section'),
  ])
  return sectionOf(page, place)
}

export function ContractDialog({ place, onClose }: DialogProps<'contract'>) {
  const [path, setPath] = useState<readonly string[]>([place])
  const shown = path.at(-1) ?? place
  const { value: section, error } = useFetched(`contract ${shown}`, () => loadSection(shown))
  const follow = ({ target }: MouseEvent): void => {
    const next =
      target instanceof Element ? target.closest<HTMLElement>('[data-place]')?.dataset['place'] : ''
    if (next !== undefined && next !== '') setPath([...path, next])
  }
  return (
    <Dialog
      title={section?.title ?? `Contract ${shown}`}
      subtitle="The rules of the platform that Paybench simulates"
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
      <Failure title="The contract could not be loaded. Reload the page and try again." error={error} />
      {/* Focusable, so that the arrow keys scroll it; a new section starts at its top. */}
      <div
        key={shown}
        className="dialog-pad contract-page"
        role="document"
        aria-label={`Contract ${shown}`}
        tabIndex={0}
        onClick={follow}
        dangerouslySetInnerHTML={{ __html: section?.html ?? '' }}
      />
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
