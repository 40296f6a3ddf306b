import mongoose, { type IndexOptions, type Model, type Query, type Schema } from 'mongoose'

type Filter = Readonly<Record<string, unknown>>

/**
 * Fails every query without an index, because not every server that tests run on supports `explain`. A query needs a declared
 * index with a condition on its first field, and a sort by the same or a later field. A sort by id serves conditions on
 * the creation date, because ids grow with it.
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
      const [sortedBy] = Object.keys(this.getOptions().sort ?? {})
      requireIndex(this.model as Model<unknown>, this.getFilter(), sortedBy)
    },
  )
  schema.pre('bulkWrite', function (this: Model<unknown>, writes: unknown) {
    for (const write of writes as Readonly<Record<string, { filter?: Filter }>>[])
      for (const { filter } of Object.values(write)) if (filter) requireIndex(this, filter)
  })
})

function requireIndex(model: Model<unknown>, filter: Filter, sortedBy?: string): void {
  for (const condition of (filter['$and'] ?? []) as readonly Filter[])
    requireIndexedBranches(model, condition)
  requireIndexedBranches(model, filter)
  const isAll = Object.entries(filter).every(
    ([name, condition]) => isMetByMost(name, condition) || (name === 'createdAt' && sortedBy === '_id'),
  )
  const indexes = [[{ _id: 1 }, {}] as const, ...model.schema.indexes()]
  const isServed = indexes.some(([keys, options]) => {
    const [first = '', ...rest] = Object.keys(keys)
    if (isAll) return sortedBy === undefined || sortedBy === first
    if (!canUseIndex(filter[first]) || !impliesPartialFilter(filter, options)) return false
    return sortedBy === undefined || [first, ...rest].includes(sortedBy) || first === '_id'
  })
  if (!isServed)
    throw new Error(
      `no index of ${model.collection.name} serves ${JSON.stringify(filter)}${sortedBy === undefined ? '' : ` in the order of ${sortedBy}`}`,
    )
}

/**
 * If no index serves one branch of an `$or`, the server reads every record. The search for a part of a name is the exception:
 * no index serves it.
 */
function requireIndexedBranches(model: Model<unknown>, { $or: branches }: Filter): void {
  for (const branch of (branches ?? []) as readonly Filter[])
    if (!Object.values(branch).every((condition) => condition instanceof RegExp)) requireIndex(model, branch)
}

/** Whether most records meet the condition, so that an index would not help. */
const isMetByMost = (name: string, condition: unknown): boolean =>
  (name.endsWith('deleted') && condition === false) || JSON.stringify(condition) === '{"$exists":false}'

/** Whether an index can serve the condition: it asks for values, or for a range of them. */
const canUseIndex = (condition: unknown): boolean =>
  condition !== undefined &&
  !(
    typeof condition === 'object' &&
    condition !== null &&
    ['$exists', '$ne', '$nin', '$not'].some((operator) => operator in condition)
  )

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
