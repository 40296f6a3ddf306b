import { statesOf, withoutEmptyStates, type Interaction } from './pact.ts'

it.each([
  [null, []],
  ['', []],
  [undefined, []],
  ['an account', [{ name: 'an account' }]],
])('the state %j of a pact of version 2 is understood', (providerState, states) => {
  const interaction = { description: 'lists', providerState } as Interaction
  const pact = { consumer: { name: 'c' }, provider: { name: 'registration' }, interactions: [interaction] }
  const [read] = withoutEmptyStates(pact).interactions ?? []
  expect(statesOf(read as Interaction)).toEqual(states)
  expect(JSON.stringify(read)).not.toMatch(/"providerState":(null|"")/)
})
