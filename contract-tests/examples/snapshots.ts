import { MongoClient, type Db, type Document } from 'mongodb'

type Kept = readonly { readonly collection: string; readonly documents: readonly Document[] }[]

/** The databases of the services, so that a state that was built once can be gone back to in milliseconds. */
export async function databases<Name extends string>(urls: Readonly<Record<Name, string>>) {
  const clients = await Promise.all(
    Object.values<string>(urls).map(async (url) => ({ url, client: await MongoClient.connect(url) })),
  )
  const all: readonly Db[] = clients.map(({ url, client }) => client.db(nameIn(url)))
  const of = (name: Name): Db => all.find(({ databaseName }) => databaseName === nameIn(urls[name])) as Db

  return {
    of,
    /** Ids are given out from `next` on. */
    async count(name: Name, counter: string, next: number): Promise<void> {
      await of(name)
        .collection<{ _id: string; value: number }>('counters')
        .insertOne({ _id: counter, value: next - 1 })
    },
    async take(): Promise<Map<Db, Kept>> {
      return new Map(await Promise.all(all.map(async (db) => [db, await contentsOf(db)] as const)))
    },
    async restore(kept: ReadonlyMap<Db, Kept>): Promise<void> {
      await Promise.all([...kept].map(([db, contents]) => putBack(db, contents)))
    },
    async drop(): Promise<void> {
      for (const db of all) await db.dropDatabase()
      for (const { client } of clients) await client.close()
    },
  }
}

export type Databases = Awaited<ReturnType<typeof databases<'registration' | 'user' | 'notification'>>>

const nameIn = (url: string) => new URL(url).pathname.slice(1)

async function contentsOf(db: Db): Promise<Kept> {
  const collections = await db.listCollections({}, { nameOnly: true }).toArray()
  return Promise.all(
    collections.map(async ({ name }) => ({
      collection: name,
      documents: await db.collection(name).find().toArray(),
    })),
  )
}

async function putBack(db: Db, contents: Kept): Promise<void> {
  const before = new Set(contents.map(({ collection }) => collection))
  const since = (await db.listCollections({}, { nameOnly: true }).toArray()).filter(
    ({ name }) => !before.has(name),
  )
  for (const { name } of since) await db.collection(name).deleteMany({})
  for (const { collection, documents } of contents) {
    await db.collection(collection).deleteMany({})
    if (documents.length > 0) await db.collection(collection).insertMany([...documents])
  }
}
