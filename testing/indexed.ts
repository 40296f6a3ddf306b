import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { QUERIES_FOLDER, type RecordedQuery } from './recorded-queries.ts'
import mongoose, { type Aggregate, type IndexOptions, type Model, type Query, type Schema } from 'mongoose'

type Filter = Readonly<Record<string, unknown>>
type Order = readonly [field: string, direction: unknown]

/**
 * Fails every query without an index, because not every server that tests run on supports `explain`. A query
 * needs a declared index with a condition on its first field, and a sort by the same or a later field. A sort
 * by id serves conditions on the creation date, because ids grow with it. Records the query for
 * docs/generated/queries.tsv, unless its model is one of a test, whose name starts with Test.
 */
mongoose.plugin((schema: Schema) => {
  schema.pre(
    [
      'find',
      'findOne',
      'countDocuments',
      'distinct',
      'updateOne',
      'updateMany',
      'replaceOne',
      'findOneAndUpdate',
      'findOneAndReplace',
      'findOneAndDelete',
      'deleteOne',
      'deleteMany',
    ],
    { query: true, document: false },
    function (this: Query<unknown, unknown>) {
      const [order] = Object.entries(this.getOptions().sort ?? {})
      requireIndexes(this.model as Model<unknown>, this.getFilter(), order)
    },
  )
  schema.pre('aggregate', function (this: Aggregate<unknown>) {
    const [first] = this.pipeline() as readonly { readonly $match?: Filter }[]
    if (!first?.$match) throw new Error('an aggregate that does not begin with $match reads all records')
    requireIndexes(this.model() as Model<unknown>, first.$match)
  })
  schema.pre('bulkWrite', function (this: Model<unknown>, writes: unknown) {
    for (const write of writes as Readonly<Record<string, { filter?: Filter }>>[])
      for (const { filter } of Object.values(write)) if (filter) requireIndexes(this, filter)
  })
})

/**
 * A service turns the error of a query into a response or a log line, so it is also shown at the end of the
 * test file.
 */
const faults = new Set<string>()
afterAll(() => {
  if (faults.size > 0) throw new Error([...faults].join('\n'))
})

function requireIndexes(model: Model<unknown>, filter: Filter, order?: Order): void {
  try {
    requireIndexOfParts(model, filter, order)
  } catch (error) {
    faults.add((error as Error).message)
    throw error
  }
}

/**
 * If no index serves one branch of an `$or`, the server reads every record. The search for a part of a name
 * is the exception: no index serves it.
 */
function requireIndexOfParts(model: Model<unknown>, filter: Filter, order?: Order): void {
  const { $and: conditions = [], ...others } = filter
  const parts = [others, ...(conditions as readonly Filter[])]
  requireIndex(model, Object.assign({}, ...parts) as Filter, order)
  for (const { $or: branches = [] } of parts)
    for (const branch of branches as readonly Filter[])
      if (!Object.values(branch).every((condition) => condition instanceof RegExp))
        requireIndex(model, branch, undefined, '$or: ')
}

type Index = readonly [keys: object, options: IndexOptions]
const known = new WeakMap<Schema, readonly Index[]>()

/** mongoose goes through the whole schema each time. */
function indexesOf(schema: Schema): readonly Index[] {
  const indexes = known.get(schema) ?? [[{ _id: 1 }, {}] as const, ...(schema.indexes() as Index[])]
  known.set(schema, indexes)
  return indexes
}

function requireIndex(model: Model<unknown>, filter: Filter, order?: Order, prefix = ''): void {
  const [sortedBy] = order ?? []
  const isAll = Object.entries(filter).every(
    ([name, condition]) => isMetByMost(name, condition) || (name === 'createdAt' && sortedBy === '_id'),
  )
  const usable = indexesOf(model.schema)
    .filter(([keys, options]) => {
      const [first = ''] = Object.keys(keys)
      return isAll ? first === sortedBy : canUseIndex(filter[first]) && impliesPartialFilter(filter, options)
    })
    .map(([keys]) => Object.keys(keys))
  const isOrdered = usable.some(([first, ...rest]) => first === '_id' || [first, ...rest].includes(sortedBy))
  const isServed = sortedBy === undefined ? isAll || usable.length > 0 : isOrdered
  if (!isServed) {
    const order = sortedBy === undefined ? '' : ` in the order of ${sortedBy}`
    throw new Error(`no index of ${model.collection.name} serves ${JSON.stringify(filter)}${order}`)
  }
  if (model.modelName.startsWith('Test')) return
  const [best = []] = usable.sort((a, b) => valueOf(b, filter, sortedBy) - valueOf(a, filter, sortedBy))
  const served = servedBy(best, filter)
  record({
    collection: model.collection.name,
    conditions: prefix + served.map((name) => [name, ...operatorsOf(filter[name])].join(' ')).join(', '),
    order: order ? `${order[0]}${order[1] === -1 ? ', descending' : ''}` : '',
    index: best.length > 0 ? best.join(', ') : 'none: most records match',
    others: Object.keys(filter).filter((name) => !served.includes(name)),
  })
}

const recorded = new Set<string>()

function record(query: RecordedQuery): void {
  const line = JSON.stringify(query)
  if (recorded.has(line)) return
  recorded.add(line)
  mkdirSync(QUERIES_FOLDER, { recursive: true })
  appendFileSync(join(QUERIES_FOLDER, `${process.pid}.txt`), `${line}\n`)
}

/** The first fields of an index, as far as the filter has a condition on each. */
function servedBy(index: readonly string[], filter: Filter): readonly string[] {
  const end = index.findIndex((name) => !canUseIndex(filter[name]))
  return end === -1 ? index : index.slice(0, end)
}

/**
 * How much the query gains by an index. MongoDB tries several and keeps the fastest; the table names the one
 * that the conditions limit most.
 */
function valueOf(index: readonly string[], filter: Filter, sortedBy: string | undefined): number {
  const served = servedBy(index, filter)
  const values = served.map((name) => {
    const operators = operatorsOf(filter[name])
    const isRange = operators.some((operator) => operator !== '$in')
    if (name === '_id') return isRange ? 0 : 100
    if (isRange) return 1
    return operators.length === 0 ? 12 : 10
  })
  const isInOrder = sortedBy !== undefined && index.slice(0, served.length + 1).includes(sortedBy)
  return values.reduce((sum, value) => sum + value, isInOrder ? 0.5 : 0)
}

/** `$gt`, `$in` and the like; none for a value that has to be equal. */
const operatorsOf = (condition: unknown): string[] =>
  Object.keys(Object(condition) as object).filter((name) => name.startsWith('$'))

/**
 * Whether most records meet the condition, so that an index would not help. Few records have pending events.
 */
const isMetByMost = (name: string, condition: unknown): boolean =>
  (name.endsWith('deleted') && condition === false) ||
  (name.startsWith('events.') && operatorsOf(condition).join() === '$ne') ||
  JSON.stringify(condition) === '{"$exists":false}'

/** Whether an index can serve the condition: it asks for values, or for a range of them. */
const canUseIndex = (condition: unknown): boolean =>
  condition !== undefined &&
  !operatorsOf(condition).some((operator) => ['$exists', '$ne', '$nin', '$not'].includes(operator))

/** Whether the filter implies the condition of a partial index. */
const impliesPartialFilter = (filter: Filter, { partialFilterExpression }: IndexOptions): boolean =>
  Object.entries((partialFilterExpression ?? {}) as Readonly<Record<string, unknown>>).every(
    ([name, condition]) => {
      const { $gt: bound } = Object(condition) as { $gt?: string }
      const value = filter[name]
      if (bound === undefined) return value === condition
      const { $gt: from } = Object(value) as { $gt?: string }
      return typeof value === 'string' ? value > bound : from !== undefined && from >= bound
    },
  )
