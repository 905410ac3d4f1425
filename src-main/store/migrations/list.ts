import type { Migration } from '#store/migrate'
import { firstSchema } from './0001-first-schema'
import { requestIds } from './0002-request-ids'
import { plannerStatistics } from './0003-planner-statistics'
import { theForm } from './0004-the-form'
import { theWorkbench } from './0005-the-workbench'
import { markedMessages } from './0006-marked-messages'
import { trafficByPayment } from './0007-traffic-by-payment'
import { linkedAttempts } from './0008-linked-attempts'
import { searchAnswers } from './0009-search-answers'
import { bulkReplays } from './0010-bulk-replays'
import { exchangeSource } from './0011-exchange-source'
import { seriesIndex } from './0012-series-index'
import { timerData } from './0013-timer-data'
import { annotations } from './0014-annotations'
import { indexApart } from './0015-index-apart'
import { sentOnce } from './0016-sent-once'
import { requestIdsOfPayment } from './0017-request-ids-of-payment'
import { names } from './0018-names'

/** Every step from an empty database to the newest schema. A step that was released never changes. */
export const MIGRATIONS: readonly Migration[] = [
  firstSchema,
  requestIds,
  plannerStatistics,
  theForm,
  theWorkbench,
  markedMessages,
  trafficByPayment,
  linkedAttempts,
  searchAnswers,
  bulkReplays,
  exchangeSource,
  seriesIndex,
  timerData,
  annotations,
  indexApart,
  sentOnce,
  requestIdsOfPayment,
  names,
]
