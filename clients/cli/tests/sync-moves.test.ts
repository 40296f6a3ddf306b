import { expectEnd, several, sourceKit } from '../../../testing/clients/sources.ts'
import { syncScene } from '../../../testing/clients/sync-scene.ts'
import { EXIT } from '../src/exit-codes.ts'

const scene = syncScene(11)
const { run } = scene
const { admin, isActive, sync } = sourceKit(scene)

it('users sync does not move most of another group, as an export without its filter asks for', async () => {
  const [north, south] = [scene.next(), scene.next()]
  const letters = 'ABDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
  const ofNorth = several(north, ...letters.map((letter) => `${letter}nn ${letter}rbor`))
  const [cleo] = several(south, 'Cleo Cedar')
  await sync(north, ofNorth, 'hr')
  await sync(south, [cleo], 'hr')
  const everybody = await sync(south, [cleo, ...ofNorth.slice(0, 12)], 'hr')
  expectEnd(
    everybody,
    EXIT.failed,
    /would move 12 of 25 users.*; the limit is 10\. .* add --max-leavers 12\./,
  )
  expect((await sync(south, [cleo, ...ofNorth.slice(0, 10)], 'hr')).json()).toMatchObject({ moved: 10 })
  const more = await sync(south, [cleo, ...ofNorth.slice(0, 22)], 'hr', '--max-leavers', '12')
  expect([more.code, more.json()]).toMatchObject([EXIT.done, { moved: 12 }])
})

it('the error of rows that are not moved ends with the command that it names', async () => {
  const [north, south] = [scene.next(), scene.next()]
  const [ann, bob] = several(north, 'Ann Arbor', 'Bob Birch')
  const [cleo] = several(south, 'Cleo Cedar')
  await sync(north, [ann, bob], 'hr')
  await sync(south, [cleo], 'hr')
  const held = await sync(south, [bob], 'hr')
  const [, words = ''] = /rollcall (members add \d+ \d+)\./.exec(held.stderr) ?? []
  expect((await run(words.split(' '))).code).toBe(EXIT.done)
  expect((await sync(south, [bob], 'hr')).json()).toMatchObject({ expired: 1 })
})

it('a person in the files of two groups is not moved back and forth every night', async () => {
  const [north, south] = [scene.next(), scene.next()]
  const [ann, bob] = several(north, 'Ann Arbor', 'Bob Birch')
  const [cleo] = several(south, 'Cora Quill')
  const night = async () =>
    [await sync(north, [ann, bob], 'hr'), await sync(south, [cleo, bob], 'hr')] as const
  const [, moved] = await night()
  expect([moved.code, moved.json()]).toMatchObject([EXIT.done, { moved: 1 }])
  expect((await night()).map(({ code }) => code)).toEqual([EXIT.done, EXIT.someRowsFailed])
  for (let i = 0; i < 2; i++) {
    const [ofNorth, ofSouth] = await night()
    expect(ofNorth.code).toBe(EXIT.done)
    expectEnd(ofSouth, EXIT.someRowsFailed, /take this row out\. .* --reactivate clears .*\(moved-back\)/)
  }
  // The other file is the wrong one.
  const { stderr } = await sync(south, [cleo, bob], 'hr')
  const commands = [...stderr.matchAll(/rollcall (members (?:add|remove) \d+ \d+)/g)]
  expect(await sync(north, [ann], 'hr')).toMatchObject({ code: EXIT.done })
  for (const [, words = ''] of commands) {
    const yes = words.includes('remove') ? ['--yes'] : []
    expect((await run([...words.split(' '), ...yes])).code).toBe(EXIT.done)
  }
  const last = await sync(south, [cleo, bob], 'hr', '--reactivate')
  expect([last.code, (await admin(bob.externalId)).groupIds]).toEqual([EXIT.done, [south]])
  expect(await isActive(bob.externalId)).toBe(true)
})

it('a person whom a run has moved into the group is not ended by the next one', async () => {
  const [north, south] = [scene.next(), scene.next()]
  const [ann, bob] = several(north, 'Ann Arbor', 'Bob Birch')
  const [cleo] = several(south, 'Dora Quill')
  await sync(north, [ann, bob], 'hr')
  for (const group of [south, north])
    expect((await sync(group, group === north ? [ann, bob] : [cleo, bob], 'hr')).code).toBe(EXIT.done)
  const dry = await sync(north, [ann], 'hr', '--dry-run')
  const left = await sync(north, [ann], 'hr')
  expect([left.code, left.json()]).toMatchObject([EXIT.someRowsFailed, dry.json()])
  expect(left.stderr).toContain(`left as they are because of the errors below: ${bob.externalId}\n`)
  expectEnd(await sync(south, [cleo, bob], 'hr'), EXIT.someRowsFailed, '(moved-back)')
  expect(await isActive(bob.externalId)).toBe(true)
  const [, add = '', remove = ''] =
    /: rollcall (members add GROUP \d+), then rollcall (members remove .*) --yes\. \(just-moved\)/.exec(
      left.stderr,
    ) ?? []
  expect((await sync(north, [ann], 'hr', '--dry-run')).json()).toMatchObject({ expired: 1 })
  for (const words of [add.replace('GROUP', `${south}`), `${remove} --yes`])
    expect((await run(words.split(' '))).code).toBe(EXIT.done)
  expect((await sync(north, [ann], 'hr')).json()).toMatchObject({ expired: 0, failed: 0 })
  expect((await sync(south, [cleo, bob], 'hr')).code).toBe(EXIT.done)
})

it('registrations sync withdraws no one whom users sync of the same file has left as they are', async () => {
  const [north, south, course] = [scene.next(), scene.next(), scene.next()]
  const [ann, bob, kim, lou] = several(north, 'Ann Arbor', 'Bob Birch', 'Kim Kern', 'Lou Lind')
  const [cleo, eve] = several(south, 'Cleo Cedar', 'Eve Elm')
  await sync(north, [ann, bob, kim, lou], 'hr')
  await sync(south, [cleo, eve], 'hr')
  await scene.register(
    course,
    [bob, kim, eve].map(({ externalId }) => externalId),
  )
  const roster = (group: number) => {
    const options = ['--group', `${group}`, '--source', 'hr', '--course', `${course}`, '--yes', '--json']
    const mapped = ['--map', 'externalId=userExternalId', '--only-mapped']
    return run(['registrations', 'sync', `of-${group}.csv`, ...options, ...mapped])
  }
  // Just moved into the group, and in no file.
  await sync(south, [cleo, eve, bob], 'hr')
  expect((await sync(south, [cleo, eve], 'hr')).code).toBe(EXIT.someRowsFailed)
  const held = await roster(south)
  expectEnd(
    held,
    EXIT.someRowsFailed,
    `${bob.externalId}, course ${course}: The last users sync of this file`,
  )
  expect(held.json()).toMatchObject({ withdrawn: 0, created: 1, failed: 1 })
  expect((await sync(south, [cleo, eve], 'hr')).json()).toMatchObject({ expired: 1 })
  expect((await roster(south)).json()).toMatchObject({ withdrawn: 1, failed: 0 })
  // A row may be about her.
  const { firstName, lastName } = kim
  await sync(north, [{ ...ann, firstName, lastName }, lou], 'hr')
  expectEnd(await roster(north), EXIT.someRowsFailed, '(user-held)')
  await sync(north, [ann, lou], 'hr')
  expect((await roster(north)).json()).toMatchObject({ withdrawn: 1, failed: 0 })
})
