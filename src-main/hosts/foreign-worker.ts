import { runForeignWorker } from '../scenarios/foreign/foreign-worker'

runForeignWorker()
