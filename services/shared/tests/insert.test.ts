import { Schema, mongo as driver, type Model } from 'mongoose'
import { OutcomeUnknown } from '../errors.ts'
import { insert, insertAllotted, refusedBy, updateTogether } from '../store/insert.ts'
import { aDatabase } from './kit/database.ts'

interface Named {
  _id: number
  name: string
}

let database: Awaited<ReturnType<typeof aDatabase>>
let names: Model<Named>
beforeAll(async () => {
  database = await aDatabase()
  const schema = new Schema<Named>({ _id: Number, name: String }, { versionKey: false })
  schema.index({ name: 1 }, { unique: true, name: 'one_of_a_name' })
  names = database.connection.model<Named>('Named', schema)
  await names.createIndexes()
})
beforeEach(() => names.deleteMany())
afterEach(() => jest.restoreAllMocks())
afterAll(() => database.remove())

const stored = async () =>
  (await names.find().sort({ _id: 1 }).lean()).map(({ _id, name }) => `${_id} ${name}`)
const unknown = new OutcomeUnknown('mongodb', 'lost')

/** The server does what it is told, or the first part of it, and its answer is lost. */
function loseTheAnswer(done: number): void {
  const real = names.insertMany.bind(names)
  jest.spyOn(names, 'insertMany').mockImplementationOnce(async (records: unknown) => {
    const some = (records as Named[]).slice(0, done)
    if (some.length > 0) await real(some, { lean: true })
    throw unknown
  })
}

describe('an insert', () => {
  it('tells of each record whether it was added, or which index refused it', async () => {
    await insert(names, [{ _id: 1, name: 'a' }])
    const refused = await insert(names, [
      { _id: 1, name: 'b' },
      { _id: 2, name: 'a' },
      { _id: 3, name: 'c' },
    ])
    expect([...refused]).toEqual([
      [0, '_id_'],
      [1, 'one_of_a_name'],
    ])
    expect(await stored()).toEqual(['1 a', '3 c'])
  })

  it('takes no other failure for a duplicate: a full disk is thrown', async () => {
    const faults = [11_000, 14_031].map((code, index) => ({ code, index, errmsg: 'index: one_of_a_name' }))
    const full = Reflect.construct(driver.MongoBulkWriteError, [
      { message: 'full', writeErrors: faults },
      {},
    ]) as Error
    jest.spyOn(names, 'insertMany').mockRejectedValueOnce(full)
    await expect(insert(names, [{ _id: 1, name: 'a' }])).rejects.toBe(full)
  })
})

describe('an insert under ids that are allotted to it', () => {
  const two = [
    { _id: 1, name: 'a' },
    { _id: 2, name: 'b' },
  ]

  it('whose answer was lost is looked up, and was done when all is found', async () => {
    loseTheAnswer(2)
    expect([...(await insertAllotted(names, two)).refused]).toEqual([])
    expect(await stored()).toEqual(['1 a', '2 b'])
  })

  it('is looked up at a majority of the servers: what only one has may be lost again', async () => {
    const asked: unknown[] = []
    const real = names.find.bind(names)
    jest.spyOn(names, 'find').mockImplementation(() => {
      const query = real()
      const readConcern = query.readConcern.bind(query)
      query.readConcern = (level: string) => (asked.push(level), readConcern(level))
      return query
    })
    loseTheAnswer(2)
    await insertAllotted(names, two)
    expect(asked).toEqual(['majority'])
  })

  it('of which only a part is found has an unknown outcome', async () => {
    loseTheAnswer(1)
    await expect(insertAllotted(names, two)).rejects.toBe(unknown)
  })

  it('that an earlier try has done already is done, and no duplicate', async () => {
    await insertAllotted(names, [{ _id: 1, name: 'a' }])
    expect([...(await insertAllotted(names, two)).refused]).toEqual([])
    expect([...(await insertAllotted(names, [...two, { _id: 3, name: 'a' }])).refused]).toEqual([
      [2, 'one_of_a_name'],
    ])
    expect(await stored()).toEqual(['1 a', '2 b'])
  })

  it('whose id is taken by what no majority has, has an unknown outcome', async () => {
    await insert(names, [{ _id: 1, name: 'z' }])
    jest.spyOn(names, 'find').mockReturnValueOnce(names.find({ name: 'none' }))
    await expect(insertAllotted(names, two)).rejects.toThrow(OutcomeUnknown)
  })

  it('is not looked up for a failure of another kind', async () => {
    const look = jest.spyOn(names, 'find')
    jest.spyOn(names, 'insertMany').mockRejectedValueOnce(new TypeError('a mistake'))
    await expect(insertAllotted(names, two)).rejects.toThrow('a mistake')
    expect(look).not.toHaveBeenCalled()
  })
})

describe('updates in one round trip', () => {
  const rename = (_id: number, name: unknown) => ({
    updateOne: { filter: { _id }, update: { $set: { name } } },
  })
  beforeEach(async () => {
    await insert(names, [
      { _id: 1, name: 'a' },
      { _id: 2, name: 'b' },
    ])
  })

  it('tell how many were matched', async () => {
    expect((await updateTogether(names, [rename(1, 'c'), rename(9, 'd')])).matched).toBe(1)
  })

  it('tell which were refused, as a single one does', async () => {
    const { refused } = await updateTogether(names, [rename(1, 'c'), rename(2, 'c')])
    expect([...refused]).toEqual([[1, 'one_of_a_name']])
    const error: unknown = await names.updateOne({ _id: 2 }, { name: 'c' }).catch((fault: unknown) => fault)
    expect(refusedBy(error)).toBe('one_of_a_name')
    expect(refusedBy(new Error('E11000 index: one_of_a_name'))).toBeUndefined()
  })

  it('leave none out in silence that does not fit the schema', async () => {
    await expect(updateTogether(names, [rename(1, 'c'), rename(2, { not: 'a text' })])).rejects.toThrow(
      'Cast',
    )
  })
})
