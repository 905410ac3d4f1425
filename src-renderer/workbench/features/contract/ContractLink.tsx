import { openDialog } from '#window/state/dialogs'
import './contract.css'

/** A citation such as `contract 5.1`, which opens that section of docs/platform.md in the window. */
export function ContractLink({ place }: { readonly place: string }) {
  return (
    <button
      type="button"
      className="contract-link"
      aria-haspopup="dialog"
      onClick={() => openDialog({ kind: 'contract', place })}
    >
      contract {place}
    </button>
  )
}
