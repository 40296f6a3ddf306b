/** The user service written by hand, as far as a registration needs it: it identifies users. */
import { application, config, database, send, toSeconds } from './kit.ts'

const users = (await database()).collection<{ _id: number; expirationDate: Date | null }>('users')
const app = application()
const FIELDS = 'version externalId email firstName lastName groupIds expirationDate'
const projection = Object.fromEntries(FIELDS.split(' ').map((name) => [name, 1]))

app.post<{ Body: { userId: number }[] }>(
  '/internal/users/identify/',
  { schema: { body: { $ref: 'contract#/components/schemas/UserQueriesInput' } } },
  async (request, reply) => {
    const wanted = { _id: { $in: request.body.map(({ userId }) => userId) }, deleted: false }
    const found = await users.find(wanted, { projection }).toArray()
    const byId = new Map(found.map((user) => [user._id, user]))
    const results = request.body.map(({ userId }) => {
      const user = byId.get(userId)
      if (!user) return { code: 'user-not-found' }
      const { _id: id, expirationDate, ...fields } = user
      const identified = { id, ...fields, expirationDate: expirationDate ? toSeconds(expirationDate) : '' }
      return { code: 'identified', identifiedBy: 'userId', user: identified }
    })
    return send(reply, results)
  },
)

await app.listen({ port: config.port, host: '127.0.0.1' })
