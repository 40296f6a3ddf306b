import { IdentifiersDisagree } from '../../../shared/errors.ts'
import { CourseAmbiguous, CourseNotFound } from '../../src/domain/errors.ts'
import { identifyCourse } from '../../src/domain/identification.ts'

const [one, two] = [{ id: 1 }, { id: 2 }]

describe('the one course that matches (R1, R3)', () => {
  it('is found by id before name before external id', () => {
    const all = { courseExternalId: [two], courseName: [two], courseId: [one] }
    expect(identifyCourse(all, false)).toEqual({ record: one, by: 'courseId' })
    expect(identifyCourse({ courseExternalId: [one], courseName: [two] }, false)).toEqual({
      record: two,
      by: 'courseName',
    })
  })

  it('is looked for by the next parameter when one matches nothing', () => {
    expect(identifyCourse({ courseId: [], courseName: [], courseExternalId: [two] }, false)).toEqual({
      record: two,
      by: 'courseExternalId',
    })
  })

  it('is refused at once when a parameter matches more than one, even if a later one would tell', () => {
    expect(() => identifyCourse({ courseName: [one, two], courseExternalId: [one] }, false)).toThrow(
      CourseAmbiguous,
    )
  })

  it('is not found when nothing matches', () => {
    expect(() => identifyCourse({ courseId: [] }, false)).toThrow(CourseNotFound)
    expect(() => identifyCourse({}, false)).toThrow(CourseNotFound)
  })

  it('has to be named by every parameter supplied when handling is strict', () => {
    expect(() => identifyCourse({ courseId: [one], courseName: [two] }, true)).toThrow(IdentifiersDisagree)
    expect(() => identifyCourse({ courseId: [one], courseName: [] }, true)).toThrow(IdentifiersDisagree)
    expect(identifyCourse({ courseId: [one], courseName: [one, two] }, true).record).toBe(one)
  })
})
