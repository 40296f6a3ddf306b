import { statesOf, withoutEmptyStates, type Interaction } from '../../testing/pact/pact.ts'

const anAccount = [{ name: 'an account' }]

it.each([
  [{ providerState: null }, []],
  [{ providerState: '' }, []],
  [{ providerState: '  ' }, []],
  [{}, []],
  [{ providerState: 'an account' }, anAccount],
  [{ providerStates: null }, []],
  [{ providerStates: [{ name: '' }, ...anAccount, { name: null }] }, anAccount],
])('the states of an interaction, also if there are none, are read from %j', (given, states) => {
  const interaction = { description: 'lists', ...given } as Interaction
  const named = { consumer: { name: 'c' }, provider: { name: 'registration' } }
  const pact = withoutEmptyStates({ ...named, interactions: [interaction], messages: [interaction] })
  for (const [read] of [pact.interactions, pact.messages] as Interaction[][]) {
    expect(statesOf(read as Interaction)).toEqual(states)
    expect(JSON.stringify(read)).not.toMatch(/(providerState|name)":(null|" *")/)
  }
})
