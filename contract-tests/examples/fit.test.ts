import contract from '../../services/shared/contract/generated/openapi.json' with { type: 'json' }
import type { OpenApiDocument } from '../../scripts/generate/document.ts'
import { exampled } from './examples.ts'
import { misfits, type Asked } from './fit.ts'

const operations = exampled(contract as unknown as OpenApiDocument)

function misfitsOf(
  id: string,
  asked: Partial<Asked>,
  headers: Record<string, string>,
  body: unknown,
): string[] {
  const operation = operations.find((one) => one.id === id)!
  const request = { target: '/users/', path: {}, headers: {}, query: {}, ...asked }
  const text = JSON.stringify(body)
  return misfits(operation, request, {
    status: 200,
    headers: new Headers(headers),
    type: 'application/json',
    text,
    body,
  })
}

describe('a success fits its request', () => {
  it('with the record that was asked for', () => {
    expect(misfitsOf('getUser', { path: { id: 7 } }, {}, { id: 7 })).toEqual([])
    expect(misfitsOf('getUser', { path: { id: 7 } }, {}, { id: 8 })).toEqual([
      'the id is 8, and 7 was asked for',
    ])
  })

  it('with the record that Location leads to', () => {
    const location = '/users/8/'
    expect(misfitsOf('createUser', {}, { location }, { id: 8 })).toEqual([])
    expect(misfitsOf('createUser', {}, { location }, { id: 9 })).toEqual([
      'the id is 9, and Location /users/8/',
    ])
  })

  const prefer = { prefer: 'count=exact' }
  const link = '</users/?limit=1&cursor=x>; rel="next"'
  it.each<[string, string, Partial<Asked>, Record<string, string>]>([
    ['a link to its next page', 'link', {}, { link }],
    ['the count of all', 'x-total-count', {}, { 'x-total-count': '1' }],
    ['a count of more, on a page', 'x-total-count', {}, { 'x-total-count': '5', link }],
    [
      'the preferences that were sent',
      'preference-applied',
      { headers: prefer },
      { 'preference-applied': 'count=exact' },
    ],
    ['a header of the operation to vary by', 'vary', {}, { vary: 'Prefer' }],
  ])('with %s', (_, __, asked, headers) => {
    expect(misfitsOf('listUsers', asked, headers, [{}])).toEqual([])
  })

  it.each<[string, Record<string, string>]>([
    ['link', { link: '</registrations/?cursor=x>; rel="next"' }],
    ['link', { link: `${link}0` }],
    ['x-total-count', { 'x-total-count': '10' }],
    ['preference-applied', { 'preference-applied': 'count=exact' }],
    ['vary', { vary: 'Prefer0' }],
  ])('and not with a wrong %s: %j', (name, headers) => {
    expect(misfitsOf('listUsers', {}, headers, [{}])).toEqual([
      `header ${name} is ${headers[name]}, which does not fit the request`,
    ])
  })

  it('with the parameters that identified course and user, which were sent', () => {
    const body = { courseName: 'Fire safety', userEmail: 'ada@example.org' }
    const by = (value: string) => misfitsOf('createRegistration', { body }, { 'x-resolved-by': value }, {})
    expect(by('course=courseName; user=userEmail')).toEqual([])
    expect(by('course=courseId; user=userEmail')).toHaveLength(1)
    expect(by('course=courseName; user=userEmail0')).toHaveLength(1)
  })
})
