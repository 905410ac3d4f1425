import { Button } from '#window/ui/Button.tsx'
import { Dialog } from '#window/ui/Dialog.tsx'
import { KEY_GROUPS } from './keys'
import './keys.css'

/** The overview of all keys. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog
      title="Keys"
      width={720}
      onClose={onClose}
      actions={
        <Button size="large" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className="dialog-pad keys-sheet" role="region" aria-label="All keys" tabIndex={0}>
        {KEY_GROUPS.map((group) => (
          <section key={group.title} aria-label={group.title}>
            <h3 className="h-sec">{group.title}</h3>
            <dl>
              {group.lines.map((line) => (
                <div key={line.what}>
                  <dt>
                    {line.keys.split(' ').map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dt>
                  <dd>{line.what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
