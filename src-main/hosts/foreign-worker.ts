import { READ_ORDER } from '#exam/orders/read-order'
import { REPORT_EXAM } from '#exam/reports/report-exam'
import { MASK_TRIAL } from '#exam/running/masking'
import { CHECK_REQUESTS } from '#exam/rules/exam-rules'
import { runForeignWorker } from '#scenarios/foreign/foreign-worker'
import { REPORT_RUNS } from '#scenarios/reports/html'
import { TASKS } from '#scenarios/foreign/foreign'
import { READ_SESSION } from '#workbench/sessions/file/read-session'

runForeignWorker([
  ...Object.values(TASKS),
  READ_ORDER,
  CHECK_REQUESTS,
  MASK_TRIAL,
  REPORT_EXAM,
  REPORT_RUNS,
  READ_SESSION,
])
