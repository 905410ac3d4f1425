import { useReloadOn } from '../../message-view/use-message'
import { useFetched } from '../../message-view/use-fetched'
import { useBench } from '../../state/bench'
import { useProjectFilter, useProjects } from '../../state/info'
import { setPlace, setPreferences } from '../../state/preferences'
import { Button } from '../../ui/Button'
import { Notice } from '../../ui/Notice'
import { formatCount } from '../../lib/figures'
import { refusedWithoutProject } from './without-project'

/** Says above the traffic of one project that refused requests of no project are left out, and shows them. */
export function WithoutProject() {
  const projectId = useProjectFilter()
  const query = refusedWithoutProject(useProjects().map((project) => project.projectId))
  return projectId === undefined || query === null ? null : <Hint query={query} />
}

function Hint({ query }: { readonly query: string }) {
  const bench = useBench()
  const { value, reload } = useFetched(`without project: ${query}`, () =>
    bench.call('traffic.list', { query, limit: 1 }),
  )
  useReloadOn(
    (event) =>
      event.type === 'exchange.added' &&
      event.exchange.refusal !== undefined &&
      event.exchange.projectId === undefined,
    reload,
  )
  const count = value?.total ?? 0
  if (count === 0) return null
  return (
    <div className="list-message">
      <Notice
        title={`${formatCount(count)} refused ${count === 1 ? 'request names' : 'requests name'} no project of this bench.`}
        action={
          <Button
            size="small"
            onClick={() => {
              setPreferences({ projectId: null })
              setPlace('traffic', { query, selection: null })
            }}
          >
            {count === 1 ? 'Show it' : 'Show them'}
          </Button>
        }
      >
        {count === 1 ? 'It is' : 'They are'} not among the traffic of one project.
      </Notice>
    </div>
  )
}
