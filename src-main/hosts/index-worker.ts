import { runIndexWorker } from '#store/index/index-worker'

runIndexWorker()
