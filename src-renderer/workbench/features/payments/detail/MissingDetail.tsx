import { formatTerm } from '../../../../../src-main/domain/query/format'
import { quotedText } from '../../../../../src-main/lib/limits/bounded-text'
import { MissingNotice } from '../../../message-view/MissingNotice'
import { useFetched } from '../../../message-view/use-fetched'
import { useBench } from '../../../state/bench'
import { setPlace } from '../../../state/preferences'
import { Button } from '../../../ui/Button'
import { Notice } from '../../../ui/Notice'

/** Payments that are looked at: the filter ignores letter case, ids do not. */
const MAX_FOUND = 20

/** Where no payment has the key: the payment whose id was given instead, if exactly one has it, else that there is none. */
export function MissingDetail({ id }: { readonly id: string }) {
  const bench = useBench()
  const { value, error } = useFetched(`payment-named:${id}`, () =>
    bench.call('payments.list', {
      query: formatTerm({ kind: 'field', field: 'id', operator: '=', values: [id], negated: false }),
      limit: MAX_FOUND,
    }),
  )
  const named = value?.items.filter(({ paymentId }) => paymentId === id) ?? []
  const [only] = named
  const leave = (): void => setPlace('payments', { selection: null })
  if (value === null && error === null) return null
  if (only === undefined) return <MissingNotice label="Payment" id={id} onLeave={leave} />
  const isOnly = named.length === 1
  return (
    <Notice
      tone="amber"
      title={`“${quotedText(id)}” is a payment id; a link needs the key of the payment.`}
      action={
        <Button size="small" onClick={isOnly ? () => setPlace('payments', { selection: only.key }) : leave}>
          {isOnly ? 'Open the payment' : 'Show the list'}
        </Button>
      }
    >
      {isOnly
        ? 'One payment has this id. Copy link in its menu gives the address with the key.'
        : 'Several payments have this id. Select one in the list.'}
    </Notice>
  )
}
